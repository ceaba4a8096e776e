import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Drawn } from './serve-drawings.ts'

/** A file that takes more memory or time than any that a person reads. */
export class TooLargeToDraw extends Error {}

/** The thread is well: only this file cannot be drawn. */
class DrawingFailed extends Error {}

/** In megabytes, of the objects of JavaScript: a file of 1,000 pages of text fits, one of 2,000 does not. */
const mostMemory = 192
const longestMs = 60_000

/** By their entries. */
const threads = new Map<string, Worker>()
/** One file at a time: of many at once each would only take longer, and all would take memory. */
const inTurn = pLimit(1)

/**
 * Draws a file in a thread of its own, so that it takes neither the turns nor the memory of requests. The entry of the
 * thread calls `serveDrawings`; it gets a structured clone of the input. Throws `TooLargeToDraw`, and the reason of the
 * signal once that is aborted, also while the file waits for its turn.
 */
export function drawInWorker(entry: URL, input: unknown, signal?: AbortSignal): Promise<Buffer> {
  return inTurn(async () => {
    signal?.throwIfAborted()
    return drawNow({ entry: entry.href, input }, signal)
  })
}

interface Drawing {
  entry: string
  input: unknown
}

async function drawNow({ entry, input }: Drawing, signal: AbortSignal | undefined): Promise<Buffer> {
  const thread = threads.get(entry) ?? begin(entry)
  threads.set(entry, thread)
  const stop = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])])
  thread.ref()
  try {
    const answer = once(thread, 'message', { signal: stop }) as Promise<[Drawn]> // what serveDrawings posts
    thread.postMessage(input)
    const [{ bytes, failure }] = await answer
    if (failure !== undefined) throw new DrawingFailed(failure)
    return Buffer.from(bytes.buffer)
  } catch (error) {
    if (error instanceof DrawingFailed) throw error
    threads.delete(entry)
    void thread.terminate()
    signal?.throwIfAborted()
    if (stop.aborted) throw new TooLargeToDraw('too much time', { cause: error })
    const { code } = error as NodeJS.ErrnoException // Node sets it when a thread ends
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooLargeToDraw('too much memory', { cause: error }) : error
  } finally {
    thread.unref() // it waits for the next file, and keeps no process from ending
  }
}

function begin(entry: string): Worker {
  return new Worker(new URL('./load-worker.mjs', import.meta.url), {
    workerData: { entry },
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  })
}
