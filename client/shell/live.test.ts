// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Ended } from '../../schemas/live.ts'
import { fakePortal, json, problem, screen, shell } from '../../tests/support/fake-portal.ts'
import { act } from '../actions/act.ts'
import { connectLive } from './live.ts'

type Listener = (message?: Ended) => void

/** Stands in for the connection: what the client listens to, and how often it connects again. */
const socket = vi.hoisted(() => {
  const listeners = new Map<string, Listener>()
  const fake = {
    connected: false,
    reconnected: 0,
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    emit: () => undefined,
    disconnect: () => fake,
    connect: () => void (fake.reconnected += 1),
    receive: (event: string, message?: Ended) => listeners.get(event)?.(message),
  }
  return fake
})
vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(() => void (socket.reconnected = 0))

/** A page at `/` whose action moves on to `/next`, where the session is of somebody else. */
async function opened() {
  let name: string | undefined = 'Ann Lee'
  let identity = 'first'
  let answer: (response: Response) => void = () => undefined
  const answered = new Promise<Response>((resolve) => (answer = resolve))
  const fake = fakePortal({
    '/ui/screens/': () => json(screen()),
    '/ui/screens/next': () => json(screen({ route: '/next', title: 'Next' })),
    '/ui/shell': () =>
      json(shell(name === undefined ? { identity } : { identity, account: { label: 'Account', name, entries: [] } })),
    '/ui/actions/room.change': () => answered,
  })
  await fake.portal.screens.show('/')
  connectLive(fake.portal)
  fake.requests.length = 0
  const shown = () => fake.portal.view.get()?.screen.title
  const signOut = () => void (name = undefined)
  const signIn = (as: string) => {
    name = 'Ann Lee'
    identity = as
  }
  return { ...fake, answer, shown, signOut, signIn }
}

const moved = () =>
  json({
    effects: [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to: '/next', replace: true }],
  })

it('a page whose own action ended the session waits for its answer, however long that takes', async () => {
  const { portal, requests, answer, shown } = await opened()
  const done = act(portal, { action: 'room.change', input: {} })
  const key = requests[0]?.headers.get('idempotency-key') ?? undefined
  socket.receive('ended', { cause: key })
  expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/room.change'])
  answer(moved())
  await done
  await expect.poll(() => socket.reconnected).toBe(1)
  expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/room.change', '/ui/shell', '/ui/screens/next'])
  expect(shown()).toBe('Next')
})

it('a page whose session ended without it starts again', async () => {
  const { requests, shown } = await opened()
  socket.receive('ended', { cause: 'of-another-tab' })
  await expect.poll(() => socket.reconnected).toBe(1)
  expect(requests.map(({ url }) => url).toSorted()).toEqual(['/ui/screens/', '/ui/shell'])
  expect(shown()).toBe('Rooms')
})

it('a page that somebody else has signed out says why until it is closed, and nothing to who has signed in again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { portal, signOut } = await opened()
  const reason = 'Your access has ended.'
  socket.receive('ended', { reason })
  await vi.advanceTimersByTimeAsync(4000)
  expect([socket.reconnected, portal.notices.get()]).toEqual([1, []])
  signOut()
  socket.receive('ended', { reason })
  await vi.advanceTimersByTimeAsync(4000)
  expect(portal.notices.get()).toMatchObject([{ tone: 'info', text: reason, durationMs: 0 }])
})

it('an action that is refused after the session ended by it connects again, too', async () => {
  const { portal, requests, answer } = await opened()
  const done = act(portal, { action: 'room.change', input: {} })
  socket.receive('ended', { cause: requests[0]?.headers.get('idempotency-key') ?? undefined })
  answer(problem(500))
  await done
  await expect.poll(() => socket.reconnected).toBe(1)
})

it('a page that has acted, and connects only after another tab changed the session, starts again', async () => {
  const { portal, requests, answer, shown, signIn } = await opened()
  answer(moved())
  await act(portal, { action: 'room.change', input: {} })
  requests.length = 0
  signIn('second')
  socket.receive('connect')
  await expect.poll(() => requests.map(({ url }) => url)).toEqual(['/ui/shell', '/ui/screens/next', '/ui/shell'])
  await expect.poll(shown).toBe('Next')
})

it('a page that connects while its own action is pending shows what that answers', async () => {
  const { portal, requests, answer, signIn } = await opened()
  const done = act(portal, { action: 'room.change', input: {} })
  signIn('second')
  socket.receive('connect')
  answer(moved())
  await done
  await expect.poll(() => requests.length).toBe(4)
  expect(requests.map(({ url }) => url)).toEqual([
    '/ui/actions/room.change',
    '/ui/shell',
    '/ui/screens/next',
    '/ui/shell',
  ])
})

it('a page that has acted looks again for the session that takes the place of the one that ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { portal, answer, signOut, signIn } = await opened()
  answer(moved())
  const done = act(portal, { action: 'room.change', input: {} })
  await vi.advanceTimersByTimeAsync(100)
  await done
  signOut()
  socket.receive('ended', { cause: 'of-another-tab' })
  await vi.advanceTimersByTimeAsync(600)
  expect(portal.shell.get()?.account).toBeUndefined()
  signIn('second')
  await vi.advanceTimersByTimeAsync(4000)
  expect(portal.shell.get()?.account?.name).toBe('Ann Lee')
})
