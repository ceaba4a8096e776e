import type { EffectOf } from '../../schemas/effect.ts'
import type { Portal } from '../model/portal.ts'
import { announce } from '../base/announce.ts'

const shownMs = 6000
let noticeKeys = 0

/** Shows a temporary message and announces it to screen readers. */
export function notify(portal: Portal, notice: Omit<EffectOf<'notify'>, 'type'>): void {
  const { tone, text, durationMs = shownMs } = notice
  noticeKeys += 1
  portal.notices.set([...portal.notices.get(), { key: noticeKeys, tone, text, durationMs }])
  announce(text, tone === 'error' ? 'assertive' : 'polite')
}
