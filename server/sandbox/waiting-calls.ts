import { EventEmitter } from 'node:events'
import type { Db } from '../db/open.ts'

/** Usual proxies end a connection on which nothing happens for longer. */
export const mostWaitSeconds = 30

/** One emitter for each database, so that a write needs nothing but the database. */
const emitters = new WeakMap<Db, EventEmitter>()

function emitterOf(db: Db): EventEmitter {
  const emitter = emitters.get(db) ?? new EventEmitter().setMaxListeners(0)
  emitters.set(db, emitter)
  return emitter
}

/** What a call waits for, of one practice. */
interface Awaited {
  practice: string
  what: 'messages' | 'records'
}

const eventOf = ({ practice, what }: Awaited) => `${what} of ${practice}`

/** Wakes the calls of this process that wait for it. Call it after the commit. */
export function wakeWaitingCalls(db: Db, of: Awaited): void {
  emitters.get(db)?.emit(eventOf(of))
}

interface Waiting<T> extends Awaited {
  read: () => Promise<T>
  isNews: (result: T) => boolean
  /** Aborted when the call must be answered in any case. */
  end: AbortSignal
}

/** Reads again after each change, until there is news or the wait has ended. Returns what it read last. */
export async function readWhenNew<T>(db: Db, { read, isNews, end, ...of }: Waiting<T>): Promise<T> {
  const emitter = emitterOf(db)
  let wake: (() => void) | undefined
  const onChange = () => wake?.()
  emitter.on(eventOf(of), onChange)
  end.addEventListener('abort', onChange)
  try {
    for (;;) {
      // Made before reading, so that no change falls in between.
      const changed = new Promise<void>((resolve) => (wake = resolve))
      const result = await read()
      if (isNews(result) || end.aborted) return result
      await changed
      if (end.aborted) return result
    }
  } finally {
    emitter.off(eventOf(of), onChange)
    end.removeEventListener('abort', onChange)
  }
}

/** The number of calls that wait now. */
export function waitingCalls(db: Db, of: Awaited): number {
  return emitters.get(db)?.listenerCount(eventOf(of)) ?? 0
}
