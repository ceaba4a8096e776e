import type { Portal } from '../model/portal.ts'
import { Idle } from './idle.ts'

const afterFirstPaintMs = 500

/** Starts what can wait until the first screen is rendered: the live connection and the idle timer. */
export function startBackground(portal: Portal): void {
  new Idle(portal)
  setTimeout(() => {
    // Without it the screens still work, but do not refresh by themselves.
    import('./live.ts').then(({ connectLive }) => connectLive(portal)).catch(() => undefined)
  }, afterFirstPaintMs)
}
