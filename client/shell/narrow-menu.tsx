import type { Entry } from '../../schemas/shell.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { EntryLink } from './entry-link.tsx'
import { Bars, Cross } from './marks.tsx'

interface NarrowMenuProps {
  label: string
  name: string
  entries: readonly Entry[]
}

/** The navigation on screens too narrow for it in the header. */
export function NarrowMenu({ label, name, entries }: NarrowMenuProps) {
  return (
    <Disclosure className="narrow-menu" label={label} face={(isOpen) => (isOpen ? <Cross /> : <Bars />)}>
      {(close) => (
        <nav aria-label={name}>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryLink entry={entry} onClick={close} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Disclosure>
  )
}
