// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Block, BlockOf } from '../../schemas/blocks.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { typedDay } from '../../client/blocks/typed-day.ts'
import { Blocks } from '../../client/render/blocks.tsx'
import { PortalContext } from '../../client/app/portal-context.ts'
import { preloadKinds } from '../../client/render/registry.ts'
import { fakePortal } from '../support/fake-portal.ts'

const announce = vi.hoisted(() => vi.fn())
vi.mock('../../client/render/announce.ts', () => ({ announce }))

beforeAll(async () => {
  const kinds = Object.keys(blockSchemas).map((kind) => ({ kind }))
  await Promise.all([preloadKinds(kinds), import('../../client/blocks/day-picker.tsx')])
})
beforeEach(() => announce.mockClear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Draws the block in a portal that remembers what it was asked. */
async function draw(block: Block, answers: Parameters<typeof fakePortal>[0] = {}) {
  const fake = fakePortal(answers)
  const page = (of: Block): ReactNode => <PortalContext value={fake.portal}><MemoryRouter><Blocks blocks={[of]} /></MemoryRouter></PortalContext>
  const view = await act(async () => render(page(block)))
  return { ...fake, user: userEvent.setup(), renew: (of: Block) => act(async () => view.rerender(page(of))) }
}

/** A viewport of that width, in px, for the queries of this client. */
function narrowTo(width: number): void {
  const matches = (query: string) => width < Number(/width < (\d+)px/.exec(query)?.[1])
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query), addEventListener: () => undefined, removeEventListener: () => undefined }))
}

/** Every text of a block that a person should read. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (['text', 'title', 'label', 'caption', 'name'].includes(name) && typeof inner === 'string' ? [inner] : wordsOf(inner)))
}

const examples = Object.entries(blockSchemas).flatMap(([kind, schema]) => {
  const { examples: all } = schema as unknown as { examples: Block[] } // every schema of a block has some: see tests/guards/contract.test.ts
  return all.map((example) => ({ kind, example }))
})
/** They need a server to show their words; see client/blocks/form.test.tsx and tests/browser. */
const fetched = ['region', 'form']
/** Stands in an example, but only for when there is something of that kind, or nothing at all. */
const otherwise = ['Afternoon', 'There are no rooms.']

describe('the example of every kind is drawn', () => {
  test.each(examples)('$kind', async ({ kind, example }) => {
    await draw(example)
    const drawn = document.querySelector(`[data-kind="${kind}"]`)
    expect(drawn).not.toBeNull()
    expect(drawn?.textContent).not.toContain('cannot be shown')
    if (fetched.includes(kind) || kind === 'tabs' || kind === 'days') return
    const spoken = `${drawn?.textContent ?? ''} ${[...(drawn?.querySelectorAll('[aria-label]') ?? [])].map((element) => element.getAttribute('aria-label')).join(' ')}`
    for (const words of wordsOf({ ...example, do: undefined })) if (!otherwise.includes(words)) expect(spoken).toContain(words)
  })
})

const example = <K extends keyof typeof blockSchemas>(kind: K): BlockOf<K> => {
  const { examples: all } = blockSchemas[kind] as unknown as { examples: BlockOf<K>[] } // as above
  return all[0]!
}

test('a title is the h1 of the screen and can take the focus', async () => {
  await draw({ kind: 'text', id: 'title', role: 'title', text: 'Rooms' })
  const heading = screen.getByRole('heading', { level: 1, name: 'Rooms' })
  expect(heading.tabIndex).toBe(-1)
})

describe('tabs', () => {
  test('are moved by the arrow keys, Home and End, and show one panel', async () => {
    const { user } = await draw(example('tabs'))
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
    await draw(example('tabs'))
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1])
  })

  test('keep the open one in the address without asking the server', async () => {
    const { user, track, asked } = await draw(example('tabs'))
    await user.click(screen.getByRole('tab', { name: 'Done' }))
    expect(track.path()).toBe('/?tab=done')
    expect(asked).toEqual([])
  })

  test('keep what a person has done in a panel, and follow the server when it names another', async () => {
    const [open, done] = example('tabs').tabs
    const narrowed: Block = { kind: 'choice', id: 'c', find: { label: 'Find', none: 'None' }, groups: example('choice').groups }
    const block: BlockOf<'tabs'> = { ...example('tabs'), tabs: [{ ...open!, blocks: [narrowed] }, done!] }
    const { user, renew } = await draw(block)
    await user.type(screen.getByRole('searchbox'), 'hall')
    await user.click(screen.getByRole('tab', { name: 'Done' }))
    expect(screen.queryByRole('searchbox')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Open' }))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('hall')
    await renew({ ...block, active: 'done' })
    expect(screen.getByRole('tabpanel').textContent).toBe('None done')
  })
})

test('a lane shows its first rows until the rest is asked for', async () => {
  const block = example('schedule')
  const day = block.lanes[0]!.days[0]!
  const times = Array.from({ length: 9 }, (_, place) => ({ ...day.times[0]!, id: `t${place}`, text: `${place}:00`, about: `${place}:00 o'clock` }))
  await draw({ ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times }] }] })
  const user = userEvent.setup()
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(6)
  await user.click(screen.getByRole('button', { name: /^Show More/ }))
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: /^Show Less/, expanded: true }))
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(6)
})

test('a held time shows even when it is beyond the first rows, and says so', async () => {
  const block = example('schedule')
  const day = block.lanes[0]!.days[0]!
  const times = Array.from({ length: 8 }, (_, place) => ({ ...day.times[0]!, id: `t${place}`, text: `${place}:00`, about: `${place} o'clock`, state: place === 7 ? ('held' as const) : ('free' as const) }))
  await draw({ ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times }] }] })
  expect(screen.getByRole('button', { name: "7:00 Held for you, 7 o'clock" }).textContent).toContain('Held for you')
})

test('a full time cannot be pressed, and a free one asks for itself once', async () => {
  const block = example('schedule')
  const day = block.lanes[0]!.days[0]!
  const full = { ...day.times[0]!, id: 't930', text: '9:30 AM', about: '9:30 AM, Monday', state: 'full' as const }
  const { user, asked } = await draw(
    { ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times: [...day.times, full] }] }] },
    { '/ui/actions/room.hold': () => new Promise(() => undefined) },
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^9:30 AM/ }).disabled).toBe(true)
  const free = screen.getByRole('button', { name: /^9:00 AM/ })
  await user.dblClick(free)
  expect(free.getAttribute('aria-busy')).toBe('true')
  expect(asked.map(({ url, body }) => [url, body])).toEqual([['/ui/actions/room.hold', { time: 't900' }]])
})

test('a narrow viewport shows the first day only, and asks for more only where that day has more', async () => {
  narrowTo(700)
  const block = { ...example('schedule'), narrowBelow: 800 }
  const day = block.lanes[0]!.days[0]!
  const many = Array.from({ length: 9 }, (_, place) => ({ ...day.times[0]!, id: `t${place}` }))
  await draw({ ...block, lanes: [{ ...block.lanes[0]!, days: [day, { ...day, day: '2026-11-24', heading: 'Tue 11/24', times: many }] }] })
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Mon 11/23'])
  expect(screen.queryByRole('button', { name: /^Show More/ })).toBeNull()
})

test('a lane without times says so instead of its days', async () => {
  const block = example('schedule')
  await draw({ ...block, lanes: [{ ...block.lanes[0]!, empty: { text: 'Nothing is free.', next: { label: 'Go to 12/01', do: { type: 'navigate', to: '/rooms' } } } }] })
  expect(screen.getByText('Nothing is free.')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Go to 12/01' }).getAttribute('href')).toBe('/rooms')
  expect(screen.queryByRole('button', { name: /9:00/ })).toBeNull()
})

test('a long choice is narrowed by its words and says how many are left', async () => {
  const block = example('choice')
  const [group] = block.groups
  const options = ['Ann Bell', 'Carl Dean', 'Ann Eastwood'].map((title, place) => ({ id: `o${place}`, title, do: group!.options[0]!.do }))
  await draw({ ...block, find: { label: 'Find a person', none: 'Nobody has that name.' }, groups: [{ id: 'all', options }] })
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'ann')
  expect(screen.getAllByRole('link').map((link) => link.textContent?.trim())).toEqual(['Ann Bell', 'Ann Eastwood'])
  expect(announce).toHaveBeenLastCalledWith('2 found', 'polite')
  await user.type(screen.getByRole('searchbox'), ' zz')
  expect(screen.getByText('Nobody has that name.')).not.toBeNull()
  expect(announce).toHaveBeenLastCalledWith('Nobody has that name.', 'polite')
})

test('accents do not matter when a choice is narrowed', async () => {
  const block = example('choice')
  const options = [{ ...block.groups[0]!.options[0]!, title: 'Zoë Núñez' }]
  const { user } = await draw({ ...block, find: { label: 'Find', none: 'None' }, groups: [{ id: 'all', options }] })
  await user.type(screen.getByRole('searchbox'), 'nunez zoe')
  expect(screen.getByRole('link', { name: /Zoë/ })).not.toBeNull()
})

test('an answer that cannot be chosen can be reached and says why', async () => {
  const block = example('choice')
  await draw({ ...block, groups: [{ id: 'all', options: [{ ...block.groups[0]!.options[0]!, disabled: { reason: 'It is closed.' } }] }] })
  const option = screen.getByRole('button', { name: /Main hall/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(option.getAttribute('aria-describedby') ?? '')?.textContent).toBe('It is closed.')
})

test('an empty table is a sentence with the next thing to do', async () => {
  await draw({ ...example('table'), rows: [], empty: { text: 'There are no rooms.', next: { label: 'Add a room', do: { type: 'navigate', to: '/rooms/new' } } } })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('link', { name: 'Add a room' }).getAttribute('href')).toBe('/rooms/new')
})

test('a table leads to its other pages', async () => {
  const block = example('table')
  await draw({ ...block, paging: { page: 2, size: 10, total: 25, toPage: { type: 'navigate', to: '/rooms?tab=all', parameter: 'page' } } })
  const paging = within(screen.getByRole('navigation', { name: 'Rooms: Page 2 of 3' }))
  expect(paging.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/rooms?tab=all&page=1')
  expect(paging.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?tab=all&page=3')
})

test('a table asks for another size of its pages', async () => {
  const block = example('table')
  const toSize = { type: 'navigate' as const, to: '/rooms', parameter: 'size' }
  const { user, asked } = await draw({ ...block, paging: { ...block.paging!, sizes: [10, 50], toSize } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show per page' }), '50')
  expect(asked.map(({ url }) => url)).toContain('/ui/screens/rooms?size=50')
})

test('a row is named by its header cell, and its actions say what they are about', async () => {
  await draw(example('table'))
  const row = screen.getAllByRole('row')[1]!
  expect(within(row).getByRole('rowheader').textContent).toContain('Main hall')
  expect(within(row).getByRole('link', { name: 'Open Main hall' }).getAttribute('href')).toBe('/rooms/1')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Seats', 'Actions'])
})

test('a disabled action can be reached and says why', async () => {
  await draw({ kind: 'action', id: 'go', text: 'Reset', disabled: { reason: 'Nothing was changed.' }, do: { type: 'close' } })
  const button = screen.getByRole('button', { name: 'Reset' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Nothing was changed.')
})

test('the current step is marked for assistive technology', async () => {
  await draw(example('steps'))
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step'])
})

test('a countdown is said aloud only where the server wants it, and says when it is over', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'))
  await draw({ kind: 'countdown', id: 'left', until: '2026-01-01T12:00:15Z', text: 'Time left', over: 'Time is over', announceAt: [10] })
  expect(screen.getByRole('timer').textContent).toBe('Time left 0:15')
  for (let second = 0; second < 6; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(announce.mock.calls).toEqual([['Time left 0:10', 'polite']])
  for (let second = 0; second < 10; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('Time is over')).not.toBeNull()
  expect(announce).toHaveBeenLastCalledWith('Time is over', 'polite')
})

test('a countdown runs its action once, and starts afresh with a new end', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-01-01T12:00:00Z'))
  const block: BlockOf<'countdown'> = { kind: 'countdown', id: 'left', until: '2026-01-01T12:00:02Z', text: 'Time left', over: 'Over', do: { type: 'call', action: 'room.release' } }
  const { asked, renew } = await draw(block)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(asked.map(({ url }) => url)).toEqual(['/ui/actions/room.release'])
  await renew({ ...block, until: '2026-01-01T12:01:05Z' })
  expect(screen.getByRole('timer').textContent).toBe('Time left 1:00')
})

describe('the strip of days', () => {
  test('has arrows with names and no way back before the first day', async () => {
    await draw(example('days'))
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?from=2026-11-30')
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Mon 11/23', 'Tue 11/24'])
  })

  test('is one day with arrows of its own on a narrow viewport', async () => {
    narrowTo(700)
    await draw(example('days'))
    expect(screen.getByRole('heading').textContent).toBe('Mon 11/23/2026')
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?from=2026-11-24')
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('takes a day that is typed, ignores nonsense, and refuses a day too early in words', async () => {
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} })
    const { user, asked } = await draw(example('days'))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Pick a date' })
    const type = (text: string) => user.type(field, `${text}{Enter}`, { initialSelectionStart: 0, initialSelectionEnd: 20 })
    await type('11/02/2026')
    expect(screen.getByRole('alert').textContent).toBe('That day is over.')
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    await type('soon')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked).toEqual([])
    await type('12/03/2026')
    expect(asked.map(({ url }) => url)).toContain('/ui/screens/rooms?from=2026-12-03')
  })
})

test.each([['12/3/2026', '2026-12-03'], [' 02/29/2028 ', '2028-02-29'], ['02/30/2026', undefined], ['13/01/2026', undefined], ['tomorrow', undefined]])(
  'the typed day %s is %s',
  (text, day) => expect(typedDay(text)).toBe(day),
)

test('a notice is said aloud where the server wants it, and says its tone in words', async () => {
  await draw({ kind: 'notice', id: 'n', tone: 'warning', title: 'Closed', text: [{ text: 'Call ' }, { text: '555-0143', href: 'tel:5550143' }], announce: true })
  expect(announce).toHaveBeenCalledWith('Closed. Call 555-0143', 'assertive')
  expect(screen.getByRole('note').textContent).toContain('Warning: Closed')
  expect(screen.getByRole('link', { name: '555-0143' }).getAttribute('href')).toBe('tel:5550143')
})

test('an action shows that it runs and cannot be pressed twice', async () => {
  const { user, asked } = await draw({ kind: 'action', id: 'save', text: 'Save', do: { type: 'call', action: 'room.save' } }, { '/ui/actions/room.save': () => new Promise(() => undefined) })
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
  expect(asked).toHaveLength(1)
})

test('a picture that does not load gives way to the initials', async () => {
  await draw({ kind: 'image', id: 'i', picture: { src: '/gone.png', initials: 'AB', alt: 'Ann Bell' } })
  act(() => void screen.getByRole('img', { name: 'Ann Bell' }).dispatchEvent(new Event('error')))
  expect(screen.getByRole('img', { name: 'Ann Bell' }).textContent).toBe('AB')
})
