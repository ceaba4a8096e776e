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
  const view = useStore(usePortal().view)
  return (
    <ActLink action={entry.do} aria-current={placeOf(entry, view?.path, view?.screen?.under)} {...rest}>
      {entry.label}
    </ActLink>
  )
}

function placeOf(
  { do: action }: Entry,
  path: string | undefined,
  under: string | undefined,
): 'page' | 'true' | undefined {
  if (action.type !== 'navigate' || path === undefined) return undefined
  const target = pathOf(action.to)
  const here = pathOf(path)
  if (here === target) return 'page'
  if (under !== undefined) return under === target ? 'true' : undefined
  // On a page below the target of the entry.
  return target !== '/' && here.startsWith(`${target}/`) ? 'true' : undefined
}

function pathOf(route: string): string {
  return route.split(/[?#]/)[0] ?? route
}
