import { useStore } from '../base/store.ts'
import { focusOn } from '../base/focus.ts'
import { usePortal } from '../model/portal-context.ts'
import type { Trouble } from '../model/state.ts'
import { useWords } from '../model/use-words.ts'

/** What went wrong and belongs to no field. It takes the focus when it comes. */
export function TroubleView() {
  const { trouble } = usePortal()
  const word = useWords()
  const said = useStore(trouble)
  if (!said) return null
  const retry = said.retry
  return (
    <div className="trouble" role="alert" ref={(place) => takeFocusOnce(place, said)}>
      <p className="trouble-text">{said.text}</p>
      {said.items.length > 0 && (
        <ul>
          {said.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <div className="trouble-actions">
        {retry && (
          <button type="button" className="plain-button first" onClick={retry}>
            {word('retry')}
          </button>
        )}
        <button type="button" className="plain-button" onClick={() => trouble.set(undefined)}>
          {word('close')}
        </button>
      </div>
    </div>
  )
}

const focused = new WeakSet<Trouble>()

/** Drawn again, behind a dialog or after it, it is no news. */
function takeFocusOnce(place: HTMLElement | null, trouble: Trouble): void {
  if (!place || focused.has(trouble)) return
  focused.add(trouble)
  focusOn(place)
  place.scrollIntoView?.({ block: 'nearest' })
}
