import { useStore } from '../base/store.ts'
import { focusOn } from '../base/focus.ts'
import { usePortal } from '../model/portal-context.ts'
import type { BannerContent } from '../model/state.ts'
import { useWords } from '../model/use-words.ts'
import { Plain } from '../parts/words.tsx'

/** An error that belongs to no field. Takes the focus when it appears. */
export function ErrorBanner() {
  const { errorBanner } = usePortal()
  const word = useWords()
  const banner = useStore(errorBanner)
  if (!banner) return null
  const retry = banner.retry
  return (
    <div className="error-banner" role="alert" ref={(place) => takeFocusOnce(place, banner)}>
      <p className="error-banner-text">
        <Plain text={banner.text} />
      </p>
      {banner.items.length > 0 && (
        <ul>
          {banner.items.map((item) => (
            <li key={item}>
              <Plain text={item} />
            </li>
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

/** Takes the focus once for each error, not again when it is rendered behind or after a dialog. */
function takeFocusOnce(place: HTMLElement | null, errorBanner: BannerContent): void {
  if (!place || errorBanner.isBeside || focused.has(errorBanner)) return
  focused.add(errorBanner)
  focusOn(place)
  place.scrollIntoView?.({ block: 'nearest' })
}
