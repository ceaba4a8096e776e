import { useCell } from './cell.ts'
import { usePortal } from './portal-context.ts'

/** Says what is being done, above everything, so that nothing else is begun meanwhile. */
export function BusyView() {
  const text = useCell(usePortal().busy)
  return (
    <div className={text === undefined ? 'busy' : 'busy shown'} role="status">
      {text !== undefined && (
        <p>
          <span className="spinner" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  )
}
