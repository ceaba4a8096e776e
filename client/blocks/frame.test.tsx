// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const frame: BlockOf<'frame'> = {
  ...exampleOf('frame'),
  onDone: { type: 'call', action: 'room.found', input: {} },
  onFailed: { type: 'call', action: 'room.lost', input: {} },
}
const { src: _src, origin: _origin, ...unopened } = frame

const page = () => document.querySelector('iframe')

async function say(data: unknown, { origin = frame.origin, source = page()?.contentWindow } = {}): Promise<void> {
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  })
}

const calls = (drawn: Awaited<ReturnType<typeof drawBlock>>) =>
  drawn.requests.filter(({ method }) => method === 'POST').map(({ url }) => url)

test('shows the page, with a name and as little trust as it needs', async () => {
  await drawBlock(frame)
  expect(page()).toMatchObject({ title: 'Map', src: 'https://maps.example/rooms' })
  expect(page()?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin')
  expect(page()?.getAttribute('referrerpolicy')).toBe('origin')
})

test('waits until the page is ready, and acts when it is done [2 §9.20]', async () => {
  const drawn = await drawBlock(frame)
  expect(document.body.textContent).toContain('Loading the map')
  await say({ type: 'ready' })
  expect(document.body.textContent).not.toContain('Loading the map')
  await say({ type: 'done' })
  expect(calls(drawn)).toEqual(['/ui/actions/room.found'])
})

test.each<[string, unknown, Parameters<typeof say>[1]]>([
  ['another origin', { type: 'done' }, { origin: 'https://maps.example.evil' }],
  ['another window', { type: 'done' }, { source: window }],
  ['another kind', { type: 'token', token: '1' }, {}],
  ['no object', 'done', {}],
])('ignores a message of %s', async (_what, data, from) => {
  const drawn = await drawBlock(frame)
  await say(data, from)
  expect(calls(drawn)).toEqual([])
  expect(document.body.textContent).toContain('Loading the map')
})

test('fails once when the page says so, and can be tried again', async () => {
  const drawn = await drawBlock(frame)
  await say({ type: 'failed' })
  expect(calls(drawn)).toEqual(['/ui/actions/room.lost'])
  expect(page()).toBeNull()
  await act(async () => document.querySelector('button')?.click())
  expect(page()).not.toBeNull()
})

test('fails when the page is not ready in time [2 §9.20]', async () => {
  const drawn = await drawBlock(frame)
  await act(async () => vi.advanceTimersByTime(frame.timeoutMs - 1))
  expect(calls(drawn)).toEqual([])
  await act(async () => vi.advanceTimersByTime(1))
  expect(calls(drawn)).toEqual(['/ui/actions/room.lost'])
})

test('does not fail any more once it is ready', async () => {
  const drawn = await drawBlock(frame)
  await say({ type: 'ready' })
  await act(async () => vi.advanceTimersByTime(frame.timeoutMs * 2))
  expect(calls(drawn)).toEqual([])
})

test('without a page asks once for one', async () => {
  const start = { type: 'call', action: 'room.openMap', input: {} } as const
  const drawn = await drawBlock({ ...unopened, start })
  await drawn.renew({ ...unopened, start })
  expect(calls(drawn)).toEqual(['/ui/actions/room.openMap'])
  await drawn.renew({ ...frame, start })
  expect(page()?.src).toBe('https://maps.example/rooms')
})
