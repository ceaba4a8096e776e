import type { Shell } from '../../schemas/shell.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { EntryLink } from './entry-link.tsx'
import { Chevron } from './marks.tsx'

export function AccountMenu({ account }: { account: NonNullable<Shell['account']> }) {
  const face = () => (
    <>
      <span className="disc" aria-hidden="true">
        {initials(account.name)}
      </span>
      <span className="visually-hidden">{account.label}: </span>
      <span className="account-name">{account.name}</span>
      <Chevron />
    </>
  )
  return (
    <Disclosure className="account" face={face}>
      {(close) => (
        <>
          <p className="account-title">{account.name}</p>
          <ul>
            {account.entries.map((entry) => (
              <li key={entry.id}>
                <EntryLink entry={entry} onClick={close} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  )
}

function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.[0] ?? '')
    .join('')
    .toUpperCase()
}
