import { drawableIn, type PdfDocument } from './open-document.ts'
import type { SheetPart } from './place.ts'

type Text = Extract<SheetPart, { type: 'paragraph' }>['text']

interface Piece {
  text: string
  strong?: boolean
  emphasis?: boolean
}

/** Divides a text at its line feeds. What is for paper only is part of it. */
export function linesOf(text: Text): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const { text: words, printed = '', ...rest } of piecesOf(text))
    for (const [at, part] of `${words}${printed}`.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ ...rest, text: part })
    }
  while (lines.at(-1)?.length === 0) lines.pop()
  return lines
}

/** Returns a text without its marks. */
export function plainText(text: Text): string {
  return piecesOf(text)
    .map(({ text: words, printed = '' }) => words + printed)
    .join('')
}

function piecesOf(text: Text): Exclude<Text, string> {
  return typeof text === 'string' ? [{ text }] : text
}

interface Lines {
  lines: readonly (readonly Piece[])[]
  x: number
  width: number
  align: 'left' | 'right'
}

/** Draws lines from the current height down, in the current size. */
export function drawLines(doc: PdfDocument, { lines, x, width, align }: Lines): void {
  for (const pieces of lines) {
    if (pieces.length === 0) doc.moveDown()
    for (const [at, { text, strong, emphasis }] of pieces.entries()) {
      doc.font(strong ? 'bold' : 'regular')
      const options = { width, align, continued: at < pieces.length - 1, oblique: emphasis === true }
      if (at === 0) doc.text(drawableIn(doc, text, width), x, doc.y, options)
      else doc.text(drawableIn(doc, text, width), options)
    }
  }
}
