// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { blockSchemas, type Block, type BlockOf } from '../../schemas/blocks.ts'
import { recordAnnouncements } from '../support/announcements.ts'
import { drawBlock, exampleOf, fetchKinds } from '../support/draw-block.tsx'

let announced: ReturnType<typeof recordAnnouncements>

beforeAll(fetchKinds)
beforeEach(() => void (announced = recordAnnouncements()))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Returns every text of a block that a user should see. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    ['text', 'title', 'label', 'caption', 'name'].includes(name) && typeof inner === 'string'
      ? [inner]
      : wordsOf(inner),
  )
}

const examples = Object.entries(blockSchemas).flatMap(([kind, schema]) => {
  const { examples: all } = schema as unknown as { examples: Block[] } // every schema of a block has examples: see tests/guards/contract.test.ts
  return all.map((example) => ({ kind, example }))
})
/** They need a server to show their texts; see client/blocks/form.test.tsx, document.test.tsx and tests/browser. */
const fetched = ['region', 'form', 'document']
/** Most of their texts appear after a file was chosen; see client/blocks/upload.test.tsx and camera.test.tsx. */
const waiting = ['upload', 'camera']
/** Texts of an example that are shown only for other content, or for none. */
const otherwise = [
  'Afternoon',
  'There are no rooms.',
  'There are no notes.',
  'Hide details',
  'With a stage of 40 square meters.',
]

describe('the example of every kind is drawn', () => {
  test.each(examples)('$kind', async ({ kind, example }) => {
    await drawBlock(example)
    const drawn = document.querySelector(`[data-kind="${kind}"]`)
    expect(drawn).not.toBeNull()
    expect(drawn?.textContent).not.toContain('cannot be shown')
    if (kind !== 'region' && kind !== 'document') expect(drawn?.textContent).not.toContain('went wrong')
    if ([...fetched, ...waiting].includes(kind) || kind === 'tabs' || kind === 'days') return
    const named = [...(drawn?.querySelectorAll('[aria-label], [title]') ?? [])]
    const names = named.map((element) => element.getAttribute('aria-label') ?? element.getAttribute('title'))
    const spoken = `${drawn?.textContent ?? ''} ${names.join(' ')}`
    for (const words of wordsOf({ ...example, do: undefined }))
      if (!otherwise.includes(words)) expect(spoken).toContain(words)
  })
})

test('a title is the h1 of the screen and can take the focus', async () => {
  await drawBlock({ kind: 'text', id: 'title', role: 'title', text: 'Rooms' })
  const heading = screen.getByRole('heading', { level: 1, name: 'Rooms' })
  expect(heading.tabIndex).toBe(-1)
})

describe('tabs', () => {
  test('are moved by the arrow keys, Home and End, and show one panel', async () => {
    const { user } = await drawBlock(exampleOf('tabs'))
    await user.click(screen.getByRole('tab', { name: 'Open' }))
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Done' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Done' }))
    expect(screen.getByRole('tabpanel', { name: 'Done' }).textContent).toBe('None done')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tabpanel').textContent).toBe('Three open')
    await user.keyboard('{End}')
    expect(screen.getByRole('tabpanel').textContent).toBe('None done')
    await user.keyboard('{Home}')
    expect(screen.getByRole('tabpanel').textContent).toBe('Three open')
  })

  test('are one stop for the Tab key', async () => {
    await drawBlock(exampleOf('tabs'))
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1])
  })

  test('keep the open one in the address without asking the server', async () => {
    const { user, history, requests } = await drawBlock(exampleOf('tabs'))
    await user.click(screen.getByRole('tab', { name: 'Done' }))
    expect(history.path()).toBe('/?tab=done')
    expect(requests).toEqual([])
  })

  test('keep what a person has done in a panel, and follow the server when it names another', async () => {
    const [open, done] = exampleOf('tabs').tabs
    const narrowed: Block = {
      kind: 'choice',
      id: 'c',
      find: { label: 'Find', none: 'None' },
      groups: exampleOf('choice').groups,
    }
    const block: BlockOf<'tabs'> = { ...exampleOf('tabs'), tabs: [{ ...open!, blocks: [narrowed] }, done!] }
    const { user, renew } = await drawBlock(block)
    await user.type(screen.getByRole('searchbox'), 'hall')
    await user.click(screen.getByRole('tab', { name: 'Done' }))
    expect(screen.queryByRole('searchbox')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Open' }))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('hall')
    await renew({ ...block, active: 'done' })
    expect(screen.getByRole('tabpanel').textContent).toBe('None done')
  })
})

test('a long choice is narrowed by its words and says how many are left', async () => {
  const block = exampleOf('choice')
  const [group] = block.groups
  const options = ['Ann Bell', 'Carl Dean', 'Ann Eastwood'].map((title, place) => ({
    id: `o${place}`,
    title,
    do: group!.options[0]!.do,
  }))
  const { user } = await drawBlock({
    ...block,
    find: { label: 'Find a person', none: 'Nobody has that name.' },
    groups: [{ id: 'all', options }],
  })

  await user.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'ann')
  expect(screen.getAllByRole('link').map((link) => link.textContent?.trim())).toEqual(['Ann Bell', 'Ann Eastwood'])
  await expect.poll(() => announced.at(-1)).toEqual(['2 found', 'polite'])
  await user.type(screen.getByRole('searchbox'), ' zz')
  expect(screen.getByText('Nobody has that name.')).not.toBeNull()
  await expect.poll(() => announced.at(-1)).toEqual(['Nobody has that name.', 'polite'])
})

test('accents do not matter when a choice is narrowed', async () => {
  const block = exampleOf('choice')
  const options = [{ ...block.groups[0]!.options[0]!, title: 'Zoë Núñez' }]
  const { user } = await drawBlock({
    ...block,
    find: { label: 'Find', none: 'None' },
    groups: [{ id: 'all', options }],
  })
  await user.type(screen.getByRole('searchbox'), 'nunez zoe')
  expect(screen.getByRole('link', { name: /Zoë/ })).not.toBeNull()
})

test('an answer that cannot be chosen can be reached and says why', async () => {
  const block = exampleOf('choice')
  await drawBlock({
    ...block,
    groups: [{ id: 'all', options: [{ ...block.groups[0]!.options[0]!, disabled: { reason: 'It is closed.' } }] }],
  })
  const option = screen.getByRole('button', { name: /Main hall/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(option.getAttribute('aria-describedby') ?? '')?.textContent).toBe('It is closed.')
})

test('an empty table is a sentence with the next thing to do', async () => {
  await drawBlock({
    ...exampleOf('table'),
    rows: [],
    empty: { text: 'There are no rooms.', next: { label: 'Add a room', do: { type: 'navigate', to: '/rooms/new' } } },
  })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('link', { name: 'Add a room' }).getAttribute('href')).toBe('/rooms/new')
})

test('a table leads to its other pages', async () => {
  const block = exampleOf('table')
  await drawBlock({
    ...block,
    paging: { page: 2, size: 10, total: 25, toPage: { type: 'navigate', to: '/rooms?tab=all', parameter: 'page' } },
  })
  const paging = within(screen.getByRole('navigation', { name: 'Rooms: Page 2 of 3' }))
  expect(paging.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/rooms?tab=all&page=1')
  expect(paging.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?tab=all&page=3')
})

test('a table requests another size of its pages', async () => {
  const block = exampleOf('table')
  const toSize = { type: 'navigate' as const, to: '/rooms', parameter: 'size' }
  const { user, requests } = await drawBlock({ ...block, paging: { ...block.paging!, sizes: [10, 50], toSize } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show per page' }), '50')
  expect(requests.map(({ url }) => url)).toContain('/ui/screens/rooms?size=50')
})

test('a row is named by its header cell, and its actions say what they are about', async () => {
  await drawBlock(exampleOf('table'))
  const row = screen.getAllByRole('row')[1]!
  expect(within(row).getByRole('rowheader').textContent).toContain('Main hall')
  expect(within(row).getByRole('link', { name: 'Open Main hall' }).getAttribute('href')).toBe('/rooms/1')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Seats',
    'Actions',
  ])
})

test('a disabled action can be reached and says why', async () => {
  await drawBlock({
    kind: 'action',
    id: 'go',
    text: 'Reset',
    disabled: { reason: 'Nothing was changed.' },
    do: { type: 'close' },
  })
  const button = screen.getByRole('button', { name: 'Reset' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Nothing was changed.',
  )
})

test('the current step is marked for assistive technology', async () => {
  await drawBlock({ ...exampleOf('steps'), timeline: false })
  const steps = screen.getAllByRole('listitem')
  expect(steps.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step'])
  expect(steps.map((item) => item.textContent)).toEqual(['✓Place', '2Time'])
})

test('a timeline has the moment and more words beside each step, and marks the current one', async () => {
  await drawBlock(exampleOf('steps'))
  const steps = screen.getAllByRole('listitem')
  expect(steps.map((item) => item.textContent?.trim())).toEqual([
    'Place 11/20/2026 9:00 AM',
    'Time  Nobody has chosen one yet.',
  ])
  expect(steps.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step'])
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T14:00:00Z')
})

test('a countdown is announced only where the server sets it, and says when it is over', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'))
  await drawBlock({
    kind: 'countdown',
    id: 'left',
    until: '2026-01-01T12:00:15Z',
    text: 'Time left',
    over: 'Time is over',
    announceAt: [10],
  })
  expect(screen.getByRole('timer').textContent).toBe('Time left 0:15')
  for (let second = 0; second < 6; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(announced).toEqual([['Time left 0:10', 'polite']])
  for (let second = 0; second < 10; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('Time is over')).not.toBeNull()
  await expect.poll(() => announced.at(-1)).toEqual(['Time is over', 'polite'])
})

test('a countdown runs its action once, and starts afresh with a new end [1 §4.8]', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'))
  const block: BlockOf<'countdown'> = {
    kind: 'countdown',
    id: 'left',
    until: '2026-01-01T12:00:02Z',
    text: 'Time left',
    over: 'Over',
    do: { type: 'call', action: 'room.release' },
  }
  const { requests, renew } = await drawBlock(block)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/room.release'])
  await renew({ ...block, until: '2026-01-01T12:01:05Z' })
  expect(screen.getByRole('timer').textContent).toBe('Time left 1:00')
})

test('a notice is announced where the server sets it, and says its tone in words', async () => {
  await drawBlock({
    kind: 'notice',
    id: 'n',
    tone: 'warning',
    title: 'Closed',
    text: [{ text: 'Call ' }, { text: '555-0143', href: 'tel:5550143' }],
    announce: true,
  })
  await expect.poll(() => announced).toContainEqual(['Closed. Call 555-0143', 'assertive'])
  expect(screen.getByRole('note').textContent).toContain('Warning: Closed')
  expect(screen.getByRole('link', { name: '555-0143' }).getAttribute('href')).toBe('tel:5550143')
})

test('an action shows that it runs and cannot be pressed twice', async () => {
  const { user, requests } = await drawBlock(
    { kind: 'action', id: 'save', text: 'Save', do: { type: 'call', action: 'room.save' } },
    { '/ui/actions/room.save': () => new Promise(() => undefined) },
  )
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
  expect(requests).toHaveLength(1)
})

test('a picture that does not load gives way to the initials', async () => {
  await drawBlock({ kind: 'image', id: 'i', picture: { src: '/gone.png', initials: 'AB', alt: 'Ann Bell' } })
  act(() => void screen.getByRole('img', { name: 'Ann Bell' }).dispatchEvent(new Event('error')))
  expect(screen.getByRole('img', { name: 'Ann Bell' }).textContent).toBe('AB')
})

test('formatted text is an article with a name, drawn as it stands', async () => {
  await drawBlock(exampleOf('html'))
  const article = screen.getByRole('article', { name: 'Notes on the rooms' })
  expect(article.querySelector('h3')?.textContent).toBe('Main hall')
  expect(article.querySelector('strong')?.textContent).toBe('120')
})

describe('a code for a camera', () => {
  test('is a picture with a name on white, and says what to do with it', async () => {
    await drawBlock({ ...exampleOf('qr'), size: 160 })
    const picture = screen.getByRole('img', { name: 'A code that holds https://example.org/rooms' })
    expect(picture.tagName).toBe('svg')
    expect(picture.getAttribute('width')).toBe('160')
    const [ground, modules] = picture.querySelectorAll('path')
    expect([ground?.getAttribute('fill'), modules?.getAttribute('fill')]).toEqual(['#ffffff', '#000000'])
    expect(screen.getByRole('figure').textContent).toBe('Scan this with your phone.')
  })

  test('keeps four modules of white around it', async () => {
    await drawBlock(exampleOf('qr'))
    const drawing = screen.getByRole('img').querySelectorAll('path')[1]?.getAttribute('d') ?? ''
    const places = [...drawing.matchAll(/M(\d+)[ ,]/g)].map(([, left]) => Number(left))
    expect(Math.min(...places)).toBe(4)
  })
})

test('words to be copied letter by letter keep their lines', async () => {
  await drawBlock({ kind: 'text', id: 'codes', role: 'code', text: '1234-5678\n8765-4321' })
  expect(document.querySelector('pre')?.textContent).toBe('1234-5678\n8765-4321')
})

test('a fact without a value is a dash that is read as words', async () => {
  await drawBlock({
    kind: 'facts',
    id: 'f',
    facts: [
      { id: 'a', name: 'Floor', value: '' },
      { id: 'b', name: 'Seats', value: '12' },
    ],
  })
  const [empty, full] = screen.getAllByRole('definition')
  expect(empty?.querySelector('[aria-hidden="true"]')?.textContent).toBe('–')
  expect(empty?.textContent).toBe('–not given')
  expect(full?.textContent).toBe('12')
})
