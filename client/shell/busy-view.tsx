import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'

/** Covers the page with the name of the running action, so that no other can be started. */
export function BusyView() {
  const text = useStore(usePortal().busy)
  return (
    <output className={text === undefined ? 'busy' : 'busy shown'}>
      {text !== undefined && (
        <span className="busy-card">
          <span className="spinner" aria-hidden="true" />
          {text}
        </span>
      )}
    </output>
  )
}
