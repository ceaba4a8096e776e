import { expect } from 'vitest'

// Apart from leftovers.ts, which vitest runs anew for each file: this module stays, and what it knows with it.

/** What a test opens and has to close again, as Node names it. */
const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'PipeWrap', 'ProcessWrap']

type Counts = Map<string, number>

function openNow(): Counts {
  const open = process.getActiveResourcesInfo()
  return new Map(kinds.map((kind) => [kind, open.filter((each) => each === kind).length]))
}

/** The timers that run, each with the test that set it. Node counts those of the test runner as well, so they are noted here. */
const timers = new Map<NodeJS.Timeout, string>()
const { setTimeout: setOnce, setInterval: setRepeated, clearTimeout: clear } = globalThis

/** Waits without being noted itself. */
export const pause = (ms: number) => new Promise((done) => setOnce(done, ms))

function note(timer: NodeJS.Timeout): NodeJS.Timeout {
  timers.set(timer, expect.getState().currentTestName ?? 'a hook')
  return timer
}

function forget(timer: Parameters<typeof clear>[0]): void {
  timers.delete(timer as NodeJS.Timeout) // or nothing that was noted
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
    setOnce, // with the form of it that gives a promise
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
 * Starts something that outlives the file: what it opens is nobody's leftover. What `serves` sets timers and keeps connections at
 * any time, so that nobody can tell whose a timer or a connection is from then on.
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

/** What is open now, as the beginning of a file. */
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
