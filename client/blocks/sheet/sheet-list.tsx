import type { BlockOf } from '../../../schemas/blocks.ts'
import { SheetWords } from './sheet-words.tsx'
import look from './sheet.module.css'

type List = Extract<BlockOf<'sheet'>['parts'][number], { type: 'list' }>
type Item = List['items'][number]

interface Branch {
  item: Item
  below: Branch[]
}

export function SheetList({ part: { items } }: { part: List }) {
  return <Branches branches={nested(items)} />
}

/** Items of a deeper level belong to the one before them. */
function nested(items: readonly Item[]): Branch[] {
  const roots: Branch[] = []
  const path: Branch[] = []
  for (const item of items) {
    const branch = { item, below: [] }
    path.length = Math.min(path.length, (item.level ?? 1) - 1)
    const siblings = path.at(-1)?.below ?? roots
    siblings.push(branch)
    path.push(branch)
  }
  return roots
}

/** One list for each run of items that are numbered, and of those that are not. */
function Branches({ branches }: { branches: readonly Branch[] }) {
  const runs: Branch[][] = []
  for (const branch of branches) {
    const run = runs.at(-1)
    const isSame = run && (run[0]?.item.number === undefined) === (branch.item.number === undefined)
    if (isSame) run.push(branch)
    else runs.push([branch])
  }
  return runs.map((run, place) => {
    const List = run[0]?.item.number === undefined ? 'ul' : 'ol'
    return (
      // Items have no id.
      <List key={`run ${String(place)}`} className={look.list} dir="auto">
        {run.map(({ item, below }, at) => (
          <li key={`item ${String(at)}`} value={item.number}>
            <SheetWords words={item.text} />
            {below.length > 0 && <Branches branches={below} />}
          </li>
        ))}
      </List>
    )
  })
}
