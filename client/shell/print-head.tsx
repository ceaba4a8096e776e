import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Shell } from '../../schemas/shell.ts'
import { useWords } from '../model/use-words.ts'

/** The head of what is printed: from whom it comes, about whom it is, and when it was printed. */
export function PrintHead({ brand, subject, locale }: Pick<Shell, 'brand' | 'subject' | 'locale'>) {
  const word = useWords()
  const at = usePrintedAt()
  const day = at.toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <div className="print-head">
      <p>
        <strong>{brand.name}</strong>
        {subject !== undefined && <span>{subject}</span>}
      </p>
      <p>
        {word('printed')} {day}
      </p>
    </div>
  )
}

/** The moment when the page was drawn, and then that of the last print. */
function usePrintedAt(): Date {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    // The browser prints what stands there when this returns.
    const print = () => flushSync(() => setAt(new Date()))
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [])
  return at
}
