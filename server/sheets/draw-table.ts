import type { Place, SheetPart } from './place.ts'
import { contentEnd, drawableIn, type PdfDocument } from './open-document.ts'

type Table = Extract<SheetPart, { type: 'table' }>
type Column = Table['columns'][number]
type Row = Table['rows'][number]

const size = 7.5
const padding = { x: 2, y: 3 } as const

/** A column with its place on the page, in points. */
interface Laid extends Column {
  x: number
  width: number
}

interface Drawing {
  doc: PdfDocument
  table: PDFKit.PDFStructureElement
  columns: Laid[]
}

/** Draws a table. Its rows stay whole; the head is repeated on each page. */
export async function drawTable(place: Place, { caption, columns, rows, total }: Table): Promise<void> {
  const { doc, parent } = place
  const table = doc.struct('Table', { title: caption })
  parent.add(table)
  const drawing = { doc, table, columns: laid(place, columns) }
  beginPage(drawing, rows[0] && heightOf(drawing, cellsOf(drawing, rows[0]), 'regular'))
  drawHead(drawing)
  for (const row of rows) {
    await drawRow(drawing, { row, font: 'regular' })
  }
  if (total) await drawRow(drawing, { row: total, font: 'bold' })
  table.end()
}

/** Divides the width by the shares of the columns. */
function laid({ x, width }: Place, columns: readonly Column[]): Laid[] {
  const whole = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  let left = x
  return columns.map((column) => {
    const own = (width * (column.share ?? 1)) / whole
    left += own
    return { ...column, x: left - own, width: own }
  })
}

type Font = 'regular' | 'bold'

const headOf = ({ columns }: Drawing) => columns.map(({ label }) => label)
const cellsOf = ({ columns }: Drawing, { cells }: Row) => columns.map(({ id }) => cells[id] ?? '')

/** Of a row with these texts. */
function heightOf({ doc, columns }: Drawing, texts: readonly string[], font: Font): number {
  doc.font(font).fontSize(size)
  const heights = columns.map((column, at) => {
    const width = column.width - 2 * padding.x
    return doc.heightOfString(drawableIn(doc, texts[at] ?? '', width), { width })
  })
  return Math.max(...heights) + 2 * padding.y
}

/** A head alone at the end of a page says nothing. */
function beginPage(drawing: Drawing, firstRow = 0): void {
  const { doc } = drawing
  if (doc.y + heightOf(drawing, headOf(drawing), 'bold') + firstRow > contentEnd) doc.addPage()
}

function drawHead(drawing: Drawing): void {
  const { doc, table, columns } = drawing
  const texts = headOf(drawing)
  const height = heightOf(drawing, texts, 'bold')
  const top = doc.y
  const row = doc.struct('TR')
  table.add(row)
  for (const [at, column] of columns.entries())
    row.add(
      struct(doc, { type: 'TH', scope: 'Column' }, () =>
        drawCell(drawing, { column, text: texts[at], top, font: 'bold' }),
      ),
    )
  row.end()
  drawLine(drawing, { y: top + height, color: '#84949d' })
  doc.y = top + height
}

/** On further pages the head is decoration: assistive technology has read it. */
function repeatHead(drawing: Drawing): void {
  const { doc, columns } = drawing
  const texts = headOf(drawing)
  const height = heightOf(drawing, texts, 'bold')
  const top = doc.y
  doc.markContent('Artifact', { type: 'Pagination' })
  for (const [at, column] of columns.entries()) drawCell(drawing, { column, text: texts[at], top, font: 'bold' })
  doc.endMarkedContent()
  drawLine(drawing, { y: top + height, color: '#84949d' })
  doc.y = top + height
}

/** To measure a row takes as long as to draw it: each is a turn. */
async function drawRow(drawing: Drawing, { row, font }: { row: Row; font: Font }): Promise<void> {
  const { doc, table, columns } = drawing
  const texts = cellsOf(drawing, row)
  const height = heightOf(drawing, texts, font)
  if (doc.y + height > contentEnd) {
    doc.addPage()
    repeatHead(drawing)
  }
  const top = doc.y
  const element = doc.struct('TR')
  table.add(element)
  for (const [at, column] of columns.entries())
    element.add(
      struct(doc, column.main ? { type: 'TH', scope: 'Row' } : { type: 'TD' }, () =>
        drawCell(drawing, { column, text: texts[at], top, font }),
      ),
    )
  element.end()
  if (font === 'regular') drawLine(drawing, { y: top + height, color: '#dde5ea' })
  doc.y = top + height
}

interface Cell {
  column: Laid
  text: string | undefined
  top: number
  font: Font
}

function drawCell({ doc }: Drawing, { column, text = '', top, font }: Cell): void {
  const width = column.width - 2 * padding.x
  doc.font(font).fontSize(size)
  doc.text(drawableIn(doc, text, width), column.x + padding.x, top + padding.y, {
    width,
    align: column.align === 'end' ? 'right' : 'left',
  })
}

function drawLine({ doc, columns }: Drawing, { y, color }: { y: number; color: string }): void {
  const [first, last] = [columns[0], columns.at(-1)]
  if (!first || !last) return
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(first.x, y)
    .lineTo(last.x + last.width, y)
    .lineWidth(0.5)
    .stroke(color)
  doc.endMarkedContent()
}

interface Element {
  type: 'TH' | 'TD'
  scope?: 'Column' | 'Row'
}

function struct(doc: PdfDocument, { type, scope }: Element, draw: () => void): PDFKit.PDFStructureElement {
  // The types do not know `scope`, which pdfkit writes as the attribute of a header cell (PDF 1.7, 14.8.5.7).
  return doc.struct(type, (scope ? { scope } : {}) as object, draw)
}
