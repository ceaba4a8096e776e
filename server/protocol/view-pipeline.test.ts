import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { actor, refusalOf, smallPortal, visitor, type SmallPortal } from '../../tests/support/act.ts'
import { clientWords } from '../../schemas/shell.ts'
import { completeScreen } from './complete-screen.ts'
import { drawScreen, etagOf, viewRegion, viewScreen, viewShell, type Encoded } from './view-pipeline.ts'
import type { Context } from './context.ts'
import { region, screen, type ShellMaker, type ScreenBody } from './definitions.ts'
import { patients, admins } from './guard.ts'
import { button, call, title } from './block-builders.ts'

const query = Type.Object({ page: Type.Optional(Type.String()) }, { additionalProperties: false })
const about = 'A sample'
const topics = (context: Context) => {
  context.dependsOn('b')
  context.dependsOn('a')
}
const sample = screen({
  route: '/sample/:id',
  about,
  guard: patients,
  query,
  load: (context, input) => {
    topics(context)
    return { title: 'Sample', blocks: [title(JSON.stringify(input))] }
  },
})
const list = region({
  name: 'sample.list',
  about,
  guard: patients,
  query,
  load: (context, input) => {
    topics(context)
    return [title(JSON.stringify(input))]
  },
})
const input = { query: { page: '2', utm: 'mail' }, params: { id: '7' } }
const nothing = { query: {}, params: {} }
const act = { name: 'sample.act' }
const contentOf = ({ body }: Encoded) => JSON.parse(body) as Record<string, unknown>
const regionIn = async (...request: Parameters<typeof viewRegion>) => contentOf(await viewRegion(...request))
const shellIn = async (portal: Parameters<typeof viewShell>[0]) =>
  contentOf(await viewShell(portal, { context: actor() }))

describe('a screen', () => {
  const { portal } = smallPortal()

  test('gets the parts of its address that it knows, and says what it depends on in order', async () => {
    expect(await drawScreen(portal, { definition: sample, context: actor(), input })).toEqual({
      protocol: '1.0',
      route: '/sample/:id',
      locale: 'en-US',
      title: 'Sample',
      chrome: 'full',
      blocks: [title('{"query":{"page":"2"},"params":{"id":"7"}}')],
      dialogs: {},
      topics: ['a', 'b'],
    })
  })

  test('without a query of its own gets none', async () => {
    const { blocks } = await drawScreen(portal, {
      definition: { ...sample, query: undefined },
      context: actor(),
      input,
    })
    expect(blocks).toEqual([title('{"query":{},"params":{"id":"7"}}')])
  })

  test('is only for whom its guard admits', async () => {
    const open = () => drawScreen(portal, { definition: sample, context: visitor(), input })
    expect(await refusalOf(open)).toMatchObject(['access.signIn', {}])
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...sample, load: () => ({ title: 'Odd', blocks: [{ kind: 'odd', id: 'x' }] as never }) }
    const open = (checksAnswers: boolean) =>
      drawScreen({ ...portal, checksAnswers }, { definition: odd, context: actor(), input })
    expect(String(await refusalOf(() => open(true)))).toContain('Screen')
    expect(await open(false)).toMatchObject({ title: 'Odd' })
  })

  test('that calls what it does not list fails where answers are checked', async () => {
    const calling = {
      ...sample,
      load: () => ({ title: 'Calls', blocks: [button('act', { text: 'Act', do: call(act) })] }),
    }
    const open = (checksAnswers: boolean, actions = [act]) =>
      drawScreen({ ...portal, checksAnswers }, { definition: { ...calling, actions }, context: actor(), input })
    expect(String(await refusalOf(() => open(true, [])))).toContain('the screen /sample/:id calls sample.act')
    expect(await open(true)).toMatchObject({ title: 'Calls' })
    expect(await open(false, [])).toMatchObject({ title: 'Calls' })
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
    expect(await regionIn(portal, { definition: list, context: actor(), input })).toEqual({
      id: 'sample.list',
      topics: ['a', 'b'],
      blocks: [title('{"page":"2"}')],
    })
    const plain = { ...list, query: undefined }
    const { blocks } = await regionIn(portal, { definition: plain, context: actor(), input })
    expect(blocks).toEqual([title('{}')])
  })

  test('is only for whom its guard admits', async () => {
    const open = () => regionIn(portal, { definition: list, context: visitor(), input: nothing })
    expect(await refusalOf(open)).toMatchObject(['access.signIn', {}])
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...list, load: () => [{ kind: 'odd', id: 'x' }] as never }
    const open = (checksAnswers: boolean) =>
      regionIn({ ...portal, checksAnswers }, { definition: odd, context: actor(), input: nothing })
    expect(String(await refusalOf(() => open(true)))).toContain('RegionContent')
    expect(await open(false)).toMatchObject({ id: 'sample.list' })
  })

  test('that calls what it does not list fails where answers are checked', async () => {
    const calling = { ...list, load: () => [button('act', { text: 'Act', do: call(act) })] }
    const open = (checksAnswers: boolean, actions = [act]) =>
      regionIn({ ...portal, checksAnswers }, { definition: { ...calling, actions }, context: actor(), input: nothing })
    expect(String(await refusalOf(() => open(true, [])))).toContain('the region sample.list calls sample.act')
    expect(await open(true)).toMatchObject({ id: 'sample.list' })
    expect(await open(false, [])).toMatchObject({ id: 'sample.list' })
  })
})

describe('the regions of a screen', () => {
  const tabs = (active: string) => ({
    kind: 'tabs' as const,
    id: 'tabs',
    label: 'Lists',
    active,
    tabs: ['first', 'second'].map((id) => ({
      id,
      label: id,
      blocks: [{ kind: 'region' as const, id: `of-${id}`, src: `sample.list?page=${id}` }],
    })),
  })
  const regionsOf = (blocks: ScreenBody['blocks']) => screen({ ...sample, load: () => ({ title: 'Sample', blocks }) })
  const open = async (small: SmallPortal, context: Context, definition = regionsOf([tabs('second')])) => {
    const portal = { ...small.portal, regions: new Map([[list.name, list]]) }
    return contentOf(await viewScreen(portal, { definition, context, input: nothing }))
  }

  test('that show at once come with it, each noted like the screen', async () => {
    const small = smallPortal()
    const { regions } = await open(small, actor())
    expect(regions).toEqual({
      'sample.list?page=second': { id: 'sample.list', topics: ['a', 'b'], blocks: [title('{"page":"second"}')] },
    })
    expect(small.notes.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'region:sample.list ok',
      'screen:/sample/:id ok',
    ])
  })

  test('do not come with what an open screen asks for by itself, nor with one that the client has', async () => {
    const small = smallPortal()
    expect(await open(small, actor(undefined, { background: true }))).not.toHaveProperty('regions')
    const definition = regionsOf([tabs('first')])
    const portal = { ...small.portal, regions: new Map([[list.name, list]]) }
    const request = { definition, context: actor(), input: nothing }
    const { etag } = await viewScreen(portal, request)
    expect(await viewScreen(portal, { ...request, knownEtag: etag })).toMatchObject({ isKnown: true, etag })
  })

  test('that are refused, fail, or are not there are left out and noted by nobody', async () => {
    const small = smallPortal()
    const others = [
      { ...list, name: 'sample.closed', guard: admins },
      { ...list, name: 'sample.broken', load: () => Promise.reject(new Error('down')) },
    ]
    const portal = { ...small.portal, regions: new Map(others.map((each) => [each.name, each])) }
    const names = ['sample.closed', 'sample.broken', 'sample.unknown']
    const definition = regionsOf(names.map((src) => ({ kind: 'region', id: src.replace('.', '-'), src })))
    const content = contentOf(await viewScreen(portal, { definition, context: actor(), input: nothing }))
    expect(content).not.toHaveProperty('regions')
    expect(small.notes.map(({ event }) => event)).toEqual(['screen:/sample/:id'])
  })

  test('that take long do not keep the screen waiting', async () => {
    const small = smallPortal()
    const slow = { ...list, load: () => new Promise<never>(() => undefined) }
    const portal = { ...small.portal, carryWithinMs: 1, regions: new Map([[slow.name, slow]]) }
    const definition = regionsOf([{ kind: 'region', id: 'slow', src: 'sample.list' }])
    expect(contentOf(await viewScreen(portal, { definition, context: actor(), input: nothing }))).toMatchObject({
      title: 'Sample',
    })
  })
})

describe('the shell', () => {
  const shell: Awaited<ReturnType<ShellMaker>> = {
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
    shell: (async (context) => {
      topics(context)
      return made
    }) as ShellMaker, // may also violate the contract
  })

  test('comes with the words of the client, and says what it depends on in order', async () => {
    expect(await shellIn(portalWith(shell))).toEqual({
      ...shell,
      protocol: '1.0',
      identity: expect.stringMatching(/^[^.]+\.[^.]+$/) as unknown,
      words: clientWords,
      topics: ['a', 'b'],
    })
  })

  test('that is not of the contract fails where answers are checked', async () => {
    const odd = { ...shell, skipLabel: 7 }
    expect(String(await refusalOf(() => shellIn(portalWith(odd))))).toContain('Shell')
    expect(await shellIn(portalWith(odd, false))).toMatchObject({ skipLabel: 7 })
  })

  test('that calls what the portal does not have fails where answers are checked', async () => {
    const entry = { id: 'act', label: 'Act', do: call(act) }
    const calling = { ...shell, footer: { text: '', entries: [entry] } }
    expect(String(await refusalOf(() => shellIn(portalWith(calling))))).toContain('the shell calls sample.act')
    expect(await shellIn(portalWith(calling, false))).toMatchObject({ footer: { entries: [entry] } })
  })
})

test('an ETag is strong, quoted, and another one for other content', () => {
  expect(etagOf('a')).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf('a')).toBe(etagOf('a'))
  expect(etagOf('a')).not.toBe(etagOf('b'))
})
