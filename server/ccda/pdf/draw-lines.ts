import { contentEnd, type PdfDocument } from '../../sheets/open-document.ts'
import type { Anchor, Run } from '../ccda.ts'
import { layLines, lineHeight, useFont, type Line } from './lay-lines.ts'
import type { Place } from './place.ts'

export const textSize = 9

/** Draws a paragraph, which may go on on further pages. */
export function drawParagraph(
  { doc, parent, x, width }: Place,
  { runs, size = textSize }: { runs: readonly Run[]; size?: number },
): void {
  parent.add(
    doc.struct('P', {}, () => {
      for (const line of layLines(doc, runs, { width, size })) drawFlowing(doc, { line, x, size })
    }),
  )
}

/** Draws a line at the current height, on a new page if there is no room. */
function drawFlowing(doc: PdfDocument, { line, x, size }: { line: Line; x: number; size: number }): void {
  keepTogether(doc, lineHeight(size))
  drawLine(doc, { line, x, y: doc.y, size })
  doc.y += lineHeight(size)
}

/** Begins a new page if this height, in points, does not fit on the current one. */
export function keepTogether(doc: PdfDocument, height: number): void {
  if (doc.y + height > contentEnd) doc.addPage()
}

interface Drawn {
  line: Line
  x: number
  y: number
  size: number
}

/** Leaves the height of the document as it is. */
export function drawLine(doc: PdfDocument, { line, x, y, size }: Drawn): void {
  const height = doc.y
  for (const { text, style, x: left } of line) {
    const lowered = style.position === 'sub' ? size * 0.4 : 0
    placeAnchors(doc, style.anchors, { x: x + left, y })
    useFont(doc, style, size).text(text, x + left, y + lowered, {
      lineBreak: false,
      underline: style.underline ?? (style.href !== undefined || (style.target?.isPlaced === true && !style.position)),
      oblique: style.italic ?? false,
      ...(style.href === undefined ? {} : { link: style.href }),
      ...(style.target?.isPlaced ? { goTo: style.target.name } : {}),
    })
  }
  doc.y = height
}

/** Of each file, because the head of a table is drawn on each of its pages, and its first one counts. */
const placed = new WeakMap<PdfDocument, Set<string>>()

/** Marks where links within the file lead to: a place stands a little below the top of the window. */
export function placeAnchors(
  doc: PdfDocument,
  anchors: readonly Anchor[] | undefined,
  { x, y }: { x: number; y: number },
): void {
  if (!anchors) return
  const names = placed.get(doc) ?? new Set()
  placed.set(doc, names)
  for (const { name } of anchors) {
    if (names.has(name)) continue
    names.add(name)
    doc.addNamedDestination(name, 'XYZ', x, Math.max(0, y - textSize), null)
  }
}

const headingSizes: Record<number, number> = { 1: 18, 2: 12, 3: 10.5 }

interface Heading {
  level: number
  text: string
  anchor?: Anchor
}

/** A heading stands above at least three lines of what follows. */
export function drawHeading({ doc, parent, x, width }: Place, { level, text, anchor }: Heading): void {
  const size = headingSizes[level] ?? 9.5
  const lines = [...layLines(doc, [{ text, bold: true }], { width, size })]
  doc.y += level === 1 ? 0 : 6
  keepTogether(doc, lines.length * lineHeight(size) + 3 * lineHeight(textSize))
  placeAnchors(doc, anchor && [anchor], { x, y: doc.y })
  parent.add(
    doc.struct(`H${level}`, {}, () => {
      for (const line of lines) drawFlowing(doc, { line, x, size })
    }),
  )
  doc.y += 4
}
