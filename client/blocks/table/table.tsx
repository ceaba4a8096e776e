import { useState, type CSSProperties } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import type { BlockProps } from '../../render/block-props.ts'
import button from '../../parts/button.module.css'
import { Paging } from '../../parts/paging.tsx'
import { columnClass, TableFooter, TableRow } from './table-row.tsx'
import look from './table.module.css'
import { EmptyState } from '../../parts/empty-state.tsx'

type Table = BlockOf<'table'>

/** One table for all layouts: below 768 px its rows look like cards that name each column, or like lines. */
export function TableBlock({ block }: BlockProps<'table'>) {
  const {
    caption,
    hideCaption,
    columns,
    rows,
    footer = [],
    selection,
    tools,
    empty,
    paging,
    narrow,
    group,
    details,
  } = block
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return <EmptyTable caption={caption} hideCaption={hideCaption} empty={empty} />
  const acts = rows.some(({ actions = [] }) => actions.length > 0)
  const layout = { columns, selection, acts }
  const lines = narrow === 'lines'
  const fold = details && (isOpen ? look.open : look.folded)
  // Where there is room for all cells, the button is for what is below the rows only.
  const unfolds = rows.some(({ detail }) => detail) ? look.details : `${look.details} ${look.onlyNarrow}`
  return (
    <div className={lines ? `${look.surface} ${look.ofLines}` : look.surface}>
      {/* Explicit roles, because CSS `display` of the narrow layouts removes the implicit table roles. */}
      <table
        className={`${look.table} ${lines ? look.lines : look.cards} ${group ? look.grouped : ''} ${fold ?? ''}`}
        style={
          { '--columns': columns.length + (selection === undefined ? 0 : 1) } as CSSProperties /* a custom property */
        }
        role="table"
      >
        <caption className={hideCaption ? 'visually-hidden' : look.caption}>{caption}</caption>
        <TableHead {...layout} tools={tools} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow key={row.id} row={row} {...layout} isOpen={details === undefined || isOpen} />
          ))}
        </tbody>
        {footer.length > 0 && <TableFooter rows={footer} {...layout} />}
      </table>
      {details && (
        <button
          type="button"
          className={`${button.link} ${unfolds}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? details.less : details.more} <span className="visually-hidden">{caption}</span>
        </button>
      )}
      {paging && <Paging paging={paging} of={caption} />}
    </div>
  )
}
type Head = Pick<Table, 'columns' | 'selection' | 'tools'> & { acts: boolean }

function TableHead({ columns, selection, tools, acts }: Head) {
  const word = useWords()
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection !== undefined && (
          <th role="columnheader" scope="col" className={look.selectHead}>
            {selection}
          </th>
        )}
        {columns.map((column) => (
          <th key={column.id} role="columnheader" scope="col" className={columnClass(column)}>
            {column.label}
          </th>
        ))}
        {acts && (
          <th role="columnheader" scope="col" className={look.actsHead}>
            {tools ?? <span className="visually-hidden">{word('actions')}</span>}
          </th>
        )}
      </tr>
    </thead>
  )
}

function EmptyTable({ caption, hideCaption, empty }: Pick<Table, 'caption' | 'hideCaption' | 'empty'>) {
  return (
    <div role="group" aria-label={caption}>
      <EmptyState empty={empty}>{!hideCaption && <p className={look.emptyCaption}>{caption}</p>}</EmptyState>
    </div>
  )
}
