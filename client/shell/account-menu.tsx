import type { Shell } from '../../schemas/shell.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { usePlaces } from './entry-link.tsx'
import { EntryList } from './entry-list.tsx'
import { Chevron } from './marks.tsx'

export function AccountMenu({ account }: { account: NonNullable<Shell['account']> }) {
  const holdsCurrent = usePlaces(account.entries).some(Boolean)
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
    <Disclosure className={holdsCurrent ? 'account holds-current' : 'account'} face={face}>
      {(close) => <EntryList entries={account.entries} close={close} />}
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
