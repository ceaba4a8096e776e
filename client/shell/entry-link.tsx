import type { HTMLAttributes } from 'react'
import type { Entry } from '../../schemas/shell.ts'
import { ActLink } from '../render/to.tsx'
import { placeOf } from './place-of.ts'
import { CountMark } from '../parts/count-mark.tsx'
import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'

interface EntryLinkProps extends HTMLAttributes<HTMLElement> {
  entry: Entry
}

/** A link of the header or footer; marks itself as current if the user is on its page. */
export function EntryLink({ entry, ...rest }: EntryLinkProps) {
  const [place] = usePlaces([entry])
  const question = useStore(usePortal().unsaved.question)
  return (
    <ActLink
      action={entry.do.type === 'call' ? { confirm: question, ...entry.do } : entry.do}
      aria-current={place}
      {...rest}
    >
      {entry.label}
      <CountMark count={entry.count} />
    </ActLink>
  )
}

/** How each of the entries is marked: `page` on its own page, `true` on one that belongs to it. */
export function usePlaces(entries: readonly Entry[]): ('page' | 'true' | undefined)[] {
  const view = useStore(usePortal().view)
  return entries.map((entry) => view && placeOf(entry, { path: view.path, under: view.screen.under }))
}
