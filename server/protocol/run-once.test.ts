/** @module-tag database */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test as base, vi } from 'vitest'
import { refusalOf, smallPortal, type SmallPortal } from '../../tests/support/act.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { once } from './run-once.ts'

const test = base.extend<{ small: SmallPortal }>({
  small: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
    async ({}, use) => {
      const database = await openTestDatabase('portal', { engine: 'pglite' })
      await use(smallPortal(database.db))
      await database.close()
    },
    { scope: 'file' },
  ],
})

const done = [{ type: 'close' as const }]
const effects = () => Promise.resolve(done)

type Options = Partial<Parameters<typeof once>[1]>
const idOf = () => ({ owner: 'session', key: randomUUID() })
const runIn = ({ portal }: SmallPortal, options: Options) =>
  once(portal, {
    id: idOf(),
    action: 'sample.act',
    input: { by: 1 },
    run: effects,
    repeated: () => undefined,
    ...options,
  })

describe('an act with a key', () => {
  test('runs once, and says so when it comes again', async ({ small }) => {
    const [id, run, repeated] = [idOf(), vi.fn(effects), vi.fn()]
    expect(await runIn(small, { id, run, repeated })).toEqual(done)
    expect(repeated).not.toHaveBeenCalled()
    expect(await runIn(small, { id, run, repeated })).toEqual(done)
    expect([run, repeated].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  test('is for one action with one input', async ({ small }) => {
    const id = idOf()
    await runIn(small, { id })
    for (const other of [{ input: { by: 2 } }, { input: undefined }, { action: 'sample.other' }])
      expect(await refusalOf(() => runIn(small, { id, ...other }))).toEqual(['request.keyReused', { status: 422 }])
  })

  test('may have no input at all', async ({ small }) => {
    const [id, repeated] = [idOf(), vi.fn()]
    await runIn(small, { id, input: undefined })
    await runIn(small, { id, input: null, repeated })
    expect(repeated).toHaveBeenCalled()
  })

  test('can be tried again after a failure', async ({ small }) => {
    const id = idOf()
    const failing = () => Promise.reject(new Error('broken'))
    expect(await refusalOf(() => runIn(small, { id, run: failing }))).toEqual(new Error('broken'))
    expect(await runIn(small, { id })).toEqual(done)
  })
})

describe('while an act runs', () => {
  test('a second request with its key waits, for about four seconds', async ({ small }) => {
    const [id, finish] = [idOf(), held()]
    const first = runIn(small, { id, run: finish.run })
    await finish.begun
    const startedAt = performance.now()
    expect(await refusalOf(() => runIn(small, { id }))).toEqual(['request.running', { status: 409 }])
    expect(performance.now() - startedAt).toBeGreaterThan(3500)
    const second = runIn(small, { id })
    finish.now()
    expect(await Promise.all([first, second])).toEqual([done, done])
  })

  test('it says every ten seconds that it goes on, and no longer when it has ended', async ({ small }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun = small.clock.now
    onTestFinished(() => void (small.clock.now = begun))
    const [id, finish] = [idOf(), held()]
    const running = runIn(small, { id, run: finish.run })
    await finish.begun
    small.clock.now = new Date(begun.getTime() + 10_000)
    vi.advanceTimersByTime(9_999)
    expect((await rowOf(small, id.key))?.startedAt).toEqual(begun)
    vi.advanceTimersByTime(1)
    expect((await rowOf(small, id.key))?.startedAt).toEqual(small.clock.now) // the sign of life was written first
    finish.now()
    await running
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** A run that ends when the test calls for it. */
function held() {
  let [begin, now] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const effects = new Promise<typeof done>((resolve) => (now = () => resolve(done)))
  const run = () => {
    begin()
    return effects
  }
  return { begun, run, now: () => now() }
}

async function rowOf({ portal }: SmallPortal, key: string) {
  const [row] = await portal.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  return row
}
