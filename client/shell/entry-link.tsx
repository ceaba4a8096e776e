import type { HTMLAttributes } from 'react'
import type { Entry } from '../../schemas/shell.ts'
import { ActLink } from '../render/to.tsx'
import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'

interface EntryLinkProps extends HTMLAttributes<HTMLElement> {
  entry: Entry
}

/** A link of the header or footer; marks itself as current if the user is on its page. */
export function EntryLink({ entry, ...rest }: EntryLinkProps) {
  const path = useStore(usePortal().view)?.path
  return (
    <ActLink action={entry.do} aria-current={placeOf(entry, path)} {...rest}>
      {entry.label}
    </ActLink>
  )
}

function placeOf({ do: action }: Entry, path: string | undefined): 'page' | 'true' | undefined {
  if (action.type !== 'navigate' || path === undefined) return undefined
  const target = pathOf(action.to)
  const here = pathOf(path)
  if (here === target) return 'page'
  // On a page below the target of the entry.
  return target !== '/' && here.startsWith(`${target}/`) ? 'true' : undefined
}

function pathOf(route: string): string {
  return route.split(/[?#]/)[0] ?? route
}
