import { notification } from 'antd'
import { useEffect } from 'react'
import type { Tone } from '../../schemas/base.ts'
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

/** Messages that pass. They are said aloud where they arise (see notify.ts), so here they are only shown. */
export function NoticeLayer() {
  const { notices } = usePortal()
  const word = useWords()
  const shown = useStore(notices)
  // On a phone the top holds the title, which a person needs to read first.
  const placement = useBelow(600) ? 'bottom' : 'topRight'
  const [api, holder] = notification.useNotification({ placement, pauseOnHover: true })
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
