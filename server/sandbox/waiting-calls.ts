import { EventEmitter } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/open.ts'

/** Usual proxies end a connection on which nothing happens for longer. */
const mostWaitSeconds = 30

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
async function readWhenNew<T>(db: Db, { read, isNews, end, ...of }: Waiting<T>): Promise<T> {
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

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

/**
 * The query of a call for what is new after a change; change 0 where a practice has none yet. `wait`, in seconds, is how
 * long the caller is ready to wait for something new.
 */
export const AfterChange = Type.Object({ after_change: Count, wait: Count })

interface HeldCall<T> {
  what: Awaited['what']
  /** Reads what is new, and the number of the last change. */
  read: () => Promise<T>
}

type Requested = Pick<FastifyRequest, 'practice' | 'signal'> & { query: Static<typeof AfterChange> }

/** Returns a function that answers calls, some of which wait; all of them are answered when the record server closes. */
export function holdCalls(app: FastifyInstance, db: Db) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  return async <T extends { last: number }>(request: Requested, { what, read }: HeldCall<T>): Promise<T> => {
    const { after_change: after, wait } = request.query
    if (after === undefined || wait === undefined) return read()
    // Not `AbortSignal.any` with a signal of a timeout: nothing else holds that one, and once it is collected as garbage
    // the call is never answered.
    const ending = new AbortController()
    const end = () => ending.abort()
    const timer = setTimeout(end, Math.min(wait, mostWaitSeconds) * 1000)
    const others = [request.signal, closing.signal]
    for (const signal of others) signal.addEventListener('abort', end)
    if (others.some(({ aborted }) => aborted)) end()
    try {
      return await readWhenNew(db, {
        practice: request.practice.practice,
        what,
        read,
        // Also if the record server has begun to count again.
        isNews: ({ last }) => last !== after,
        end: ending.signal,
      })
    } finally {
      clearTimeout(timer)
      for (const signal of others) signal.removeEventListener('abort', end)
    }
  }
}
