import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { beforeEach, describe, expect, test as base, vi } from 'vitest'
import type { Dialog } from '../../schemas/dialog.ts'
import { actor, refusalOf, smallPortal, visitor, type SmallPortal } from '../../tests/support/act.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { call } from './block-builders.ts'
import { action, type ActionContext, type ActionDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { patients } from './guard.ts'
import { keyIn, runAction } from './act-pipeline.ts'
import { limitAddress, limitIdentity, take } from './limits.ts'

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
test.beforeEach(({ small }) => {
  small.tries.splice(0)
  small.notes.splice(0)
  small.waits = {}
})

const done = [{ type: 'close' as const }]
const run = vi.fn((_context: ActionContext, _input: object) => done as never)
beforeEach(() => void run.mockReset().mockReturnValue(done as never))

const greet: ActionDefinition = action({
  name: 'sample.greet',
  about: 'Greets',
  guard: patients,
  input: Type.Object(
    { to: Type.String({ maxLength: 9 }), other: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  codes: { '/to': { required: 'sample.who' } },
  visible: { other: { path: '/to', eq: 'other' } },
  limit: { perAddress: 7, identity: ({ to }) => to },
  run,
})

interface Options {
  definition?: ActionDefinition
  context?: ActionContext
  input?: unknown
  key?: string | undefined
}
const runIn = (small: SmallPortal, options: Options = {}) =>
  runAction(small.portal, {
    definition: greet,
    context: actor(),
    input: { to: 'Ann' },
    key: randomUUID(),
    owner: 'session',
    ...options,
  })
const outcomes = ({ notes }: SmallPortal) => notes.map(({ event, outcome }) => `${event} ${outcome}`)

describe('an action', () => {
  test('runs once for its key; its effects come again, and both times are noted', async ({ small }) => {
    const key = randomUUID()
    expect(await runIn(small, { key })).toEqual(done)
    expect(await runIn(small, { key })).toEqual(done)
    expect(run).toHaveBeenCalledTimes(1)
    expect(outcomes(small)).toEqual(['action:sample.greet ok', 'action:sample.greet repeated'])
  })

  test('that is harmless to repeat runs each time', async ({ small }) => {
    const options = { definition: { ...greet, repeatable: true }, key: randomUUID() }
    await runIn(small, options)
    await runIn(small, options)
    expect(run).toHaveBeenCalledTimes(2)
    expect(outcomes(small)).toEqual(['action:sample.greet ok', 'action:sample.greet ok'])
  })

  test('is noted with the code of what kept it from being done', async ({ small }) => {
    run.mockImplementationOnce((context) => {
      context.trace.outcome = 'sample.noRecipient'
      return done as never
    })
    await runIn(small)
    run.mockImplementationOnce(() => {
      throw new Failure('sample.closed')
    })
    expect(await refusalOf(() => runIn(small))).toEqual(['sample.closed', {}])
    run.mockImplementationOnce(() => {
      throw new Error('unexpected')
    })
    expect(await refusalOf(() => runIn(small))).toEqual(new Error('unexpected'))
    expect(outcomes(small)).toEqual([
      'action:sample.greet sample.noRecipient',
      'action:sample.greet sample.closed',
      'action:sample.greet failed',
    ])
  })

  test('is refused to others before anything is counted', async ({ small }) => {
    expect(await refusalOf(() => runIn(small, { context: visitor(), key: undefined }))).toMatchObject([
      'access.signIn',
      {},
    ])
    expect(await refusalOf(() => runIn(small, { key: undefined }))).toEqual(['request.key', { status: 400 }])
    expect([small.tries, run.mock.calls]).toEqual([[], []])
  })

  test('is refused over the limit before its input is looked at', async ({ small }) => {
    small.waits = { 'address:203.0.113.7': 9 }
    expect(await refusalOf(() => runIn(small, { input: {} }))).toMatchObject(['request.tooMany', {}])
    expect(small.tries).toHaveLength(1)
  })

  test('with wrong input counts for its address and for nobody else', async ({ small }) => {
    expect(await refusalOf(() => runIn(small, { input: {} }))).toEqual([{ pointer: '/to', code: 'sample.who' }])
    expect(small.tries.map(({ key }) => key)).toEqual(['lakeside:sample.greet:address:203.0.113.7'])
    expect(run).not.toHaveBeenCalled()
  })

  test('with the name of somebody whose tries are used up does not run', async ({ small }) => {
    small.waits = { strange: 9 }
    expect(await refusalOf(() => runIn(small))).toMatchObject(['request.tooMany', {}])
    expect(run).not.toHaveBeenCalled()
  })

  test('gets its input without what a person did not see', async ({ small }) => {
    const context = actor()
    await runIn(small, { context, input: { to: 'Ann', other: 'x' } })
    await runIn(small, { context, input: { to: 'other', other: 'x' } })
    await runIn(small, { context, definition: { ...greet, visible: undefined }, input: { to: 'Ann', other: 'x' } })
    expect(run.mock.calls).toEqual([
      [context, { to: 'Ann' }],
      [context, { to: 'other', other: 'x' }],
      [context, { to: 'Ann', other: 'x' }],
    ])
  })

  test('whose effects are not of the contract fails where answers are checked', async ({ small }) => {
    const odd = [{ type: 'explode' }]
    run.mockReturnValue(odd as never)
    expect(String(await refusalOf(() => runIn(small)))).toContain('Effects')
    small.portal.checksAnswers = false
    expect(await runIn(small)).toEqual(odd)
    small.portal.checksAnswers = true
  })

  test('whose dialog calls what it does not list fails where answers are checked', async ({ small }) => {
    const ask: Dialog = { id: 'ask', title: 'Ask', blocks: [], actions: [], onClose: call(greet) }
    const asks = [{ type: 'open', dialog: ask }]
    run.mockReturnValue(asks as never)
    expect(String(await refusalOf(() => runIn(small)))).toContain('the answer of sample.greet calls sample.greet')
    expect(await runIn(small, { definition: { ...greet, actions: [greet] } })).toEqual(asks)
    small.portal.checksAnswers = false
    expect(await runIn(small)).toEqual(asks)
    small.portal.checksAnswers = true
  })
})

describe('a key', () => {
  test.each(['12345678', 'x'.repeat(64), 'with-dash_and_underscore'])('may be %s', (key) => {
    expect(keyIn({ key })).toBe(key)
  })

  test.each([undefined, '', '1234567', 'x'.repeat(65), 'has a blank', 'a/b/c/d/e', '.12345678', '12345678.'])(
    'may not be %s',
    async (key) => {
      expect(await refusalOf(() => keyIn({ key }))).toEqual(['request.key', { status: 400 }])
    },
  )
})

describe('the tries', () => {
  const of = (limit: ActionDefinition['limit']) => ({ name: 'sample.greet', limit })
  const identity = ({ to }: { to?: string }) => String(to)

  test('of an address are counted for each practice and action, 300 in a minute or as many as the action says', async () => {
    const { portal, tries } = smallPortal()
    await limitAddress(portal, { definition: of(undefined), context: actor() })
    await limitAddress(portal, { definition: of({ perAddress: 7 }), context: actor() })
    const key = 'lakeside:sample.greet:address:203.0.113.7'
    expect(tries).toEqual([
      { key, tries: 300 },
      { key, tries: 7 },
    ])
  })

  test('of one identity are ten from one address, and three times as many from everywhere', async () => {
    const { portal, tries } = smallPortal()
    const definition = of({ perAddress: 7, identity })
    await limitIdentity(portal, { definition, context: actor(), input: { to: 'maria' } })
    expect(tries.map((each) => each.tries)).toEqual([10, 30])
    expect(tries.map(({ seconds }) => seconds)).toEqual([undefined, undefined])
    const anywhere = 'lakeside:sample.greet:who:maria:strange'
    expect(tries.map(({ key }) => key)).toEqual([`${anywhere}:203.0.113.7`, anywhere])
  })

  test('of one identity are as many, in as long, as the action says', async () => {
    const { portal, tries } = smallPortal()
    const limit = { perAddress: 7, identity, perIdentity: 2, perIdentityAnywhere: 5, identitySeconds: 600 }
    await limitIdentity(portal, { definition: of(limit), context: actor(), input: { to: 'maria' } })
    expect(tries).toMatchObject([
      { tries: 2, seconds: 600 },
      { tries: 5, seconds: 600 },
    ])
  })

  test('of one identity count together, those of another and of browsers that know it apart', async () => {
    const { portal, tries } = smallPortal()
    const definition = of({ perAddress: 7, identity })
    for (const to of ['maria', 'maria', 'ben'])
      await limitIdentity(portal, { definition, context: actor(), input: { to } })
    const knowing = actor(undefined, { knows: (who) => who === 'maria' })
    await limitIdentity(portal, { definition, context: knowing, input: { to: 'maria' } })
    const [first, again, other, known] = tries.filter((_, index) => index % 2 === 1).map(({ key }) => key)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(known).toBe(first?.replace('strange', 'known'))
  })

  test('are not counted for an identity where the action names none', async () => {
    const { portal, tries } = smallPortal()
    await limitIdentity(portal, { definition: of(undefined), context: actor(), input: {} })
    await limitIdentity(portal, { definition: of({ perAddress: 7 }), context: actor(), input: {} })
    expect(tries).toEqual([])
  })

  test('over the limit are refused with the seconds to wait', async () => {
    const { portal, waits } = smallPortal()
    expect(await refusalOf(() => take(portal, 'who', { tries: 1 }))).toBeUndefined()
    waits.who = 9
    expect(await refusalOf(() => take(portal, 'who', { tries: 1 }))).toEqual([
      'request.tooMany',
      { status: 429, params: { wait: '10 seconds' }, retryAfterSeconds: 10 },
    ])
  })
})
