import { useEffect } from 'react'
import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'
import { forgetNotice, type Notice } from '../model/state.ts'
import { useWords } from '../model/use-words.ts'

/** Shows temporary messages if the notice layer could not be loaded. They are already announced. */
export function PlainNotices() {
  const shown = useStore(usePortal().notices)
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
  useEffect(() => {
    if (durationMs === 0) return undefined
    const timer = setTimeout(() => forgetNotice({ notices }, key), durationMs)
    return () => clearTimeout(timer)
  }, [notices, key, durationMs])
  return (
    <li className="plain-notice">
      <p>{text}</p>
      <button type="button" className="plain-button" onClick={() => forgetNotice({ notices }, key)}>
        {word('close')}
      </button>
    </li>
  )
}
