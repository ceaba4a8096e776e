import type { Entry } from '../../schemas/shell.ts'
import { EntryLink } from './entry-link.tsx'

interface EntryListProps {
  entries: readonly Entry[]
  /** The id of the element that names the list. */
  labelledBy?: string
  /** Closes the menu that holds the list. */
  close: () => void
}

/** The entries of a menu, one below the other. */
export function EntryList({ entries, labelledBy, close }: EntryListProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryLink entry={entry} onClick={close} />
        </li>
      ))}
    </ul>
  )
}
