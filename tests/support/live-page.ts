import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { Ended, Hint } from '../../schemas/live.ts'
import type { RunningPortal } from './portal.ts'

/** A page that is open in another browser until the test ends. */
export interface LivePage {
  /** The hints that it received on opening: of changes since it was drawn. */
  missed: Hint[]
  /** The hints received since then, of the topics that it watches. */
  heard: Hint[]
  /** Waits until it has received every hint that was published before. */
  caughtUp(): Promise<void>
  /** Why its session ended; undefined if nobody gave a reason. */
  reason(): string | undefined
  /** Whether the portal has closed it, because its session ended. */
  hasEnded(): boolean
  /** Watches other topics instead, from a content that was drawn at that time. */
  watch(topics: readonly string[], asOf?: string): Promise<void>
}

interface LivePageOptions {
  practice?: string
  cookie?: string
  /** The headers of its connection. Default: the host of the practice, and the cookie. */
  headers?: Record<string, string>
  /** The X-As-Of of the page's content. Default: it was drawn just now; undefined: it does not say. */
  asOf?: string
}

/**
 * Resolves when the portal knows which topics the page watches: `topics`, and one more, by which `caughtUp` checks the
 * order of hints.
 */
export async function openLivePage(
  { url, portal }: Pick<RunningPortal, 'url' | 'portal'>,
  topics: readonly string[],
  options: LivePageOptions = {},
): Promise<LivePage> {
  const { practice = 'lakeside', cookie = '' } = options
  const { headers = { host: `${practice}.localhost`, cookie } } = options
  const socket = io(url, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: headers,
  })
  onTestFinished(() => void socket.disconnect())
  const mark = `licensee:${practice}/test-pages/${randomUUID()}`
  const heard: Hint[] = []
  const marked: unknown[] = []
  let isEnded = false
  let reason: string | undefined
  socket.on('ended', (ended: Ended) => {
    isEnded = true
    reason = ended.reason
  })
  socket.on('hint', (hint: Hint) => {
    const topics = hint.topics.filter((topic) => topic !== mark)
    if (topics.length < hint.topics.length) marked.push(hint.cause)
    if (topics.length > 0) heard.push({ ...hint, topics })
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  const send = (names: readonly string[], asOf: string | undefined) =>
    socket.emit(
      'watch',
      [...names, mark],
      [
        ...(asOf === undefined ? [] : [{ asOf, topics: names.map((_, place) => place) }]),
        { asOf: portal.hints.asOf(), topics: [names.length] },
      ],
    )
  send(topics, 'asOf' in options ? options.asOf : portal.hints.asOf())
  const caughtUp = async () => {
    const cause = randomUUID()
    const publishAndLook = () => {
      portal.hints.publish({ topics: [mark], cause })
      return marked
    }
    await expect.poll(publishAndLook, { interval: 20 }).toContain(cause)
  }
  await caughtUp()
  const watch = async (names: readonly string[], asOf?: string) => {
    send(names, asOf)
    await caughtUp()
  }
  return { missed: heard.splice(0), heard, caughtUp, reason: () => reason, hasEnded: () => isEnded, watch }
}
