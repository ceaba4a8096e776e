import type { ReactNode } from 'react'
import type { Empty, EmptyPicture } from '../../schemas/empty.ts'
import { Button } from './button.tsx'
import look from './empty-state.module.css'
import { Words } from './words.tsx'

/** Lines of 2 px in a square of 48. */
const drawings: { [Name in EmptyPicture]: string } = {
  calendar:
    'M11 10h26a4 4 0 0 1 4 4v23a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4zM7 20h34M16 6v8M32 6v8M15 28h4M22 28h4M29 28h4M15 34h4M22 34h4',
  card: 'M9 11h30a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V15a4 4 0 0 1 4-4zM5 20h38M12 30h9',
  check: 'M24 43a19 19 0 1 0 0-38 19 19 0 0 0 0 38zM15 25l6 6 12-13',
  clock: 'M24 43a19 19 0 1 0 0-38 19 19 0 0 0 0 38zM24 13v11l7 5',
  file: 'M14 5h14l10 10v25a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM28 5v10h10M18 25h13M18 33h9',
  inbox: 'M7 28h10l3 5h8l3-5h10M13 9h22l6 19v9a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3v-9z',
  list: 'M13 8h22a3 3 0 0 1 3 3v29a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3zM18 5h12v6H18zM17 21h14M17 28h14M17 35h8',
  people:
    'M18 22a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5 40v-3a9 9 0 0 1 9-9h8a9 9 0 0 1 9 9v3M31 8.5a7 7 0 0 1 0 13M43 40v-3a9 9 0 0 0-6.5-8.6',
  search: 'M21 36a15 15 0 1 0 0-30 15 15 0 0 0 0 30zM32 32l10 10',
  sent: 'M42 6 20 28M42 6 28 42l-8-14L6 20z',
}

interface EmptyStateProps {
  empty: Empty
  /** Above the sentence. */
  children?: ReactNode
}

/** What stands where rows would stand. */
export function EmptyState({ empty: { picture, text, next }, children }: EmptyStateProps) {
  return (
    <div className={look.empty}>
      <Drawing path={picture && drawings[picture]} />
      <div className={look.words}>
        {children}
        <p>
          <Words words={text} />
        </p>
        {next && <Button action={next.do}>{next.label}</Button>}
      </div>
    </div>
  )
}

function Drawing({ path }: { path: string | undefined }) {
  if (path === undefined) return null
  return (
    <svg className={look.picture} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
