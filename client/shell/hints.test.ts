// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordAnnouncements } from '../../tests/support/announcements.ts'
import { fakePortal, json, screen, shell } from '../../tests/support/fake-portal.ts'
import { createHints } from './hints.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function shown() {
  const fake = fakePortal({ '/ui/screens/': () => json(screen()) })
  await fake.portal.screens.show('/')
  fake.requests.length = 0
  return { ...fake, hear: createHints(fake.portal) }
}

describe('a hint', () => {
  it('makes the client ask once for what is on screen, however many come together', async () => {
    const { hear, requests } = await shown()
    hear({ topics: ['rooms'] })
    hear({ topics: ['rooms', 'halls'] })
    await vi.advanceTimersByTimeAsync(150)
    expect(requests.map(({ url }) => url)).toEqual(['/ui/screens/'])
    expect(requests[0]?.headers.get('x-background')).toBe('1')
  })

  it('that lets more wait at an entry of the menu is announced in its words, once', async () => {
    const announced = recordAnnouncements()
    let waiting = 1
    const entry = () => ({
      id: 'rooms',
      label: 'Rooms',
      count: { value: waiting, words: `${waiting} free` },
      do: { type: 'navigate' as const, to: '/rooms' },
    })
    const navigation = () => ({ ...shell().navigation, entries: [entry()] })
    const fake = fakePortal({
      '/ui/screens/': () => json(screen({ topics: [] })),
      '/ui/shell': () => json(shell({ navigation: navigation(), topics: ['rooms'] })),
    })
    await fake.portal.screens.show('/')
    const hear = createHints(fake.portal)
    waiting = 3
    hear({ topics: ['rooms'] })
    await vi.advanceTimersByTimeAsync(400)
    expect(announced).toEqual([['Rooms, 3 free', 'polite']])
    waiting = 2
    hear({ topics: ['rooms'] })
    await vi.advanceTimersByTimeAsync(400)
    expect(announced).toHaveLength(1)
  })

  it('about both asks for the content first, and for the frame around it once that is there or takes long', async () => {
    const both = { topics: ['rooms'] }
    let arrive: ((response: Response) => void) | undefined
    let isHeld = false
    const fake = fakePortal({
      '/ui/screens/': () => (isHeld ? new Promise((resolve) => (arrive = resolve)) : json(screen(both))),
      '/ui/shell': () => json(shell(both)),
    })
    await fake.portal.screens.show('/')
    isHeld = true
    const hear = createHints(fake.portal)
    const requested = () => fake.requests.splice(0).map(({ url }) => url)
    requested()

    hear(both)
    await vi.advanceTimersByTimeAsync(50)
    expect(requested()).toEqual(['/ui/screens/'])
    arrive?.(json(screen(both)))
    await vi.advanceTimersByTimeAsync(1)
    expect(requested()).toEqual(['/ui/shell'])

    await vi.advanceTimersByTimeAsync(100)
    hear(both)
    await vi.advanceTimersByTimeAsync(150)
    expect(requested()).toEqual(['/ui/screens/', '/ui/shell'])
  })

  it('asks for no frame once the session has ended meanwhile', async () => {
    const both = { topics: ['rooms'] }
    let isHeld = false
    const fake = fakePortal({
      '/ui/screens/': () => (isHeld ? new Promise(() => undefined) : json(screen(both))),
      '/ui/shell': () => json(shell(both)),
    })
    await fake.portal.screens.show('/')
    isHeld = true
    fake.requests.length = 0
    createHints(fake.portal)(both)
    await vi.advanceTimersByTimeAsync(50)
    fake.portal.ended.set(true)
    await vi.advanceTimersByTimeAsync(150)
    expect(fake.requests.map(({ url }) => url)).toEqual(['/ui/screens/'])
    expect(fake.portal.ended.get()).toBe(true)
  })

  it('about something else changes nothing', async () => {
    const { hear, requests } = await shown()
    hear({ topics: ['halls'] })
    await vi.advanceTimersByTimeAsync(150)
    expect(requests).toEqual([])
  })

  it('that this tab caused itself is no news, for a minute', async () => {
    const { portal, hear, requests } = await shown()
    const cause = portal.ownKeys.newKey()
    hear({ topics: ['rooms'], cause })
    await vi.advanceTimersByTimeAsync(150)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(61_000)
    hear({ topics: ['rooms'], cause })
    await vi.advanceTimersByTimeAsync(150)
    expect(requests).toHaveLength(1)
  })
})
