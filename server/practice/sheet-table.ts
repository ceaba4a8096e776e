import type { BlockOf } from '../../schemas/blocks.ts'
import type { HtmlPart } from './html-parts.ts'

interface SheetRows<C extends string> {
  id: string
  caption: string
  /** Their labels; the first one names a row. */
  columns: Record<C, string>
  rows: readonly (Record<NoInfer<C>, string> & { id: string })[]
  /** Stands instead of a table without rows. */
  empty: string
}

/** A table of a sheet, or words where there is nothing. */
export function sheetTable<C extends string>({
  id,
  caption,
  columns,
  rows,
  empty,
}: SheetRows<C>): BlockOf<'sheet'>['parts'] {
  if (rows.length === 0) return [{ type: 'paragraph', text: empty }]
  const names = Object.keys(columns) as C[] // the keys of that record
  return [
    {
      type: 'table',
      caption,
      columns: names.map((name, at) => ({ id: name, label: columns[name], ...(at === 0 ? { main: true } : {}) })),
      rows: rows.map((row) => ({
        id: `${id}-${row.id}`,
        cells: Object.fromEntries(names.map((name) => [name, row[name]])),
      })),
    },
  ]
}

/** What somebody wrote as HTML, as parts of a sheet. */
export function htmlSheet(parts: readonly HtmlPart[]): BlockOf<'sheet'>['parts'] {
  return parts.map((part) => (Array.isArray(part) ? { type: 'paragraph', text: part } : part))
}
