import { useRef } from 'react'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { useSideways } from '../base/use-sideways.ts'
import { CountMark } from '../parts/count-mark.tsx'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import { ActLink } from '../render/to.tsx'
import look from './split.module.css'

/** On a phone so many entries stand in lines, and more in a strip that scrolls sideways. */
const mostInLines = 4

export function SplitBlock({ block }: BlockProps<'split'>) {
  return block.side ? <Sides block={block} side={block.side} /> : <Entries block={block} />
}

/** Where there is room for one of both, what is chosen stands in place of the list. */
function Sides({ block: { title, chosen, blocks }, side }: BlockProps<'split'> & { side: BlockList }) {
  return (
    <div className={`${look.sides} ${chosen === undefined ? look.unchosen : ''}`}>
      <section className={look.side} aria-label={title}>
        <Blocks blocks={side} />
      </section>
      <div className={look.chosen}>
        <Blocks blocks={blocks} />
      </div>
    </div>
  )
}

function Entries({ block: { title, entries, chosen, blocks } }: BlockProps<'split'>) {
  const list = useRef<HTMLElement>(null)
  useSideways(list, { selector: '[aria-current]', chosen })
  return (
    <div className={look.split}>
      <nav ref={list} className={entries.length > mostInLines ? `${look.list} sideways` : look.list} aria-label={title}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLink entry={entry} isHere={entry.id === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={look.chosen}>
        <Blocks blocks={blocks} />
      </div>
    </div>
  )
}

type Entry = BlockOf<'split'>['entries'][number]

interface EntryLinkProps {
  entry: Entry
  isHere: boolean
}

function EntryLink({ entry: { label, count, to }, isHere }: EntryLinkProps) {
  return (
    <ActLink className={look.entry} action={{ type: 'navigate', to }} aria-current={isHere || undefined}>
      <span>{label}</span>
      <CountMark count={count} className={look.count} />
    </ActLink>
  )
}
