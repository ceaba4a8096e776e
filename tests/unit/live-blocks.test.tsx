// @vitest-environment jsdom
import { act, cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Frame } from '../../client/shell/frame.tsx'
import { connectLive } from '../../client/shell/live.ts'
import { Overlays } from '../../client/shell/overlays.tsx'
import type { Block, BlockKind } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { exampleOf, fetchKinds } from '../support/draw-block.tsx'
import { fakePortal, json, screen, shell } from '../support/fake-portal.ts'
import { InPortal } from '../support/in-portal.tsx'
import { liveServer } from '../support/live-server.ts'

const connection = vi.hoisted(() => ({ socket: undefined as unknown }))
vi.mock('socket.io-client', () => ({ io: () => connection.socket }))

beforeAll(fetchKinds)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A text of the example of each kind that a person sees or hears. A new kind must name one. */
const texts = {
  action: 'See the rooms',
  camera: 'Choose a photo',
  choice: 'Main hall',
  countdown: 'Time left',
  days: 'Tue',
  document: 'Floor plan',
  facts: 'Main hall',
  figure: 'Free seats',
  progress: 'Copying the plans',
  form: 'Note',
  frame: 'Map',
  grid: 'Left',
  html: 'Monday',
  image: 'Ann Bell',
  list: 'The lamp is broken',
  notice: 'Closed today',
  qr: 'Scan this with your phone.',
  rating: 'How did you like the room?',
  region: 'No rooms',
  schedule: 'Morning',
  search: '2 rooms',
  section: 'Opening hours',
  setting: 'The hall is dark.',
  sheet: 'Seats of the rooms',
  split: 'Second floor',
  stack: 'Two',
  steps: 'Place',
  table: 'Main hall',
  tabs: 'Three open',
  text: 'Good morning',
  thread: 'The lamp is broken.',
  tiles: 'See every room.',
  trend: 'Shaded: 60 to 75 °F. Diamonds are outside of it.',
  upload: 'Choose files',
  video: 'This browser cannot make video calls.',
} satisfies Record<BlockKind, string>

const earlier = 'Words of before'
const { region: inRegion, ...ownTexts } = texts
const kinds = Object.entries(ownTexts).map(([kind, text]) => ({ kind: kind as BlockKind, text })) // the keys are kinds

/** Content in which a text is another one. */
function withText<T>(content: T, { from, to }: { from: string; to: string }): T {
  return JSON.parse(JSON.stringify(content).replaceAll(`"${from}"`, `"${to}"`).replaceAll(`>${from}<`, `>${to}<`)) as T // the same shape
}

const region = (id: string, src: string): Block => ({ kind: 'region', id, src, shape: 'lines' })
const regionOf = (block: Block) => ({ id: 'rooms.list', topics: ['rooms'], blocks: [block] })
const still = (blocks: Block[], more: Partial<Screen> = {}) => screen({ topics: ['colour'], blocks, ...more })

interface Place {
  screen: Screen
  /** The content of the region, if it is not carried by the screen. */
  region?: object
}

/** Where a block can stand on a page. */
const places: Record<string, (block: Block) => Place> = {
  'the screen': (block) => ({ screen: screen({ topics: ['rooms'], blocks: [block] }) }),
  'a dialog': (block) => ({
    screen: screen({
      topics: ['rooms'],
      blocks: [],
      dialogs: { one: { id: 'one', title: 'Rooms', closeLabel: 'Close', blocks: [block], actions: [] } },
      open: 'one',
    }),
  }),
  'a region that came with the screen': (block) => ({
    screen: still([region('list', 'rooms.list')], { regions: { 'rooms.list': regionOf(block) } }),
    region: regionOf(block),
  }),
}
/** Where a region can stand: it requests its content by itself. */
const regionPlaces: Record<string, (block: Block) => Place> = {
  'the screen': (block) => ({ screen: still([region('list', 'rooms.list')]), region: regionOf(block) }),
  'a dialog': (block) => ({
    screen: still([], {
      dialogs: {
        one: { id: 'one', title: 'Rooms', closeLabel: 'Close', blocks: [region('list', 'rooms.list')], actions: [] },
      },
      open: 'one',
    }),
    region: regionOf(block),
  }),
  'the open tab': (block) => ({
    screen: still([
      {
        kind: 'tabs',
        id: 'tabs',
        active: 'all',
        parameter: 'tab',
        tabs: [{ id: 'all', label: 'All', blocks: [region('list', 'rooms.list')] }],
      },
    ]),
    region: regionOf(block),
  }),
}

const shellOf = (name: string) => shell({ brand: { name, centred: false }, topics: ['name'] })

/** A page whose script runs, but that does not listen yet, and its server, whose content can change. */
async function opened(first: Place, shell = shellOf('Halls')) {
  const server = liveServer()
  connection.socket = server.socket
  const content = { ...first, shell }
  const answer = (body: object) => json(body, { ...server.asOf(), etag: encodeURIComponent(JSON.stringify(body)) })
  const fake = fakePortal({
    '/ui/shell': () => answer(content.shell),
    '/ui/screens/': () => answer(content.screen),
    '/ui/regions/rooms.list': () => answer(content.region ?? {}),
  })
  await act(async () => {
    render(
      <InPortal portal={fake.portal}>
        <Frame />
        <Overlays />
      </InPortal>,
    )
    await fake.portal.screens.show('/')
  })
  const change = (next: Partial<typeof content>, topic = 'rooms') => {
    const { regions: _carried, ...screenNow } = next.screen ?? content.screen
    Object.assign(content, next, { screen: screenNow }) // a background reload carries no regions
    server.hints.publish({ topics: [topic] })
  }
  const listen = () =>
    act(async () => {
      connectLive(fake.portal)
      server.connect()
    })
  return { ...fake, server, change, listen, user: userEvent.setup() }
}

const shown = (text: string) => document.body.innerHTML.includes(text)

describe.each(Object.keys(places))('a block in %s that changed before the page listened', (place) => {
  test.each(kinds)('is the new one: $kind', async ({ kind, text }) => {
    const block = exampleOf(kind)
    const placed = places[place]!
    const { change, listen } = await opened(placed(withText(block, { from: text, to: earlier })))
    await expect.poll(() => shown(earlier)).toBe(true)
    expect(shown(text)).toBe(false)
    change(placed(block))
    await listen()
    await expect.poll(() => shown(text)).toBe(true)
    await expect.poll(() => shown(earlier)).toBe(false)
  })
})

test.each(Object.keys(regionPlaces))(
  'a region in %s that changed before the page listened is the new one',
  async (place) => {
    const text = (words: string): Block => ({ kind: 'text', id: 'none', text: words })
    const placed = regionPlaces[place]!
    const { change, listen } = await opened(placed(text(earlier)))
    await expect.poll(() => shown(earlier)).toBe(true)
    change(placed(text(inRegion)))
    await listen()
    await expect.poll(() => [shown(inRegion), shown(earlier)]).toEqual([true, false])
  },
)

test('what stands around the screen is new too, and nothing else is requested', async () => {
  const { change, listen, requests } = await opened({ screen: still([]) })
  change({ shell: shellOf('Halls and rooms') }, 'name')
  requests.length = 0
  await listen()
  await expect.poll(() => shown('Halls and rooms')).toBe(true)
  expect(new Set(requests.map(({ url }) => url))).toEqual(new Set(['/ui/shell']))
})

test('a page on which nothing has changed requests nothing when it begins to listen', async () => {
  const { listen, requests } = await opened(regionPlaces['the screen']!(exampleOf('table')))
  await expect.poll(() => shown('Main hall')).toBe(true)
  requests.length = 0
  await listen()
  expect(requests).toEqual([])
})

test('a screen that was drawn before a hint and arrives after it is the new one', async () => {
  const { portal, change, listen, server } = await opened({ screen: still([]) })
  await listen()
  const drawn = json(screen({ topics: ['colour', 'rooms'], blocks: [exampleOf('text')] }), server.asOf())
  vi.spyOn(portal.source, 'get').mockImplementationOnce(async () => {
    change({ screen: screen({ topics: ['colour', 'rooms'], blocks: [exampleOf('notice')] }) }, 'colour')
    return { body: await drawn.json(), changed: true, asOf: drawn.headers.get('x-as-of') ?? undefined }
  })
  await act(() => portal.screens.show('/'))
  await expect.poll(() => [shown(texts.notice), shown(texts.text)]).toEqual([true, false])
})

describe('what a person does while such a change arrives is kept', () => {
  const narrowed: Block = { ...exampleOf('choice'), find: { label: 'Find', none: 'None' } }
  test.each([
    { kind: 'form', block: exampleOf('form'), field: 'Name' },
    { kind: 'search', block: { ...exampleOf('search'), delayMs: 60_000 }, field: 'Find a room' },
    { kind: 'choice', block: narrowed, field: 'Find' },
    { kind: 'upload', block: exampleOf('upload'), field: 'What is it?' },
  ] as const)('in a block of the kind $kind', async ({ kind, block, field }) => {
    const fieldNamed = () => page.findByLabelText<HTMLInputElement>(new RegExp(`^${field}`, 'u'))
    const note: Block = { kind: 'text', id: 'beside', text: earlier }
    const placed = (beside: Block) => ({ screen: screen({ topics: ['rooms'], blocks: [beside, block] }) })
    const { change, listen, user } = await opened(placed(note))
    if (kind === 'upload') await user.selectOptions(await page.findByRole('combobox'), 'other')
    const input = await fieldNamed()
    await user.type(input, 'ha')
    const { value } = input
    change(placed({ ...note, text: texts.text }))
    await listen()
    await expect.poll(() => [shown(texts.text), shown(earlier)]).toEqual([true, false])
    expect([document.activeElement === input, input.value, value.endsWith('ha')]).toEqual([true, value, true])
  })
})
