import type { Published } from '../../server/protocol/hints.ts'
import type { RunningPortal } from './portal.ts'

/** Runs while open pages hear of no change; they hear of all of them afterwards. */
export async function withoutHints({ portal }: Pick<RunningPortal, 'portal'>, run: () => Promise<void>): Promise<void> {
  const { hints } = portal
  const { publish } = hints
  const held: Published[] = []
  hints.publish = (hint) => void held.push(hint)
  try {
    await run()
  } finally {
    hints.publish = publish
    for (const hint of held) hints.publish(hint)
  }
}
