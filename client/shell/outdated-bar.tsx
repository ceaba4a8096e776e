import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'

/** Offers a newer version; never reloads by itself, because a form may have unsaved input. */
export function OutdatedBar() {
  const isOutdated = useStore(usePortal().outdated)
  const word = useWords()
  return (
    <output>
      {isOutdated && (
        <span className="outdated">
          <span className="outdated-row">
            <button type="button" className="plain-button" onClick={() => location.reload()}>
              {word('reload')}
            </button>
          </span>
        </span>
      )}
    </output>
  )
}
