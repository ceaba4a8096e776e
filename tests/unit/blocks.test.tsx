// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Block, BlockOf } from '../../schemas/blocks.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { Blocks } from '../../client/render/blocks.tsx'
import { preloadKinds } from '../../client/render/registry.ts'

const announce = vi.hoisted(() => vi.fn())
vi.mock('../../client/render/announce.ts', () => ({ announce }))

beforeAll(async () => {
  const kinds = Object.keys(blockSchemas).map((kind) => ({ kind }))
  await preloadKinds(kinds)
})
beforeEach(() => announce.mockClear())
afterEach(cleanup)

async function draw(block: Block): Promise<void> {
  const page: ReactNode = <MemoryRouter><Blocks blocks={[block]} /></MemoryRouter>
  await act(async () => void render(page))
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

describe('the example of every kind is drawn', () => {
  test.each(examples)('$kind', async ({ kind, example }) => {
    await draw(example)
    const drawn = document.querySelector(`[data-kind="${kind}"]`)
    expect(drawn).not.toBeNull()
    expect(drawn?.textContent).not.toContain('cannot be shown')
    if (fetched.includes(kind) || kind === 'tabs' || kind === 'days') return
    const spoken = `${drawn?.textContent ?? ''} ${[...(drawn?.querySelectorAll('[aria-label]') ?? [])].map((element) => element.getAttribute('aria-label')).join(' ')}`
    for (const words of wordsOf({ ...example, do: undefined })) expect(spoken).toContain(words)
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

test('tabs are moved by the arrow keys and show one panel', async () => {
  await draw(example('tabs'))
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: 'Open' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Done' }).getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Done' }))
  expect(screen.getByRole('tabpanel', { name: 'Done' }).textContent).toBe('None done')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'Open' }).textContent).toBe('Three open')
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
  const times = Array.from({ length: 8 }, (_, place) => ({ ...day.times[0]!, id: `t${place}`, about: `${place} o'clock`, state: place === 7 ? ('held' as const) : ('free' as const) }))
  await draw({ ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times }] }] })
  expect(screen.getByRole('button', { name: "7 o'clock, Held for you" })).not.toBeNull()
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
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Ann Bell', 'Ann Eastwood'])
  expect(announce).toHaveBeenLastCalledWith('2', 'polite')
  await user.type(screen.getByRole('searchbox'), ' zz')
  expect(screen.getByText('Nobody has that name.')).not.toBeNull()
})

test('an empty table is a sentence with the next thing to do', async () => {
  await draw({ ...example('table'), rows: [], empty: { text: 'There are no rooms.', next: { label: 'Add a room', do: { type: 'navigate', to: '/rooms/new' } } } })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('link', { name: 'Add a room' }).getAttribute('href')).toBe('/rooms/new')
})

test('a table leads to its other pages', async () => {
  const block = example('table')
  await draw({ ...block, paging: { page: 2, size: 10, total: 25, toPage: { type: 'navigate', to: '/rooms?tab=all', parameter: 'page' } } })
  const paging = within(screen.getByRole('navigation', { name: 'Page 2 of 3' }))
  expect(paging.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/rooms?tab=all&page=1')
  expect(paging.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?tab=all&page=3')
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
  expect(screen.getByRole('status').textContent).toBe('Time is over')
  vi.useRealTimers()
})

test('the strip has arrows with names and no way back before the first day', async () => {
  await draw(example('days'))
  expect(screen.getAllByRole('link', { name: 'Next' }).map((link) => link.getAttribute('href'))).toEqual(['/rooms?from=2026-11-30', '/rooms?from=2026-11-24'])
  expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
})
