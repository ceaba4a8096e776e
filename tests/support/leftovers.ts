import { aroundAll, expect } from 'vitest'

/** What a test opens and has to close again, as Node names it. */
const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'PipeWrap', 'ProcessWrap']

/** How long what was closed may take to be gone, in milliseconds: connections that are kept alive end after a few seconds. */
const graceMs = 15_000

type Counts = Map<string, number>

function openNow(): Counts {
  const open = process.getActiveResourcesInfo()
  return new Map(kinds.map((kind) => [kind, open.filter((each) => each === kind).length]))
}

/** The timers that run, each with the test that set it. Node counts those of the test runner as well, so they are noted here. */
const timers = new Map<NodeJS.Timeout, string>()
const { setTimeout: setOnce, setInterval: setRepeated, clearTimeout: clear } = globalThis

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
const kept: { open: Counts; timers: Set<NodeJS.Timeout>; any: boolean } = {
  open: new Map(),
  timers: new Set(),
  any: false,
}

/** Starts something that outlives the file: what it opens is nobody's leftover. */
export async function startToKeep<T>(start: () => Promise<T>): Promise<T> {
  const before = openNow()
  const timersBefore = new Set(timers.keys())
  const started = await start()
  for (const [kind, count] of openNow())
    kept.open.set(kind, (kept.open.get(kind) ?? 0) + Math.max(0, count - (before.get(kind) ?? 0)))
  for (const timer of timers.keys()) if (!timersBefore.has(timer)) kept.timers.add(timer)
  kept.any = true
  return started
}

function leftSince(before: Counts, keptBefore: Counts): string[] {
  const open = [...openNow()].flatMap(([kind, count]) => {
    // Requests to what the worker keeps leave connections that are used again.
    if (kept.any && kind === 'TCPSocketWrap') return []
    const more = count - (before.get(kind) ?? 0) - ((kept.open.get(kind) ?? 0) - (keptBefore.get(kind) ?? 0))
    return more > 0 ? [`${more} × ${kind}`] : []
  })
  const running = [...timers].filter(([timer]) => timer.hasRef() && !kept.timers.has(timer))
  return [...open, ...running.map(([, test]) => `a timer of "${test}"`)]
}

/** A file that leaves timers, servers, sockets or processes behind fails: its modules stay, and the next file would meet them. */
aroundAll(async (runFile) => {
  const before = openNow()
  const keptBefore = new Map(kept.open)
  for (const timer of timers.keys()) kept.timers.add(timer)
  await runFile()
  const end = Date.now() + graceMs
  while (leftSince(before, keptBefore).length > 0 && Date.now() < end) await new Promise((done) => setOnce(done, 50))
  const left = leftSince(before, keptBefore)
  if (left.length > 0)
    throw new Error(
      `This file leaves open what it started: ${left.join(', ')}. Run it with --detect-async-leaks to see where.`,
    )
})
