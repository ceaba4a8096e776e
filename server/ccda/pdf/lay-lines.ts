import { drawable, partsWithin, type PdfDocument } from '../../sheets/open-document.ts'
import type { Run, Style } from '../ccda.ts'
import { sameStyle } from '../narrative.ts'

/** What stands beside each other in one line; `x` from the line's begin, in points. */
export type Line = (Piece & { x: number })[]

type PieceStyle = Omit<Run, 'text'>

interface Piece {
  text: string
  style: PieceStyle
  width: number
}

export interface Measure {
  width: number
  /** Of the font, in points. */
  size: number
}

export const lineHeight = (size: number): number => size * 1.36

/** Selects the font of a style. */
export function useFont(doc: PdfDocument, { bold, position }: Style, size: number): PdfDocument {
  return doc.font(bold ? 'bold' : 'regular').fontSize(position ? size * 0.7 : size)
}

/** Divides text into lines of this width, one after another, so that a long text can be drawn in many turns. */
export function* layLines(doc: PdfDocument, runs: readonly Run[], measure: Measure): Generator<Line> {
  let line: Line = []
  for (const word of wordsOf(runs)) {
    if (word === 'new line') {
      yield line
      line = []
      continue
    }
    for (const pieces of fitting(measuredPieces(doc, word, measure.size), { doc, measure })) {
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
      const blank = line.length === 0 || word.isGlued ? 0 : blankWidth(doc, line.at(-1)?.style ?? {}, measure.size)
      const isFull = line.length > 0 && endOf(line) + blank + width > measure.width
      if (isFull) yield line
      line = isFull ? placed([], pieces, 0) : placed(line, pieces, blank)
    }
  }
  if (line.length > 0) yield line
}

const endOf = (line: Line) => {
  const last = line.at(-1)
  return last ? last.x + last.width : 0
}

interface Word {
  runs: Run[]
  isGlued?: boolean
}

/** A word is what stands between blanks; it can change its style within. */
function* wordsOf(runs: readonly Run[]): Generator<Word | 'new line'> {
  let word: Run[] = []
  for (const { text, anchors, ...style } of runs) {
    let starting = anchors && { anchors }
    if (text === '\n') {
      if (word.length > 0) yield { runs: word }
      word = []
      yield 'new line'
      continue
    }
    for (const [at, part] of text.split(' ').entries()) {
      if (at > 0 && word.length > 0) {
        yield { runs: word }
        word = []
      }
      if (part === '') continue
      word.push({ ...style, ...starting, text: part })
      starting = undefined
    }
  }
  if (word.length > 0) yield { runs: word }
}

function measuredPieces(doc: PdfDocument, { runs }: Word, size: number): Piece[] {
  return runs.map(({ text, ...style }) => {
    const words = drawable(useFont(doc, style, size), text)
    return { text: words, style, width: doc.widthOfString(words) }
  })
}

/** Returns a word in one, or in as many parts as it needs lines. */
function fitting(pieces: Piece[], { doc, measure }: { doc: PdfDocument; measure: Measure }): Piece[][] {
  if (pieces.reduce((sum, { width }) => sum + width, 0) <= measure.width) return [pieces]
  return pieces.flatMap(({ text, style }) => {
    const parts = partsWithin(useFont(doc, style, measure.size), text, measure.width)
    return parts.map((part, at) => [
      { text: part, style: at === 0 ? style : { ...style, anchors: undefined }, width: doc.widthOfString(part) },
    ])
  })
}

function blankWidth(doc: PdfDocument, style: Style, size: number): number {
  return useFont(doc, style, size).widthOfString(' ')
}

/** Adds pieces to a line; words of one style become one piece, so that they are selected as one. */
function placed(line: Line, pieces: readonly Piece[], blank: number): Line {
  let x = endOf(line) + blank
  const [first, ...rest] = pieces
  const last = line.at(-1)
  const joins = blank > 0 && first && last && !first.style.anchors && sameStyle(first.style, last.style)
  const whole = joins
    ? [...line.slice(0, -1), { ...last, text: `${last.text} ${first.text}`, width: last.width + blank + first.width }]
    : line
  if (joins) x += first.width
  for (const piece of joins ? rest : pieces) {
    whole.push({ ...piece, x })
    x += piece.width
  }
  return whole
}
