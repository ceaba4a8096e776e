// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawBlock, exampleOf, fetchKinds, narrowTo } from '../support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The calendar measures itself, which jsdom cannot do. */
class SizeWatcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}

test('a lane shows its first rows until the rest is requested [1 §2.65]', async () => {
  const block = exampleOf('schedule')
  const day = block.lanes[0]!.days[0]!
  const times = Array.from({ length: 9 }, (_, place) => ({
    ...day.times[0]!,
    id: `t${place}`,
    text: `${place}:00`,
    about: `${place}:00 o'clock`,
  }))
  const { user } = await drawBlock({ ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times }] }] })
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(6)
  await user.click(screen.getByRole('button', { name: /^Show More/ }))
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: /^Show Less/, expanded: true }))
  expect(screen.getAllByRole('button', { name: /o'clock/ })).toHaveLength(6)
})

test('a held time shows even when it is beyond the first rows, and says so', async () => {
  const block = exampleOf('schedule')
  const day = block.lanes[0]!.days[0]!
  const times = Array.from({ length: 8 }, (_, place) => ({
    ...day.times[0]!,
    id: `t${place}`,
    text: `${place}:00`,
    about: `${place} o'clock`,
    state: place === 7 ? ('held' as const) : ('free' as const),
  }))
  await drawBlock({ ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times }] }] })
  expect(screen.getByRole('button', { name: "7:00 Held for you, 7 o'clock" }).textContent).toContain('Held for you')
})

test('a full time cannot be pressed, and a free one is requested once [1 §4.28 §4.29]', async () => {
  const block = exampleOf('schedule')
  const day = block.lanes[0]!.days[0]!
  const full = { ...day.times[0]!, id: 't930', text: '9:30 AM', about: '9:30 AM, Monday', state: 'full' as const }
  const { user, requests } = await drawBlock(
    { ...block, lanes: [{ ...block.lanes[0]!, days: [{ ...day, times: [...day.times, full] }] }] },
    { '/ui/actions/room.hold': () => new Promise(() => undefined) },
  )
  expect(screen.getByRole('button', { name: /^9:30 AM/ }).getAttribute('aria-disabled')).toBe('true')
  const free = screen.getByRole('button', { name: /^9:00 AM/ })
  await user.dblClick(free)
  expect(free.getAttribute('aria-busy')).toBe('true')
  expect(requests.map(({ url, body }) => [url, body])).toEqual([['/ui/actions/room.hold', { time: 't900' }]])
})

test('a narrow viewport shows the first day only, and asks for more only where that day has more [1 §4.35 §9.8]', async () => {
  narrowTo(700)
  const block = { ...exampleOf('schedule'), narrowBelow: 800 }
  const day = block.lanes[0]!.days[0]!
  const many = Array.from({ length: 9 }, (_, place) => ({ ...day.times[0]!, id: `t${place}` }))
  await drawBlock({
    ...block,
    lanes: [{ ...block.lanes[0]!, days: [day, { ...day, day: '2026-11-24', heading: 'Tue 11/24', times: many }] }],
  })
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Mon 11/23'])
  expect(screen.queryByRole('button', { name: /^Show More/ })).toBeNull()
})

test('a lane without times says so instead of its days', async () => {
  const block = exampleOf('schedule')
  await drawBlock({
    ...block,
    lanes: [
      {
        ...block.lanes[0]!,
        empty: { text: 'Nothing is free.', next: { label: 'Go to 12/01', do: { type: 'navigate', to: '/rooms' } } },
      },
    ],
  })
  expect(screen.getByText('Nothing is free.')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Go to 12/01' }).getAttribute('href')).toBe('/rooms')
  expect(screen.queryByRole('button', { name: /9:00/ })).toBeNull()
})

test('lanes without a time fold into one line, with what can be done in each', async () => {
  const block = exampleOf('schedule')
  const [lane] = block.lanes
  const empty = {
    text: 'Nothing is free.',
    next: { label: 'Go to 12/01', do: { type: 'navigate', to: '/rooms' } },
  } as const
  await drawBlock({
    ...block,
    headed: true,
    fold: { wide: '1 hall has no times', narrow: '1 hall has no times' },
    lanes: [lane!, { ...lane!, id: 'annex', title: 'Annex', empty }],
  })
  const line = screen.getByText('1 hall has no times')
  const folded = line.closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toMatch(/Annex.*Nothing is free\./)
  expect(folded?.textContent).not.toContain('Main hall')
  expect(folded?.querySelector('a')?.getAttribute('href')).toBe('/rooms')
  expect(screen.getByRole('heading', { level: 3 }).className).toBe('visually-hidden')
})

test('a lane whose first day has no time folds on a narrow viewport only', async () => {
  const block = { ...exampleOf('schedule'), narrowBelow: 800, fold: { narrow: 'No times on this day' } }
  const [lane] = block.lanes
  const later = { ...lane!, later: { text: 'Free on 11/24.' } }
  await drawBlock({ ...block, lanes: [later] })
  expect(screen.queryByText('No times on this day')).toBeNull()
  cleanup()
  narrowTo(700)
  await drawBlock({ ...block, lanes: [later] })
  expect(screen.getByText('No times on this day').closest('details')?.textContent).toContain('Free on 11/24.')
  expect(screen.queryByRole('button', { name: /9:00/ })).toBeNull()
})

describe('the strip of days', () => {
  test('has arrows with names and no way back before the first day [1 §2.64 §4.38]', async () => {
    await drawBlock(exampleOf('days'))
    expect(screen.getByRole('link', { name: 'Next: 11/30 to 12/01' }).getAttribute('href')).toBe(
      '/rooms?from=2026-11-30',
    )
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Mon 11/23', 'Tue 11/24'])
  })

  test('has days that are buttons, of which the chosen one is pressed', async () => {
    const block = exampleOf('days')
    const days = block.days.map((day, place) => ({
      ...day,
      chosen: place === 1,
      do: { type: 'navigate', to: `/rooms?from=${day.day}` } as const,
    }))
    await drawBlock({ ...block, days })
    const pressed = screen.getAllByRole('button').map((day) => day.getAttribute('aria-pressed'))
    expect(pressed).toEqual(['false', 'true'])
    expect(screen.getByRole('button', { current: 'date' }).textContent).toBe('Mon 11/23')
  })

  test('leads to the first day, past itself and to what else can be done', async () => {
    const { requests, user } = await drawBlock(
      {
        ...exampleOf('days'),
        first: { text: 'First free: Fri', do: { type: 'navigate', to: '/rooms?from=2026-11-27' } },
        skip: { label: 'Skip the days', to: 'times' },
        aside: { text: 'No day fits?', label: 'Ask us', do: { type: 'call', action: 'room.ask' } },
      },
      { '/ui/actions/room.ask': () => new Promise(() => undefined) },
    )
    expect(screen.getByRole('link', { name: 'First free: Fri' }).getAttribute('href')).toBe('/rooms?from=2026-11-27')
    expect(screen.getByRole('link', { name: 'Skip the days' })).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ask us' }))
    expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/room.ask'])
    cleanup()
    await drawBlock({ ...exampleOf('days'), first: { text: 'First free: Mon' } })
    expect(screen.queryByRole('link', { name: /^First free/ })).toBeNull()
    expect(screen.getByText('First free: Mon')).not.toBeNull()
  })

  test('is one day with arrows of its own on a narrow viewport [1 §4.35 §9.8]', async () => {
    narrowTo(700)
    await drawBlock(exampleOf('days'))
    expect(screen.getByRole('heading').textContent).toBe('Mon 11/23/2026')
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/rooms?from=2026-11-24')
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('takes a day that is typed, ignores invalid text, and refuses a day too early in words [1 §4.39 §5.18 §5.19 §5.20]', async () => {
    const { requests } = await drawField()
    await expectDaysToBeTaken(requests, (text) => {
      fireEvent.input(field(), { target: { value: text } })
      fireEvent.keyDown(field(), { key: 'Enter' })
    })
  })

  test('does so where the calendar has taken the place of the field', async () => {
    const { user, requests } = await drawField()
    await user.hover(field())
    await waitFor(() => expect(calendarField()).not.toBeNull())
    await expectDaysToBeTaken(requests, (text) =>
      user.type(field(), `${text}{Enter}`, { initialSelectionStart: 0, initialSelectionEnd: 20 }),
    )
  })

  test('takes a typed day when the field is left, and shows its own again after another text', async () => {
    const { requests } = await drawField()
    fireEvent.change(field(), { target: { value: 'soon' } })
    fireEvent.blur(field())
    expect(field().value).toBe('11/23/2026')
    expect(requests).toEqual([])
    fireEvent.change(field(), { target: { value: '12/03/2026' } })
    fireEvent.blur(field())
    expect(requests.map(({ url }) => url)).toContain('/ui/screens/rooms?from=2026-12-03')
  })

  test('keeps what is typed before the calendar has come', async () => {
    const { requests } = await drawField()
    fireEvent.change(field(), { target: { value: '12/03' } })
    fireEvent.focus(field())
    await act(() => import('../../client/blocks/days/day-picker.tsx'))
    expect(field().value).toBe('12/03')
    fireEvent.change(field(), { target: { value: '12/03/2026' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(requests.map(({ url }) => url)).toContain('/ui/screens/rooms?from=2026-12-03')
    await waitFor(() => expect(calendarField()).not.toBeNull())
  })

  test('keeps the focus when another day is shown, and opens no calendar after a day was typed', async () => {
    const block = exampleOf('days')
    const { renew } = await drawField()
    fireEvent.pointerDown(field())
    act(() => field().focus())
    fireEvent.change(field(), { target: { value: '12/03/2026' } })
    await act(() => import('../../client/blocks/days/day-picker.tsx'))
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(calendarField()).not.toBeNull())
    expect([document.activeElement === field(), calendar()]).toEqual([true, null])
    await renew({ ...block, picker: { ...block.picker, value: '2026-12-03' } })
    expect([field().value, document.activeElement === field()]).toEqual(['12/03/2026', true])
  })

  test('keeps the focus when the calendar takes the place of the field', async () => {
    const { user } = await drawField()
    while (document.activeElement !== field()) await user.tab()
    await waitFor(() => expect(calendarField()).not.toBeNull())
    expect(document.activeElement).toBe(field())
    expect(calendar()).toBeNull()
  })
})

function field(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Pick a date' })
}

function calendarField(): Element | null {
  return document.querySelector('.ant-picker')
}

function calendar(): Element | null {
  return document.querySelector('.ant-picker-panel')
}

async function drawField() {
  vi.stubGlobal('ResizeObserver', SizeWatcher)
  const drawn = await drawBlock(exampleOf('days'))
  await screen.findByRole('textbox', { name: 'Pick a date' })
  return drawn
}

async function expectDaysToBeTaken(
  requests: readonly { url: string }[],
  type: (text: string) => void | Promise<void>,
): Promise<void> {
  await type('11/02/2026')
  expect(screen.getByRole('alert').textContent).toBe('That day is over.')
  expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  await type('soon')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests).toEqual([])
  await type('12/03/2026')
  expect(requests.map(({ url }) => url)).toContain('/ui/screens/rooms?from=2026-12-03')
}

test.each([
  [768, false],
  [769, true],
])('the calendar of a viewport of %i px lies on its side: %s [1 §2.63 §9.6]', async (width, onItsSide) => {
  narrowTo(width)
  await drawField()
  // The press that requests the code also opens the calendar.
  fireEvent.pointerDown(field())
  fireEvent.focus(field())
  await waitFor(() => expect(calendar()).not.toBeNull())
  expect(document.querySelector('[class*=landscape]') !== null).toBe(onItsSide)
})

test('facts across stand in one line with names for assistive technology and one way to change them', async () => {
  const block = exampleOf('facts')
  const facts = block.facts.map(({ change: _change, ...fact }) => fact)
  const change = { label: 'Change', about: 'your choices', do: { type: 'navigate', to: '/rooms' } } as const
  await drawBlock({ ...block, facts, across: true, change })
  expect(screen.getByText('Place').className).toBe('visually-hidden')
  expect(screen.getByText('Main hall')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Change your choices' }).getAttribute('href')).toBe('/rooms')
})
