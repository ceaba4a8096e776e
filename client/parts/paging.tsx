import { useId } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { useWords } from '../model/use-words.ts'
import { ActLink } from '../render/to.tsx'
import busy from './busy.module.css'
import look from './paging.module.css'

type PageOf = NonNullable<BlockOf<'table'>['paging']>

/** The pages of a table or list. */
export function Paging({ paging, of }: { paging: PageOf; of: string }) {
  const word = useWords()
  const { page, size, total, toPage } = paging
  const pages = Math.max(1, Math.ceil(total / size))
  const status = `${word('page')} ${page} ${word('of')} ${pages}`
  return (
    <nav className={look.paging} aria-label={`${of}: ${status}`}>
      <PageLink to={page > 1 ? page - 1 : undefined} action={toPage} label={word('previous')} />
      <span>{status}</span>
      <PageLink to={page < pages ? page + 1 : undefined} action={toPage} label={word('next')} />
      <PageSize paging={paging} />
    </nav>
  )
}

/** Keeps its space on the first and last page, so that the other link does not move under the pointer. */
function PageLink({ to, action, label }: { to: number | undefined; action: PageOf['toPage']; label: string }) {
  if (to === undefined)
    return (
      <span className={`plain-button ${look.noPage}`} aria-hidden="true">
        {label}
      </span>
    )
  return (
    <ActLink className={`plain-button ${busy.button}`} action={action} chosen={String(to)}>
      {label}
    </ActLink>
  )
}

function PageSize({ paging: { sizes, size, toSize } }: { paging: PageOf }) {
  const id = useId()
  const word = useWords()
  const { run } = useRun()
  if (!sizes || !toSize) return null
  return (
    <span className={look.size}>
      <label htmlFor={id}>{word('perPage')}</label>
      <select id={id} value={size} onChange={({ target }) => void run(toSize, target.value)}>
        {sizes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </span>
  )
}
