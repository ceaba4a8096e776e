import type { PdfDocument } from '../../sheets/open-document.ts'
import type { Block, Cell, Run } from '../ccda.ts'
import { useFont } from './lay-lines.ts'

/** A cell with its place among rows and columns, counted from 0. */
export interface Placed {
  cell: Cell
  row: number
  column: number
  colspan: number
  rowspan: number
}

/** Rows that belong together because a cell spans them. */
export type Group = Placed[][]

/** Gives each cell its columns, beside the cells that span from rows above. A span ends with the rows and columns. */
export function placeCells(rows: readonly Cell[][]): Placed[][] {
  const takenUntil: number[] = []
  return rows.map((cells, row) => {
    let column = 0
    return cells.map((cell) => {
      while ((takenUntil[column] ?? 0) > row) column++
      const rowspan = Math.min(cell.rowspan, rows.length - row)
      const own = { cell, row, column, colspan: cell.colspan, rowspan }
      for (let at = 0; at < cell.colspan; at++) takenUntil[column + at] = row + rowspan
      column += cell.colspan
      return own
    })
  })
}

/** Columns in which no cell begins are none. */
function columnCount(rows: readonly Placed[][]): number {
  return rows.flat().reduce((most, { column }) => Math.max(most, column + 1), 0)
}

export function groupsOf(rows: readonly Placed[][]): Group[] {
  const groups: Group[] = []
  let end = 0
  for (const [at, row] of rows.entries()) {
    if (at < end) groups.at(-1)?.push(row)
    else groups.push([row])
    for (const { rowspan } of row) end = Math.max(end, at + rowspan)
  }
  return groups
}

/** Of one line of a cell. */
export interface CellParagraph {
  runs: Run[]
  /** How many lists it is in. */
  depth: number
}

/** Returns the content of a cell as paragraphs; undefined if it contains more than text and lists. */
export function paragraphsOf(blocks: readonly Block[], depth = 0): CellParagraph[] | undefined {
  const all: CellParagraph[] = []
  for (const block of blocks) {
    if (block.kind === 'paragraph') all.push({ runs: block.runs, depth })
    else if (block.kind === 'list') {
      for (const [at, item] of block.items.entries()) {
        const within = paragraphsOf(item, depth + 1)
        if (!within) return undefined
        const [first = { runs: [], depth: depth + 1 }, ...rest] = within
        all.push({ ...first, runs: [{ text: block.ordered ? `${at + 1}. ` : '• ' }, ...first.runs] }, ...rest)
      }
    } else return undefined
  }
  return all
}

const padding = 3
const mostColumns = 14
/** In signs; a page full of the smallest text has fewer. */
export const mostPageText = 12_000

/**
 * Returns the width of each column, by what stands in it; undefined if the columns do not fit on a page side by side.
 */
export function columnWidths(
  doc: PdfDocument,
  { head, rows, width, size }: { head: Placed[][]; rows: Placed[][]; width: number; size: number },
): number[] | undefined {
  const count = columnCount([...head, ...rows])
  if (count === 0 || count > mostColumns) return undefined
  const least = Array.from({ length: count }, () => '')
  const natural = Array.from({ length: count }, () => 0)
  for (const { cell, column, colspan } of [...head, ...rows].flat()) {
    if (Math.min(colspan, count - column) > 1) continue
    const text = textOf(cell.blocks)
    natural[column] = Math.max(natural[column] ?? 0, Math.min(text.length, 200))
    for (const word of text.slice(0, mostPageText).split(/\s+/))
      if (word.length > (least[column] ?? '').length) least[column] = word
  }
  useFont(doc, { bold: true }, size)
  const smallest = least.map((word) => Math.min(doc.widthOfString(word), width / 3) + 2 * padding + 1)
  const wished = natural.map((signs, at) => Math.max(smallest[at] ?? 0, signs * size * 0.56 + 2 * padding))
  const [sum, sumWished] = [total(smallest), total(wished)]
  if (sum > width) return undefined
  if (sumWished <= width) return wished.map((own) => (own * width) / sumWished)
  return smallest.map((own, at) => own + (((wished[at] ?? own) - own) * (width - sum)) / (sumWished - sum))
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return block.runs.map(({ text }) => text).join('')
      return block.kind === 'list' ? block.items.map(textOf).join(' ') : ''
    })
    .join(' ')
}
