import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { actor, refusalOf, smallPortal, visitor } from '../../tests/support/act.ts'
import { clientWords } from '../../schemas/shell.ts'
import { answerRegion, answerScreen, answerShell, completeScreen, etagOf } from './answer.ts'
import type { Context } from './context.ts'
import { region, screen, type ShellMaker } from './definitions.ts'
import { patients } from './guard.ts'
import { title } from './block-builders.ts'

const query = Type.Object({ page: Type.Optional(Type.String()) }, { additionalProperties: false })
const about = 'A room'
const topics = (context: Context) => {
  context.dependsOn('b')
  context.dependsOn('a')
}
const room = screen({
  route: '/room/:id',
  about,
  guard: patients,
  query,
  load: (context, input) => {
    topics(context)
    return { title: 'Room', blocks: [title(JSON.stringify(input))] }
  },
})
const list = region({
  name: 'room.list',
  about,
  guard: patients,
  query,
  load: (context, input) => {
    topics(context)
    return [title(JSON.stringify(input))]
  },
})
const asked = { query: { page: '2', utm: 'mail' }, params: { id: '7' } }

describe('a screen', () => {
  const { portal } = smallPortal()

  test('gets the parts of its address that it knows, and says what it depends on in order', async () => {
    expect(await answerScreen(portal, { definition: room, context: actor(), asked })).toEqual({
      protocol: '1.0',
      route: '/room/:id',
      locale: 'en-US',
      title: 'Room',
      chrome: 'full',
      blocks: [title('{"query":{"page":"2"},"params":{"id":"7"}}')],
      dialogs: {},
      topics: ['a', 'b'],
    })
  })

  test('without a query of its own gets none', async () => {
    const { blocks } = await answerScreen(portal, {
      definition: { ...room, query: undefined },
      context: actor(),
      asked,
    })
    expect(blocks).toEqual([title('{"query":{},"params":{"id":"7"}}')])
  })

  test('is only for whom its guard admits', async () => {
    const open = () => answerScreen(portal, { definition: room, context: visitor(), asked })
    expect(await refusalOf(open)).toMatchObject(['access.signIn', {}])
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...room, load: () => ({ title: 'Odd', blocks: [{ kind: 'odd', id: 'x' }] as never }) }
    const open = (checksAnswers: boolean) =>
      answerScreen({ ...portal, checksAnswers }, { definition: odd, context: actor(), asked })
    expect(String(await refusalOf(() => open(true)))).toContain('Screen')
    expect(await open(false)).toMatchObject({ title: 'Odd' })
  })

  test('may say for itself what else is usual', () => {
    const body = { title: 'Plain', blocks: [], chrome: 'plain' as const, width: 'reading' as const }
    expect(completeScreen(body, { route: '/x', topics: ['b', 'a'] })).toMatchObject({
      chrome: 'plain',
      width: 'reading',
      topics: ['a', 'b'],
    })
  })
})

describe('a region', () => {
  const { portal } = smallPortal()

  test('gets the query that it knows, and says what it depends on in order', async () => {
    expect(await answerRegion(portal, { definition: list, context: actor(), query: asked.query })).toEqual({
      id: 'room.list',
      topics: ['a', 'b'],
      blocks: [title('{"page":"2"}')],
    })
    const plain = { ...list, query: undefined }
    const { blocks } = await answerRegion(portal, { definition: plain, context: actor(), query: asked.query })
    expect(blocks).toEqual([title('{}')])
  })

  test('is only for whom its guard admits', async () => {
    const open = () => answerRegion(portal, { definition: list, context: visitor(), query: {} })
    expect(await refusalOf(open)).toMatchObject(['access.signIn', {}])
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...list, load: () => [{ kind: 'odd', id: 'x' }] as never }
    const open = (checksAnswers: boolean) =>
      answerRegion({ ...portal, checksAnswers }, { definition: odd, context: actor(), query: {} })
    expect(String(await refusalOf(() => open(true)))).toContain('RegionContent')
    expect(await open(false)).toMatchObject({ id: 'room.list' })
  })
})

describe('the shell', () => {
  const shell: ReturnType<ShellMaker> = {
    locale: 'en-US',
    brand: { name: 'Lakeside', centred: false },
    navigation: { label: 'Main', menuLabel: 'Menu', from: 600, entries: [], narrowEntries: [] },
    footer: { text: '', entries: [] },
    skipLabel: 'Skip',
    theme: { primary: '#13607c', accent: '#18a2b8', radius: 6, density: 'comfortable' },
    dialogs: {},
  }
  const portalWith = (made: object, checksAnswers = true) => ({
    ...smallPortal().portal,
    checksAnswers,
    shell: ((context) => {
      topics(context)
      return made
    }) as ShellMaker, // also one that is not of the contract
  })

  test('comes with the words of the client, and says what it depends on in order', () => {
    expect(answerShell(portalWith(shell), actor())).toEqual({
      ...shell,
      protocol: '1.0',
      words: clientWords,
      topics: ['a', 'b'],
    })
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...shell, skipLabel: 7 }
    expect(String(await refusalOf(() => answerShell(portalWith(odd), actor())))).toContain('Shell')
    expect(answerShell(portalWith(odd, false), actor())).toMatchObject({ skipLabel: 7 })
  })
})

test('an ETag is strong, quoted, and another one for other content', () => {
  expect(etagOf('a')).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf('a')).toBe(etagOf('a'))
  expect(etagOf('a')).not.toBe(etagOf('b'))
})
