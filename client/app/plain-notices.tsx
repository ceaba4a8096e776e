import { useEffect } from 'react'
import { useCell } from './cell.ts'
import { usePortal } from './portal-context.ts'
import type { Notice } from './state.ts'
import { useWords } from './words.ts'

/** Messages that pass, where the part that shows them well could not be fetched. They were said aloud already. */
export function PlainNotices() {
  const shown = useCell(usePortal().notices)
  return (
    <ul className="plain-notices">
      {shown.map((notice) => (
        <PlainNotice key={notice.key} notice={notice} />
      ))}
    </ul>
  )
}

function PlainNotice({ notice: { key, text, durationMs } }: { notice: Notice }) {
  const { notices } = usePortal()
  const word = useWords()
  const forget = () => notices.set(notices.get().filter((each) => each.key !== key))
  useEffect(() => {
    if (durationMs === 0) return undefined
    const timer = setTimeout(forget, durationMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is forgotten is known by its key
  }, [key, durationMs])
  return (
    <li className="plain-notice">
      <p>{text}</p>
      <button type="button" className="plain-button" onClick={forget}>
        {word('close')}
      </button>
    </li>
  )
}
