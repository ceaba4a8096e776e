import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import look from './table.module.css'
import { TablePaging } from './table-paging.tsx'
import { Words } from './words.tsx'

type Table = BlockOf<'table'>
type Column = Table['columns'][number]
type Row = Table['rows'][number]
type Cell = Row['cells'][string]

/** One table for both: below 768 px its rows look like cards and say the name of each column. */
export function TableBlock({ block }: BlockProps<'table'>) {
  const { caption, hideCaption, columns, rows, empty, paging } = block
  if (rows.length === 0) return <EmptyTable empty={empty} />
  const acts = rows.some(({ actions = [] }) => actions.length > 0)
  return (
    <div className={look.surface}>
      {/* The roles stay when CSS takes the table's display away (cards). */}
      <table className={look.table} role="table">
        <caption className={hideCaption ? 'visually-hidden' : look.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => <th key={column.id} role="columnheader" scope="col" className={classOf(column)}>{column.label}</th>)}
            {acts && <td role="cell" />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => <TableRow key={row.id} row={row} columns={columns} acts={acts} />)}
        </tbody>
      </table>
      {paging && <TablePaging paging={paging} />}
    </div>
  )
}

function EmptyTable({ empty: { text, next } }: { empty: Table['empty'] }) {
  return (
    <div className={look.empty}>
      <p><Words words={text} /></p>
      {next && <ActLink className="plain-button" action={next.do}>{next.label}</ActLink>}
    </div>
  )
}

function TableRow({ row, columns, acts }: { row: Row; columns: Column[]; acts: boolean }) {
  return (
    <tr role="row">
      {columns.map((column) => <TableCell key={column.id} column={column} cell={row.cells[column.id]} />)}
      {acts && (
        <td role="cell" className={look.acts}>
          {row.actions?.map(({ id, label, about, do: action }) => (
            <ActLink key={id} className={look.act} action={action}>{label}<span className="visually-hidden"> {about}</span></ActLink>
          ))}
        </td>
      )}
    </tr>
  )
}

function TableCell({ column, cell }: { column: Column; cell: Cell | undefined }) {
  const inner = (
    <>
      <span className={look.name} aria-hidden="true">{column.label}</span>
      <span className={look.value}>{cell && <CellWords cell={cell} />}</span>
    </>
  )
  if (column.main) return <th role="rowheader" scope="row" className={classOf(column)}>{inner}</th>
  return <td role="cell" className={classOf(column)}>{inner}</td>
}

function CellWords({ cell: { text, tone = 'neutral', tag, help } }: { cell: Cell }) {
  return (
    <>
      <span className={tag ? `${look.tag} ${look[tone]}` : look[tone]}><Words words={text} /></span>
      {help && <span className={look.help}>{help}</span>}
    </>
  )
}

function classOf({ align, figures, main }: Column): string {
  return [align === 'end' && look.end, figures && look.figures, main && look.main].filter(Boolean).join(' ')
}
