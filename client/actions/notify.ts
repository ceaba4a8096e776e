import type { EffectOf } from '../../schemas/effect.ts'
import type { Portal } from '../model/portal.ts'
import { announce } from '../base/announce.ts'

const shownMs = 6000
let noticeKeys = 0

/** Shows a message that passes, and says it. */
export function notify(portal: Portal, said: Omit<EffectOf<'notify'>, 'type'>): void {
  const { tone, text, durationMs = shownMs } = said
  noticeKeys += 1
  portal.notices.set([...portal.notices.get(), { key: noticeKeys, tone, text, durationMs }])
  announce(text, tone === 'error' ? 'assertive' : 'polite')
}
