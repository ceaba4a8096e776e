import { useWords } from '../model/use-words.ts'
import '../styles/form.css'
import look from './file-complaints.module.css'

/** A file that was not accepted, and why. */
export interface Complaint {
  name: string
  words: string
}

export function FileComplaints({ complaints }: { complaints: readonly Complaint[] }) {
  const word = useWords()
  if (complaints.length === 0) return null
  return (
    <div role="alert">
      <ul className={look.complaints}>
        {complaints.map(({ name, words }) => (
          <li key={name} className="field-error">
            <span className="error-mark" aria-hidden="true">
              !
            </span>
            <span>
              <span className="visually-hidden">{word('errorPrefix')}</span>
              {name}: {words}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
