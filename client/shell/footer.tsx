import type { Shell } from '../../schemas/shell.ts'
import { EntryLink } from './entry-link.tsx'

export function Footer({ footer }: { footer: Shell['footer'] }) {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p>{footer.text}</p>
        {footer.entries.length > 0 && (
          <ul>
            {footer.entries.map((entry) => (
              <li key={entry.id}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
}
