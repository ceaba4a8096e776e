import { useCell } from './cell.ts'
import { usePortal } from './portal-context.ts'
import { useWords } from './words.ts'

/** Offers a newer version; never by itself, because a form may have been begun. */
export function OutdatedBar() {
  const isOutdated = useCell(usePortal().outdated)
  const word = useWords()
  return (
    <output>
      {isOutdated && (
        <span className="outdated">
          <button type="button" className="plain-button" onClick={() => location.reload()}>
            {word('reload')}
          </button>
        </span>
      )}
    </output>
  )
}
