import { drawableIn, page, contentEnd, type PdfDocument } from './open-document.ts'
import { drawLines, linesOf, plainText } from './draw-text.ts'
import type { Place, SheetPart } from './place.ts'

type Grid = Extract<SheetPart, { type: 'grid' }>
type Cell = Grid['rows'][number]['cells'][number]

const size = 9
const padding = 4
const mostColumns = 12

/** A cell with its place: from this row and column on. */
interface Placed {
  cell: Cell
  row: number
  column: number
  across: number
  down: number
}

/**
 * Draws cells that may span columns and rows. Rows that a cell joins stay on one page; a table with more columns than a
 * page can show, or with rows that are higher than a page, becomes a paragraph for each cell.
 */
export async function drawGrid(place: Place, { rows }: Grid): Promise<void> {
  const { doc, parent } = place
  const cells = placed(rows)
  const columns = Math.max(...cells.map(({ column, across }) => column + across), 1)
  const widths = widthsOf(cells, { columns, width: place.width })
  const heights = columns > mostColumns ? [] : await heightsOf(doc, { cells, widths, rows: rows.length })
  const runs = runsOf(cells, rows.length)
  const heightOfRun = ([first, last]: readonly [number, number]) => sum(heights.slice(first, last))
  if (columns > mostColumns || runs.some((run) => heightOfRun(run) > contentEnd - page.margin)) {
    await drawCellsAsLines(place, cells)
    return
  }
  const table = doc.struct('Table')
  parent.add(table)
  for (const [first, last] of runs) {
    if (doc.y + heightOfRun([first, last]) > contentEnd) doc.addPage()
    for (let row = first; row < last; row++) {
      const top = doc.y
      const element = doc.struct('TR')
      table.add(element)
      for (const each of cells.filter((cell) => cell.row === row)) {
        const box = {
          x: place.x + sum(widths.slice(0, each.column)),
          y: top,
          width: sum(widths.slice(each.column, each.column + each.across)),
          height: sum(heights.slice(row, row + each.down)),
        }
        frame(doc, box)
        element.add(doc.struct(each.cell.head ? 'TH' : 'TD', {}, () => drawCell(doc, each.cell, box)))
      }
      element.end()
      doc.y = top + (heights[row] ?? 0)
    }
  }
  table.end()
}

/** Gives each cell the first free place of its row, as browsers do. */
function placed(rows: Grid['rows']): Placed[] {
  const taken = new Set<string>()
  return rows.flatMap(({ cells }, row) => {
    let column = 0
    return cells.map((cell) => {
      while (taken.has(`${row} ${column}`)) column++
      const { across = 1 } = cell
      const down = Math.min(cell.down ?? 1, rows.length - row)
      for (let below = 0; below < down; below++)
        for (let beside = 0; beside < across; beside++) taken.add(`${row + below} ${column + beside}`)
      column += across
      return { cell, row, column: column - across, across, down }
    })
  })
}

/** By the longest text of each column. */
function widthsOf(cells: readonly Placed[], { columns, width }: { columns: number; width: number }): number[] {
  const shares = Array.from({ length: columns }, (_, column) =>
    Math.max(
      8,
      ...cells
        .filter((each) => each.column === column && each.across === 1)
        .map(({ cell }) => Math.min(40, plainText(cell.text).length)),
    ),
  )
  return shares.map((share) => (width * share) / sum(shares))
}

interface Measured {
  cells: readonly Placed[]
  widths: readonly number[]
  rows: number
}

async function heightsOf(doc: PdfDocument, { cells, widths, rows }: Measured): Promise<number[]> {
  const heights = Array.from({ length: rows }, () => size + 2 * padding)
  // Cells of several rows last: the last of their rows takes what they need beyond the others.
  for (const { cell, row, column, across, down } of cells.toSorted((one, other) => one.down - other.down)) {
    const last = row + down - 1
    const width = sum(widths.slice(column, column + across)) - 2 * padding
    doc.font('bold').fontSize(size)
    const needed = doc.heightOfString(drawableIn(doc, plainText(cell.text), width), { width }) + 2 * padding
    heights[last] = Math.max(heights[last] ?? 0, needed - sum(heights.slice(row, last)))
  }
  return heights
}

/** The rows that a cell joins, each from its first row to the one after its last. */
function runsOf(cells: readonly Placed[], rows: number): [number, number][] {
  const runs: [number, number][] = []
  for (let row = 0; row < rows;) {
    let end = row + 1
    for (let at = row; at < end; at++)
      for (const each of cells) if (each.row === at) end = Math.max(end, at + each.down)
    runs.push([row, end])
    row = end
  }
  return runs
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function frame(doc: PdfDocument, { x, y, width, height }: Box): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(x, y, width, height).lineWidth(0.5).stroke('#84949d')
  doc.endMarkedContent()
}

function drawCell(doc: PdfDocument, { text, head }: Cell, { x, y, width }: Box): void {
  doc.y = y + padding
  doc.fontSize(size)
  const lines = linesOf(text).map((line) => (head ? line.map((piece) => ({ ...piece, strong: true })) : line))
  drawLines(doc, { lines, x: x + padding, width: width - 2 * padding, align: 'left' })
}

async function drawCellsAsLines({ doc, parent, x, width }: Place, cells: readonly Placed[]): Promise<void> {
  for (const { cell } of cells) {
    doc.fontSize(size)
    parent.add(doc.struct('P', {}, () => drawLines(doc, { lines: linesOf(cell.text), x, width, align: 'left' })))
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
