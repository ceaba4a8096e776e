import { useId } from 'react'
import type { Shell } from '../../schemas/shell.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { EntryList } from './entry-list.tsx'
import { Bars, Cross } from './marks.tsx'

interface NarrowMenuProps {
  navigation: Shell['navigation'] | undefined
  account: Shell['account']
  label: string
}

/** The only menu of a narrow screen: the navigation, and below it what is one's own. */
export function NarrowMenu({ navigation, account, label }: NarrowMenuProps) {
  const id = useId()
  const face = (isOpen: boolean) => (
    <>
      {isOpen ? <Cross /> : <Bars />}
      <span className="narrow-menu-label">{label}</span>
    </>
  )
  return (
    <Disclosure className="narrow-menu" face={face}>
      {(close) => (
        <>
          {navigation && (
            <nav aria-label={navigation.label}>
              <EntryList entries={navigation.narrowEntries} close={close} />
            </nav>
          )}
          {account && (
            <>
              <p className="account-title" id={id}>
                <span className="visually-hidden">{account.label}: </span>
                {account.name}
              </p>
              <EntryList entries={account.entries} labelledBy={id} close={close} />
            </>
          )}
        </>
      )}
    </Disclosure>
  )
}
