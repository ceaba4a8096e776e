import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'

/**
 * Offers a newer version; never reloads by itself, because a form may have unsaved input. Says while something on the
 * page could not be updated.
 */
export function OutdatedBar() {
  const { outdated, retries } = usePortal()
  const isOutdated = useStore(outdated)
  const isLate = useStore(retries.isLate)
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
      {isLate && (
        <span className="outdated late">
          <span className="outdated-row">{word('notUpdated')}</span>
        </span>
      )}
    </output>
  )
}
