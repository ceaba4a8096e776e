import type { Dispatcher } from 'undici'
import { exchange, type Answer } from './exchange.ts'

export interface HeldCall {
  call: string
  /** The whole path, with its query. */
  path: string
  /** How long the call may take, with all that the record server waits. */
  limitMs: number
  /** Ends the call early. */
  stop?: AbortSignal
}

/** Sends a call that the record server holds until it has news. It is sent once. */
export async function sendHeldCall(pool: Dispatcher, { call, path, limitMs, stop }: HeldCall): Promise<Answer> {
  // Not `AbortSignal.any`: it leaves a reference to each call at `stop`, which lives as long as the process.
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, limitMs)
  stop?.addEventListener('abort', end)
  if (stop?.aborted) end()
  try {
    return await exchange(pool, { call, path, signal: ending.signal, timeoutMs: limitMs })
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', end)
  }
}
