import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { Button } from '../../parts/button.tsx'
import { Paging } from '../../parts/paging.tsx'
import { columnClass, TableRow } from './table-row.tsx'
import look from './table.module.css'
import { Words } from '../../parts/words.tsx'

type Table = BlockOf<'table'>

/** One table for both layouts: below 768 px its rows look like cards and show the name of each column. */
export function TableBlock({ block }: BlockProps<'table'>) {
  const { caption, hideCaption, columns, rows, selection, empty, paging } = block
  if (rows.length === 0) return <EmptyTable caption={caption} hideCaption={hideCaption} empty={empty} />
  const acts = rows.some(({ actions = [] }) => actions.length > 0)
  return (
    <div className={look.surface}>
      {/* Explicit roles, because CSS `display` of the card layout removes the implicit table roles. */}
      <table className={look.table} role="table">
        <caption className={hideCaption ? 'visually-hidden' : look.caption}>{caption}</caption>
        <TableHead columns={columns} selection={selection} acts={acts} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow key={row.id} row={row} columns={columns} selection={selection} acts={acts} />
          ))}
        </tbody>
      </table>
      {paging && <Paging paging={paging} of={caption} />}
    </div>
  )
}

type Head = Pick<Table, 'columns' | 'selection'> & { acts: boolean }

function TableHead({ columns, selection, acts }: Head) {
  const word = useWords()
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection !== undefined && (
          <th role="columnheader" scope="col">
            {selection}
          </th>
        )}
        {columns.map((column) => (
          <th key={column.id} role="columnheader" scope="col" className={columnClass(column)}>
            {column.label}
          </th>
        ))}
        {acts && (
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{word('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function EmptyTable({ caption, hideCaption, empty: { text, next } }: Pick<Table, 'caption' | 'hideCaption' | 'empty'>) {
  return (
    <div className={look.empty} role="group" aria-label={caption}>
      {!hideCaption && <p className={look.emptyCaption}>{caption}</p>}
      <p>
        <Words words={text} />
      </p>
      {next && <Button action={next.do}>{next.label}</Button>}
    </div>
  )
}
