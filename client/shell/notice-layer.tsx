import { notification } from 'antd'
import { useEffect } from 'react'
import type { Tone } from '../../schemas/base.ts'
import { Antd } from '../parts/antd.tsx'
import { canHover } from '../base/can-hover.ts'
import { useBelow } from '../base/use-below.ts'
import { useStore } from '../base/store.ts'
import { usePortal } from '../model/portal-context.ts'
import { forgetNotice } from '../model/state.ts'
import { useWords } from '../model/use-words.ts'

const types = {
  neutral: 'info',
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
} as const satisfies Record<Tone, string>

/** Temporary messages. notify.ts announces them; here they are only shown. */
export function NoticeLayer() {
  return (
    <Antd>
      <Notices />
    </Antd>
  )
}

function Notices() {
  const { notices } = usePortal()
  const word = useWords()
  const shown = useStore(notices)
  // On a phone the title is at the top, and the user needs to read it first.
  const placement = useBelow(600) ? 'bottom' : 'topRight'
  const [api, holder] = notification.useNotification({ placement, pauseOnHover: canHover })
  const closeLabel = word('close')
  useEffect(() => {
    for (const { key, tone, text, durationMs } of shown) {
      const closable = { 'aria-label': closeLabel }
      api.open({
        key,
        type: types[tone],
        title: text,
        placement,
        duration: durationMs / 1000 || false,
        closable,
        role: 'status',
        onClose: () => forgetNotice({ notices }, key),
      })
    }
  }, [api, shown, notices, closeLabel, placement])
  return holder
}
