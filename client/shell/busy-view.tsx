import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'

/** Says what is being done, above everything, so that nothing else is begun meanwhile. */
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
