import { useState } from 'react'
import { isStale } from '../base/is-stale.ts'
import { preloadable } from '../base/preloadable.tsx'
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

/** Dialogs and notices in front of the screen; loaded when first needed. */
export function Overlays({ parts: { dialogLayer, noticeLayer } = fetchedParts }: { parts?: OverlayParts }) {
  const { dialogs, notices, errorBanner, outdated } = usePortal()
  const word = useWords()
  const openDialogs = useStore(dialogs.stack)
  const messages = useStore(notices)
  const [isPlain, setPlain] = useState(false)
  // If the device is offline, reloading would not help and would lose the page.
  const isOld = (error: unknown) => isStale(error) && navigator.onLine
  const canAsk = useFetched(dialogLayer.preload, {
    isEnabled: openDialogs.length > 0,
    missed: (error) => {
      // A question that cannot be shown cannot be answered.
      dialogs.closeAll()
      errorBanner.set({ text: word(isOld(error) ? 'failed' : 'offline'), items: [] })
      if (isOld(error)) outdated.set(true)
    },
  })
  const canSay = useFetched(noticeLayer.preload, {
    isEnabled: messages.length > 0,
    anew: messages,
    missed: (error) => {
      setPlain(true)
      if (isOld(error)) outdated.set(true)
    },
  })
  return (
    <>
      {openDialogs.length > 0 && canAsk && <dialogLayer.view />}
      {messages.length > 0 && canSay && <noticeLayer.view />}
      {messages.length > 0 && !canSay && isPlain && <PlainNotices />}
      <BusyView />
    </>
  )
}
