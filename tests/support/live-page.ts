import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { Hint } from '../../schemas/live.ts'
import type { RunningPortal } from './portal.ts'

/** A page that is open in another browser until the test ends. */
export interface LivePage {
  /** The hints that it received on opening: of changes shortly before. */
  missed: Hint[]
  /** The hints received since then, of the topics that it watches. */
  heard: Hint[]
  /** Waits until it has received every hint that was published before. */
  caughtUp(): Promise<void>
}

/**
 * Resolves when the portal knows which topics the page watches: `topics`, and one more, by which `caughtUp` checks the
 * order of hints.
 */
export async function openLivePage(
  { url, portal }: Pick<RunningPortal, 'url' | 'portal'>,
  topics: readonly string[],
  { practice = 'lakeside', cookie = '' }: { practice?: string; cookie?: string } = {},
): Promise<LivePage> {
  const socket = io(url, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { host: `${practice}.localhost`, cookie },
  })
  onTestFinished(() => void socket.disconnect())
  const mark = `licensee:${practice}/test-pages/${randomUUID()}`
  const heard: Hint[] = []
  const marked: unknown[] = []
  socket.on('hint', (hint: Hint) => void (hint.topics.includes(mark) ? marked.push(hint.cause) : heard.push(hint)))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  socket.emit('watch', [...topics, mark])
  const caughtUp = async () => {
    const cause = randomUUID()
    const publishAndLook = () => {
      portal.hints.publish({ topics: [mark], cause })
      return marked
    }
    await expect.poll(publishAndLook, { interval: 20 }).toContain(cause)
  }
  await caughtUp()
  return { missed: heard.splice(0), heard, caughtUp }
}
