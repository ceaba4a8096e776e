import { useStore } from '../base/store.ts'
import { focusOn } from '../base/focus.ts'
import { usePortal } from '../model/portal-context.ts'
import type { BannerContent } from '../model/state.ts'
import { useWords } from '../model/use-words.ts'

/** What went wrong and belongs to no field. It takes the focus when it comes. */
export function ErrorBanner() {
  const { errorBanner } = usePortal()
  const word = useWords()
  const said = useStore(errorBanner)
  if (!said) return null
  const retry = said.retry
  return (
    <div className="error-banner" role="alert" ref={(place) => takeFocusOnce(place, said)}>
      <p className="error-banner-text">{said.text}</p>
      {said.items.length > 0 && (
        <ul>
          {said.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <div className="error-banner-actions">
        {retry && (
          <button type="button" className="plain-button first" onClick={retry}>
            {word('retry')}
          </button>
        )}
        <button type="button" className="plain-button" onClick={() => errorBanner.set(undefined)}>
          {word('close')}
        </button>
      </div>
    </div>
  )
}

const focused = new WeakSet<BannerContent>()

/** Drawn again, behind a dialog or after it, it is no news. */
function takeFocusOnce(place: HTMLElement | null, errorBanner: BannerContent): void {
  if (!place || focused.has(errorBanner)) return
  focused.add(errorBanner)
  focusOn(place)
  place.scrollIntoView?.({ block: 'nearest' })
}
