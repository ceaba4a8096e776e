import type { Portal } from '../model/portal.ts'
import { Idle } from './idle.ts'

const afterFirstPaintMs = 500

/** What can wait until the first screen stands: the live connection and the watch over an idle session. */
export function startBackground(portal: Portal): void {
  new Idle(portal)
  setTimeout(() => {
    // Without it the screens still work; they only do not change by themselves.
    import('./live.ts').then(({ connectLive }) => connectLive(portal)).catch(() => undefined)
  }, afterFirstPaintMs)
}
