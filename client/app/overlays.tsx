import { Suspense } from 'react'
import { preloadable } from '../render/preloadable.ts'
import { useFetched } from '../render/use-fetched.ts'
import { BusyView } from './busy-view.tsx'
import { useCell } from './cell.ts'
import { usePortal } from './portal-context.ts'
import { useWords } from './words.ts'

const dialogLayer = preloadable(() => import('./dialog-layer.tsx').then((file) => file.DialogLayer))
const noticeLayer = preloadable(() => import('./notice-layer.tsx').then((file) => file.NoticeLayer))
const DialogLayer = dialogLayer.view
const NoticeLayer = noticeLayer.view

/** What comes in front of the screen; fetched when the first of its kind is needed. */
export function Overlays() {
  const { dialogs, notices, trouble } = usePortal()
  const word = useWords()
  const asks = useCell(dialogs.stack).length > 0
  const says = useCell(notices).length > 0
  // Nobody can answer a question that cannot be shown.
  const missed = () => {
    dialogs.closeAll()
    trouble.set({ text: word('offline'), items: [] })
  }
  const canAsk = useFetched(dialogLayer.preload, { isWanted: asks, missed })
  const canSay = useFetched(noticeLayer.preload, { isWanted: says })
  return (
    <Suspense fallback={null}>
      {asks && canAsk && <DialogLayer />}
      {says && canSay && <NoticeLayer />}
      <BusyView />
    </Suspense>
  )
}
