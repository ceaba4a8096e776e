import type { BlockOf } from '../../../schemas/blocks.ts'
import { Blocks } from '../../render/blocks.tsx'
import { RowActions } from '../../parts/row-actions.tsx'
import { RowSelect } from './row-select.tsx'
import look from './table.module.css'
import { CellText } from './cell-text.tsx'

type Table = BlockOf<'table'>
type Column = Table['columns'][number]
type Row = Table['rows'][number]
type Cell = Row['cells'][string]

interface Layout {
  columns: Column[]
  /** The head of the column of ticks; undefined if there is none. */
  selection: string | undefined
  /** Whether any row of the table has actions, so that each row gets a cell for them. */
  acts: boolean
}

interface RowProps extends Layout {
  row: Row
  /** Whether what is below the row shows. */
  isOpen: boolean
}

export function TableRow({ row, isOpen, ...layout }: RowProps) {
  const { detail } = row
  return (
    <>
      <CellsRow row={row} {...layout} />
      {isOpen && detail && (
        <tr role="row" className={look.detail}>
          <td role="cell" colSpan={widthOf(layout)}>
            <Blocks blocks={detail} />
          </td>
        </tr>
      )}
    </>
  )
}

export function TableFooter({ rows, ...layout }: Layout & { rows: NonNullable<Table['footer']> }) {
  return (
    <tfoot role="rowgroup">
      {rows.map((row) => (
        <CellsRow key={row.id} row={row} {...layout} />
      ))}
    </tfoot>
  )
}

function widthOf({ columns, selection, acts }: Layout): number {
  return columns.length + (selection === undefined ? 0 : 1) + (acts ? 1 : 0)
}

function CellsRow({
  row: { select, cells, actions = [] },
  columns,
  selection,
  acts,
}: Layout & { row: Pick<Row, 'select' | 'cells' | 'actions'> }) {
  return (
    <tr role="row">
      {selection !== undefined && (
        <td role="cell" className={select ? look.select : `${look.select} ${look.idle}`}>
          {select && <RowSelect select={select} label={selection} />}
        </td>
      )}
      {columns.map((column) => (
        <TableCell key={column.id} column={column} cell={cells[column.id]} />
      ))}
      {acts && (
        <td role="cell" className={actions.length > 0 ? look.acts : look.idle}>
          <RowActions actions={actions} />
        </td>
      )}
    </tr>
  )
}

function TableCell({ column, cell }: { column: Column; cell: Cell | undefined }) {
  const inner = (
    <>
      <span className={look.name} aria-hidden="true">
        {column.label}
      </span>
      <span className={look.value}>{cell && <CellWords cell={cell} />}</span>
    </>
  )
  if (column.main)
    return (
      <th role="rowheader" scope="row" className={columnClass(column)}>
        {inner}
      </th>
    )
  return (
    <td role="cell" className={`${columnClass(column)} ${cell?.text ? '' : look.none}`.trim()}>
      {inner}
    </td>
  )
}

function CellWords({ cell: { text, tone = 'neutral', tag, help } }: { cell: Cell }) {
  return (
    <>
      <span dir="auto" className={tag ? `${look.words} ${look.tag} ${look[tone]}` : `${look.words} ${look[tone]}`}>
        <CellText words={text} />
      </span>
      {help && (
        <span className={look.help}>
          {' '}
          <CellText words={help} />
        </span>
      )}
    </>
  )
}

export function columnClass({ align, figures, main, result }: Column): string {
  return [align === 'end' && look.end, figures && look.figures, main && look.main, result && look.result]
    .filter(Boolean)
    .join(' ')
}
