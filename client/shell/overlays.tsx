import { Suspense, useState } from 'react'
import { isStale } from '../base/is-stale.ts'
import { preloadable } from '../base/preloadable.ts'
import { useFetched } from '../base/use-fetched.ts'
import { BusyView } from './busy-view.tsx'
import { useStore } from '../base/store.ts'
import { PlainNotices } from './plain-notices.tsx'
import { usePortal } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'

export interface OverlayParts {
  dialogLayer: ReturnType<typeof preloadable<object>>
  noticeLayer: ReturnType<typeof preloadable<object>>
}
const fetchedParts: OverlayParts = {
  dialogLayer: preloadable(() => import('./dialog-layer.tsx').then((file) => file.DialogLayer)),
  noticeLayer: preloadable(() => import('./notice-layer.tsx').then((file) => file.NoticeLayer)),
}

/** What comes in front of the screen; fetched when the first of its kind is needed. */
export function Overlays({ parts: { dialogLayer, noticeLayer } = fetchedParts }: { parts?: OverlayParts }) {
  const { dialogs, notices, errorBanner, outdated } = usePortal()
  const word = useWords()
  const asked = useStore(dialogs.stack)
  const said = useStore(notices)
  const [saysPlainly, setSaysPlainly] = useState(false)
  // Without a connection a file cannot be fetched either, and reloading would lose what there is.
  const isOld = (error: unknown) => isStale(error) && navigator.onLine
  const canAsk = useFetched(dialogLayer.preload, {
    isWanted: asked.length > 0,
    missed: (error) => {
      // Nobody can answer a question that cannot be shown.
      dialogs.closeAll()
      errorBanner.set({ text: word(isOld(error) ? 'failed' : 'offline'), items: [] })
      if (isOld(error)) outdated.set(true)
    },
  })
  const canSay = useFetched(noticeLayer.preload, {
    isWanted: said.length > 0,
    anew: said,
    missed: (error) => {
      setSaysPlainly(true)
      if (isOld(error)) outdated.set(true)
    },
  })
  return (
    <Suspense fallback={null}>
      {asked.length > 0 && canAsk && <dialogLayer.view />}
      {said.length > 0 && canSay && <noticeLayer.view />}
      {said.length > 0 && !canSay && saysPlainly && <PlainNotices />}
      <BusyView />
    </Suspense>
  )
}
