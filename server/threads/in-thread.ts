import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit, { type LimitFunction } from 'p-limit'
import { isBuilt } from '../places.ts'
import type { Answer } from './serve-thread.ts'

/** A file that takes more memory or time than any that a person reads. */
export class TooCostly extends Error {}

/** The thread is well: only this input cannot be worked on. */
class WorkFailed extends Error {}

/** In megabytes, of the objects of JavaScript: a file of 1,000 pages of text fits, one of 2,000 does not. */
const mostMemory = 192
/** In megabytes, of objects that were made last: more is faster by a tenth, and is kept while the thread waits. */
const mostNew = 8
const longestMs = 60_000

/** By their entries. */
const threads = new Map<string, Worker>()
/** One file at a time in a thread: of many at once each would only take longer, and all would take memory. */
const turns = new Map<string, LimitFunction>()

interface ThreadOptions extends Pick<Work, 'transfer'> {
  signal?: AbortSignal
}

/**
 * Reads or draws a file in a thread of its own, so that it takes neither the turns nor the memory of requests. The entry
 * of the thread calls `serveThread`; input and output are structured clones. Throws `TooCostly`, and the reason of the
 * signal once that is aborted, also while the file waits for its turn.
 */
export function inThread<Output>(entry: URL, input: unknown, options: ThreadOptions = {}): Promise<Output> {
  const { signal, transfer } = options
  const inTurn = turns.get(entry.href) ?? pLimit(1)
  turns.set(entry.href, inTurn)
  return inTurn(async () => {
    signal?.throwIfAborted()
    return (await workNow({ entry: entry.href, input, transfer }, signal)) as Output // what this entry returns
  })
}

interface Work {
  entry: string
  input: unknown
  /** Parts of the input that are given away instead of being copied. */
  transfer?: readonly ArrayBuffer[]
}

async function workNow({ entry, input, transfer = [] }: Work, signal: AbortSignal | undefined): Promise<unknown> {
  const thread = threads.get(entry) ?? begin(entry)
  const stop = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])])
  thread.ref()
  try {
    const answered = once(thread, 'message', { signal: stop }) as Promise<[Answer]> // what serveThread posts
    thread.postMessage(input, transfer)
    const [{ output, failure }] = await answered
    if (failure !== undefined) throw new WorkFailed(failure)
    return output
  } catch (error) {
    if (error instanceof WorkFailed) throw error
    end(entry, thread)
    signal?.throwIfAborted()
    if (stop.aborted) throw new TooCostly('too much time', { cause: error })
    const { code } = error as NodeJS.ErrnoException // Node sets it when a thread ends
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostly('too much memory', { cause: error }) : error
  } finally {
    thread.unref() // it waits for the next file, and keeps no process from ending
  }
}

function begin(entry: string): Worker {
  const thread = new Worker(isBuilt ? new URL(entry) : new URL('./load-thread.mjs', import.meta.url), {
    workerData: { entry },
    resourceLimits: { maxOldGenerationSizeMb: mostMemory, maxYoungGenerationSizeMb: mostNew },
  })
  // One that fails while nobody waits for it must not end the process.
  thread.on('error', () => end(entry, thread))
  threads.set(entry, thread)
  return thread
}

function end(entry: string, thread: Worker): void {
  if (threads.get(entry) === thread) threads.delete(entry)
  void thread.terminate()
}
