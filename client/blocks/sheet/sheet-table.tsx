import type { BlockOf } from '../../../schemas/blocks.ts'
import look from './sheet.module.css'

type Part = BlockOf<'sheet'>['parts'][number]
type Table = Extract<Part, { type: 'table' }>
type Column = Table['columns'][number]
type Row = Table['rows'][number]

/** On paper and on a wide screen a table; on a narrow screen each row shows the names of its columns. */
export function SheetTable({ table: { caption, columns, rows, total } }: { table: Table }) {
  const whole = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  return (
    // Explicit roles, because CSS `display` of the narrow layout removes the implicit ones.
    <table className={look.table} role="table">
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        {columns.map(({ id, share = 1 }) => (
          <col key={id} style={{ width: `${(100 * share) / whole}%` }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.id} role="columnheader" scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <SheetRow key={row.id} row={row} columns={columns} />
        ))}
        {total && <SheetRow row={total} columns={columns} isTotal />}
      </tbody>
    </table>
  )
}

function SheetRow({ row: { cells }, columns, isTotal }: { row: Row; columns: Column[]; isTotal?: boolean }) {
  return (
    <tr role="row" className={isTotal ? look.total : undefined}>
      {columns.map((column) => (
        <SheetCell key={column.id} column={column} text={cells[column.id] ?? ''} />
      ))}
    </tr>
  )
}

function SheetCell({ column, text }: { column: Column; text: string }) {
  const inner = (
    <>
      <span className={look.name} aria-hidden="true">
        {column.label}
      </span>
      <span>{text}</span>
    </>
  )
  if (column.main)
    return (
      <th role="rowheader" scope="row" className={classOf(column)}>
        {inner}
      </th>
    )
  return (
    <td role="cell" className={`${classOf(column)} ${text === '' ? look.none : ''}`.trim()}>
      {inner}
    </td>
  )
}

function classOf({ align, main }: Column): string {
  return [align === 'end' && look.figures, main && look.main].filter(Boolean).join(' ')
}
