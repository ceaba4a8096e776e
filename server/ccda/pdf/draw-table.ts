import { contentEnd, page, type PdfDocument } from '../../sheets/open-document.ts'
import type { Block, Table } from '../ccda.ts'
import { drawLine, drawParagraph, keepTogether, textSize } from './draw-lines.ts'
import { layLines, lineHeight, type Line } from './lay-lines.ts'
import {
  columnWidths,
  groupsOf,
  mostPageText,
  paragraphsOf,
  placeCells,
  textOf,
  type Group,
  type Placed,
} from './lay-table.ts'
import type { Place } from './place.ts'

/** In points; the smaller one is for tables whose columns do not fit side by side otherwise. */
const sizes = [7.5, 6] as const
const padding = { x: 3, y: 2.5 } as const
const indent = 8

interface Head {
  laid: Laid[][]
  heights: number[]
  height: number
}

interface Drawing extends Place {
  table: PDFKit.PDFStructureElement
  /** On each page. */
  head: Head | undefined
  /** Of the columns, in words. */
  labels: string[]
  /** Of the text, in points. */
  size: number
  /** Of the columns; without them the cells stand one below the other. */
  widths: number[] | undefined
  drawBlocks: (place: Place, blocks: readonly Block[]) => Promise<void>
}

/**
 * Draws a table. Rows stay whole, and its head is repeated on each page. Rows that are longer than a page, and tables that
 * are wider, are drawn cell below cell. What is in a cell besides text and lists is drawn by `drawBlocks`.
 */
export async function drawTable(place: Place, table: Table, drawBlocks: Drawing['drawBlocks']): Promise<void> {
  const { doc, parent, width } = place
  const [head, rows] = [placeCells(table.head), placeCells(table.rows)]
  const element = doc.struct('Table')
  parent.add(element)
  const columns = columnsOf(doc, { head, rows, width })
  const drawing: Drawing = { ...place, ...columns, table: element, head: undefined, labels: labelsOf(head), drawBlocks }
  drawing.head = layHead(drawing, head)
  if (table.caption.length > 0) drawCaption(drawing, table.caption)
  for (const group of groupsOf(head)) await drawGroup(drawing, group, true)
  for (const group of groupsOf(rows)) {
    await drawGroup(drawing, group, false)
  }
  element.end()
}

function columnsOf(
  doc: PdfDocument,
  table: { head: Placed[][]; rows: Placed[][]; width: number },
): Pick<Drawing, 'size' | 'widths'> {
  for (const size of sizes) {
    const widths = columnWidths(doc, { ...table, size })
    if (widths) return { size, widths }
  }
  return { size: sizes[0], widths: undefined }
}

function drawCaption({ doc, table, x, width }: Drawing, runs: Table['caption']): void {
  const caption = doc.struct('Caption')
  table.add(caption)
  keepTogether(doc, 3 * lineHeight(textSize))
  drawParagraph({ doc, parent: caption, x, width }, { runs: runs.map((run) => ({ ...run, bold: true })) })
  caption.end()
}

/** A cell with its lines, in points from the table's left and the group's top. */
interface Laid {
  placed: Placed
  left: number
  lines: { line: Line; x: number }[]
}

async function drawGroup(drawing: Drawing, group: Group, isHead: boolean): Promise<void> {
  const { doc, size } = drawing
  const laid = drawing.widths && fitsAtAll(drawing, group) ? layGroup(drawing, group, drawing.widths) : undefined
  const heights = laid && heightsOf(drawing, group, laid)
  const height = heights?.reduce((sum, each) => sum + each, 0) ?? Infinity
  if (!laid || !heights || height > mostHeight(drawing, isHead)) return drawStacked(drawing, group)
  // A head alone at the end of a page says nothing.
  if (doc.y + height + (isHead ? 2 * lineHeight(size) : 0) > contentEnd) {
    doc.addPage()
    if (!isHead) repeatHead(drawing)
  }
  const tops = heights.map((_, at) => doc.y + heights.slice(0, at).reduce((sum, each) => sum + each, 0))
  for (const [at, cells] of laid.entries()) {
    const row = doc.struct('TR')
    drawing.table.add(row)
    for (const cell of cells) row.add(struct(doc, cell, () => drawCell(drawing, cell, tops[at] ?? doc.y)))
    row.end()
  }
  drawRule(drawing, doc.y + height, isHead)
  doc.y += height
}

const wholeHeight = contentEnd - page.margin

function mostHeight({ head }: Drawing, isHead: boolean): number {
  return isHead ? wholeHeight / 3 : wholeHeight - (head?.height ?? 0)
}

/** Rows with more text than any page has room for are not measured. */
function fitsAtAll({ size }: Drawing, group: Group): boolean {
  if (group.length * lineHeight(size) > wholeHeight) return false
  return sum(group.flat().map(({ cell }) => textOf(cell.blocks).length)) < mostPageText
}

function layGroup(drawing: Drawing, group: Group, widths: readonly number[]): Laid[][] | undefined {
  const laid = group.map((row) => row.map((placed) => layCell(drawing, placed, widths)))
  return laid.every((row): row is Laid[] => row.every((cell) => cell !== undefined)) ? laid : undefined
}

function layCell({ doc, size }: Drawing, placed: Placed, widths: readonly number[]): Laid | undefined {
  const { cell, column, colspan } = placed
  const left = sum(widths.slice(0, column))
  const width = sum(widths.slice(column, column + colspan)) - 2 * padding.x
  const paragraphs = paragraphsOf(cell.blocks)
  if (!paragraphs) return undefined
  const lines = paragraphs.flatMap(({ runs, depth }) => {
    const x = Math.min(Math.max(0, depth - 1) * indent, width / 2)
    const styled = cell.heads ? runs.map((run) => ({ ...run, bold: true })) : runs
    return [...layLines(doc, styled, { width: width - x, size })].map((line) => ({ line, x }))
  })
  return { placed, left, lines }
}

/** Of each row; a cell that spans rows lengthens the last of them. */
function heightsOf({ size }: Drawing, group: Group, laid: Laid[][]): number[] {
  const heights = group.map(() => lineHeight(size) + 2 * padding.y)
  const first = group[0]?.[0]?.row ?? 0
  const cells = laid.flat().toSorted((one, other) => one.placed.rowspan - other.placed.rowspan)
  for (const { placed, lines } of cells) {
    const from = placed.row - first
    const until = Math.min(from + placed.rowspan, heights.length)
    const missing = lines.length * lineHeight(size) + 2 * padding.y - sum(heights.slice(from, until))
    if (missing > 0) heights[until - 1] = (heights[until - 1] ?? 0) + missing
  }
  return heights
}

function drawCell({ doc, x, size }: Drawing, { left, lines }: Laid, top: number): void {
  for (const [at, { line, x: inset }] of lines.entries())
    drawLine(doc, { line, x: x + left + padding.x + inset, y: top + padding.y + at * lineHeight(size), size })
}

/** Returns the head as it is repeated; undefined if there is none, or it is too high for that. */
function layHead(drawing: Drawing, head: Group): Head | undefined {
  const laid = drawing.widths && fitsAtAll(drawing, head) ? layGroup(drawing, head, drawing.widths) : undefined
  const heights = laid && heightsOf(drawing, head, laid)
  const height = sum(heights ?? [])
  return laid && heights && height > 0 && height <= wholeHeight / 3 ? { laid, heights, height } : undefined
}

/** On further pages the head is decoration: assistive technology has read it. */
function repeatHead(drawing: Drawing): void {
  const { doc, head } = drawing
  if (!head) return
  doc.markContent('Artifact', { type: 'Pagination' })
  for (const [at, cells] of head.laid.entries())
    for (const cell of cells) drawCell(drawing, cell, doc.y + sum(head.heights.slice(0, at)))
  doc.endMarkedContent()
  drawRule(drawing, doc.y + head.height, true)
  doc.y += head.height
}

/** Draws the cells of each row one below the other, each with the words of its column above it unless it is empty. */
async function drawStacked(drawing: Drawing, group: Group): Promise<void> {
  const { doc, table, x, width, drawBlocks } = drawing
  for (const cells of group) {
    const row = doc.struct('TR')
    table.add(row)
    for (const placed of cells) {
      if (!placed.cell.heads && placed.cell.blocks.length > 0) drawLabel(drawing, placed)
      const element = struct(doc, { placed })
      row.add(element)
      await drawBlocks({ doc, parent: element, x: x + padding.x, width: width - 2 * padding.x }, placed.cell.blocks)
      element.end()
    }
    row.end()
    drawRule(drawing, doc.y, false)
    doc.y += padding.y
  }
}

/** Decoration: assistive technology knows the head of each column. */
function drawLabel({ doc, labels, x, width, size }: Drawing, { column }: Placed): void {
  const [line] = layLines(doc, [{ text: labels[column] ?? '', bold: true }], { width, size })
  if (!line) return
  keepTogether(doc, 3 * lineHeight(size))
  doc.markContent('Artifact', { type: 'Layout' })
  drawLine(doc, { line, x: x + padding.x, y: doc.y, size })
  doc.endMarkedContent()
  doc.y += lineHeight(size)
}

/** Of two rows of a head, the first names the column. */
function labelsOf(head: Placed[][]): string[] {
  const labels: string[] = []
  for (const { cell, column, colspan } of head.flat())
    for (let at = column; at < column + colspan; at++) labels[at] ??= textOf(cell.blocks).slice(0, 100)
  return labels
}

function drawRule({ doc, x, width }: Drawing, y: number, isStrong: boolean): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .stroke(isStrong ? '#84949d' : '#dde5ea')
  doc.endMarkedContent()
}

function struct(doc: PdfDocument, { placed }: { placed: Placed }, draw?: () => void): PDFKit.PDFStructureElement {
  const { cell, rowspan } = placed
  const type = cell.heads ? 'TH' : 'TD'
  const element = draw ? doc.struct(type, {}, draw) : doc.struct(type)
  // pdfkit has neither options nor types for these attributes of a cell (PDF 1.7, 14.8.5.7).
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } }
  dictionary.data.A = {
    O: 'Table',
    ...(cell.heads && { Scope: cell.heads === 'col' ? 'Column' : 'Row' }),
    ...(rowspan > 1 && { RowSpan: rowspan }),
    ...(cell.colspan > 1 && { ColSpan: cell.colspan }),
  }
  return element
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
