export interface CsvRow {
  /** The line of the file where it begins, from 1. */
  line: number
  cells: string[]
}

/** Reads CSV (RFC 4180): quoted cells may contain commas, doubled quotes and line breaks. Empty lines are left out. */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/gy
  const source = text.replace(/^\uFEFF/, '')
  while (cells.lastIndex < source.length) {
    const at = cells.lastIndex
    const match = cells.exec(source)
    if (!match) throw new Error(`Line ${line}: a quoted cell does not end, or text stands beside it.`)
    const [, cell = '', end = ''] = match
    row.cells.push((cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
    line += source.slice(at, cells.lastIndex).match(/\r\n|\n|\r/g)?.length ?? 0
    if (end === ',' && cells.lastIndex < source.length) continue
    if (end === ',') row.cells.push('')
    rows.push(row)
    row = { line, cells: [] }
  }
  return rows.filter((each) => each.cells.some((cell) => cell !== ''))
}
