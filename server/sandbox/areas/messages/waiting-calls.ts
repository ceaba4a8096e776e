import { EventEmitter } from 'node:events'
import type { Db } from '../../../db/open.ts'

/** One emitter for each database, so that writing a message needs nothing but the database. */
const emitters = new WeakMap<Db, EventEmitter>()

function emitterOf(db: Db): EventEmitter {
  const emitter = emitters.get(db) ?? new EventEmitter().setMaxListeners(0)
  emitters.set(db, emitter)
  return emitter
}

/** Wakes the calls of this process that wait for a message of the practice. Call it after the commit. */
export function wakeWaitingCalls(db: Db, practice: string): void {
  emitters.get(db)?.emit(practice)
}

interface Waiting<T> {
  practice: string
  read: () => Promise<T>
  isNews: (result: T) => boolean
  /** Aborted when the call must be answered in any case. */
  end: AbortSignal
}

/** Reads again after each message of the practice, until there is news or the wait has ended. Returns what it read last. */
export async function readWhenNew<T>(db: Db, { practice, read, isNews, end }: Waiting<T>): Promise<T> {
  const emitter = emitterOf(db)
  let wake: (() => void) | undefined
  const onChange = () => wake?.()
  emitter.on(practice, onChange)
  end.addEventListener('abort', onChange)
  try {
    for (;;) {
      // Made before reading, so that no message falls in between.
      const changed = new Promise<void>((resolve) => (wake = resolve))
      const result = await read()
      if (isNews(result) || end.aborted) return result
      await changed
      if (end.aborted) return result
    }
  } finally {
    emitter.off(practice, onChange)
    end.removeEventListener('abort', onChange)
  }
}

/** The number of calls that wait now. */
export function waitingCalls(db: Db, practice: string): number {
  return emitters.get(db)?.listenerCount(practice) ?? 0
}
