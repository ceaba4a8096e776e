import type { BlockOf } from '../../../schemas/blocks.ts'
import { SheetWords } from './sheet-words.tsx'
import look from './sheet.module.css'

type Grid = Extract<BlockOf<'sheet'>['parts'][number], { type: 'grid' }>

export function SheetGrid({ part: { rows } }: { part: Grid }) {
  return (
    <table className={look.grid} dir="auto">
      <tbody>
        {rows.map(({ cells }, row) => (
          // Neither rows nor cells have an id.
          <tr key={`row ${String(row)}`}>
            {cells.map(({ text, head, across, down }, place) => {
              const Cell = head ? 'th' : 'td'
              return (
                <Cell key={`cell ${String(place)}`} colSpan={across} rowSpan={down}>
                  <SheetWords words={text} />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
