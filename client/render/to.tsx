import type { HTMLAttributes, MouseEvent, ReactNode } from 'react'
import type { Action } from '../../schemas/action.ts'
import { useRun } from '../actions/use-run.ts'
import { addressWith } from '../actions/with-chosen.ts'
import { useWords } from '../model/use-words.ts'

interface ActLinkProps extends HTMLAttributes<HTMLElement> {
  action: Action
  /** The value of the block, for an action that has a `parameter`. */
  chosen?: string
  children: ReactNode
}

/** A real link for a navigation, so that it can be opened in a new tab; a button for other actions. */
export function ActLink({ action, chosen, children, onClick, ...rest }: ActLinkProps) {
  const { run, running } = useRun()
  const href = hrefOf(action, chosen)
  const act = (event: MouseEvent<HTMLElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || (href !== undefined && isForTheBrowser(event, action))) return
    event.preventDefault()
    void run(action, chosen)
  }
  const common = { ...rest, onClick: act, 'aria-busy': running || undefined }
  if (href === undefined) {
    return (
      <button type="button" {...common}>
        {children}
      </button>
    )
  }
  return (
    <a {...common} href={href} {...(opensTab(action) && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
      {opensTab(action) && <NewTab />}
    </a>
  )
}

function NewTab() {
  const word = useWords()
  // An ordinary space within the hidden element would be dropped from the name of the link; one before it would show.
  return <span className="visually-hidden">{`\u00A0(${word('newTab')})`}</span>
}

function hrefOf(action: Action, chosen: string | undefined): string | undefined {
  if (action.type === 'navigate') return addressWith(action, chosen)
  if (action.type === 'back') return action.to
  if (action.type === 'leave') return action.href
  return undefined
}

function opensTab(action: Action): boolean {
  if (action.type === 'navigate') return action.newWindow === true
  return action.type === 'leave' && /^(https:|\/)/.test(action.href)
}

/** The browser handles clicks that open another tab or window, or lead out of the portal. */
function isForTheBrowser(event: MouseEvent<HTMLElement>, action: Action): boolean {
  const isModified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return isModified || action.type === 'leave' || (opensTab(action) && !('confirm' in action && action.confirm))
}
