// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Dialog } from '../../schemas/dialog.ts'
import type { Shell } from '../../schemas/shell.ts'
import { fakePortal, json, screen, shell } from '../../tests/support/fake-portal.ts'
import { nameOf } from '../model/dialogs.ts'
import { presence } from '../base/presence.ts'
import { Idle } from './idle.ts'

const dialog = (id: string): Dialog => ({ id, title: id, blocks: [], actions: [] })
const idle: Shell['idle'] = {
  warnAfterMs: 60_000,
  endAfterMs: 120_000,
  leaveAfterMs: 140_000,
  warning: dialog('warning'),
  ended: dialog('ended'),
  stay: { type: 'call', action: 'guest.stay' },
  leave: { type: 'call', action: 'guest.leave' },
}
let stop: () => void = () => undefined

async function watched() {
  const fake = fakePortal({
    '/ui/shell': json(shell({ idle })),
    '/ui/screens/': () => json(screen()),
    '/ui/actions/guest.leave': json({ effects: [] }),
    '/ui/actions/guest.stay': json({ effects: [] }),
  })
  await fake.portal.screens.show('/')
  const watch = new Idle(fake.portal)
  stop = () => watch.stop()
  fake.requests.length = 0
  return { ...fake, open: () => fake.portal.dialogs.stack.get().map(nameOf) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('takes a block at its word that somebody is there who touches nothing', async () => {
  const { open } = await watched()
  await vi.advanceTimersByTimeAsync(50_000)
  dispatchEvent(new Event(presence))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(open()).toEqual([])
})

it.each(['mousemove', 'mousedown', 'keydown', 'touchstart'])(
  'covers the page at the first %s after a sleep in which no timer ran',
  async (sign) => {
    const { portal, requests, open } = await watched()
    vi.setSystemTime(Date.now() + 121_000)
    dispatchEvent(new Event(sign))
    expect([open(), portal.ended.get()]).toEqual([['ended'], true])
    expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/guest.leave'])
  },
)

it('warns, then says that it is over, then leaves with nothing left in sight', async () => {
  const { portal, requests, open } = await watched()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(open()).toEqual(['warning'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open()).toEqual(['ended'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(open()).toEqual([])
  expect(portal.view.get()).toBeUndefined()
  expect(requests.at(-1)?.url).toBe('/ui/actions/guest.leave')
})

it.each(['mousemove', 'keydown', 'scroll', 'touchstart'])(
  'counts from the last %s of a person, and reports it to the server [1 §4.22] [2 §4.48]',
  async (sign) => {
    const { requests, open } = await watched()
    await vi.advanceTimersByTimeAsync(50_000)
    window.dispatchEvent(new Event(sign))
    await vi.advanceTimersByTimeAsync(50_000)
    expect(open()).toEqual([])
    expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/guest.stay'])
  },
)

it('a warning that the person closes begins the count anew', async () => {
  const { portal, open } = await watched()
  await vi.advanceTimersByTimeAsync(61_000)
  portal.dialogs.close()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(open()).toEqual([])
})
