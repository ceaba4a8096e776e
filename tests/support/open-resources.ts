import { expect } from 'vitest'

// Separate from leftovers.ts, which vitest evaluates anew for each file: this module and its state persist.

/** The resources that a test must close, by the names of Node. */
const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'PipeWrap', 'ProcessWrap']

type Counts = Map<string, number>

function openNow(): Counts {
  const open = process.getActiveResourcesInfo()
  return new Map(kinds.map((kind) => [kind, open.filter((each) => each === kind).length]))
}

/**
 * The active timers, each with the test that set it. Node also counts those of the test runner, so they are recorded
 * here.
 */
const timers = new Map<NodeJS.Timeout, string>()
const { setTimeout: setOnce, setInterval: setRepeated, clearTimeout: clear } = globalThis

/** Waits with a timer that is not recorded. */
export const pause = (ms: number) => new Promise((done) => setOnce(done, ms))

function note(timer: NodeJS.Timeout): NodeJS.Timeout {
  timers.set(timer, expect.getState().currentTestName ?? 'a hook')
  return timer
}

function forget(timer: Parameters<typeof clear>[0]): void {
  timers.delete(timer as NodeJS.Timeout) // or a value that was not recorded
  clear(timer)
}

Object.assign(globalThis, {
  setInterval: (...parts: Parameters<typeof setRepeated>) => note(setRepeated(...parts)),
  setTimeout: Object.assign(
    (run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
      const fire = () => {
        timers.delete(timer)
        run(...args)
      }
      const timer = note(setOnce(fire, delay))
      return timer
    },
    setOnce, // including its promisified form
  ),
  clearTimeout: forget,
  clearInterval: forget,
})

/** What the worker keeps from one file to the next, such as a shared portal. */
const kept: { open: Counts; timers: Set<NodeJS.Timeout>; serves: boolean } = {
  open: new Map(),
  timers: new Set(),
  serves: false,
}

/**
 * Starts a resource that outlives the file: what it opens does not count as left behind. A resource with `serves` opens
 * timers and connections at any time, so from then on theirs cannot be told from those of a test.
 */
export async function startToKeep<T>(start: () => Promise<T>, { serves }: { serves: boolean }): Promise<T> {
  const before = openNow()
  const timersBefore = new Set(timers.keys())
  const started = await start()
  for (const [kind, count] of openNow())
    kept.open.set(kind, (kept.open.get(kind) ?? 0) + Math.max(0, count - (before.get(kind) ?? 0)))
  for (const timer of timers.keys()) if (!timersBefore.has(timer)) kept.timers.add(timer)
  kept.serves ||= serves
  return started
}

/** Records what is open when a file begins. */
export function beginFile(): () => string[] {
  const before = openNow()
  const keptBefore = new Map(kept.open)
  for (const timer of timers.keys()) kept.timers.add(timer)
  return () => leftSince(before, keptBefore)
}

function leftSince(before: Counts, keptBefore: Counts): string[] {
  const open = [...openNow()].flatMap(([kind, count]) => {
    if (kept.serves && kind === 'TCPSocketWrap') return []
    const more = count - (before.get(kind) ?? 0) - ((kept.open.get(kind) ?? 0) - (keptBefore.get(kind) ?? 0))
    return more > 0 ? [`${more} × ${kind}`] : []
  })
  const running = [...timers].filter(([timer]) => !kept.serves && timer.hasRef() && !kept.timers.has(timer))
  return [...open, ...running.map(([, test]) => `a timer of "${test}"`)]
}
