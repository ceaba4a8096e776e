import { lazy, Suspense } from 'react'
import { BusyView } from './busy-view.tsx'
import { useCell } from './cell.ts'
import { usePortal } from './portal-context.ts'

const DialogLayer = lazy(() => import('./dialog-layer.tsx').then((file) => ({ default: file.DialogLayer })))
const NoticeLayer = lazy(() => import('./notice-layer.tsx').then((file) => ({ default: file.NoticeLayer })))

/** What comes in front of the screen; fetched when the first of its kind is needed. */
export function Overlays() {
  const { dialogs, notices } = usePortal()
  const asks = useCell(dialogs.stack).length > 0
  const says = useCell(notices).length > 0
  return (
    <Suspense fallback={null}>
      {asks && <DialogLayer />}
      {says && <NoticeLayer />}
      <BusyView />
    </Suspense>
  )
}
