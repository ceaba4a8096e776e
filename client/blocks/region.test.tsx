// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json } from '../../tests/support/fake-portal.ts'

beforeAll(fetchKinds)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const region: BlockOf<'region'> = {
  kind: 'region',
  id: 'times',
  src: 'room.times?from=1',
  shape: 'times',
  delayMs: 1000,
}
const content = (text: string) => json({ topics: [], blocks: [{ kind: 'text', id: 'said', text }] })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a part of the screen that is fetched by itself', () => {
  it('has the shape of what comes until it has come, however long that takes [1 §2.53 §9.3]', async () => {
    let arrive: (answer: Response) => void = () => undefined
    const answer = () => new Promise<Response>((done) => (arrive = done))
    await drawBlock(region, { '/ui/regions/room.times?from=1': answer })
    await later(30_000)
    expect(document.querySelector('.skeleton-times')).not.toBeNull()
    await act(async () => arrive(content('Ten')))
    await later(0)
    expect(screen.getByText('Ten')).toBeTruthy()
    expect(document.querySelector('.skeleton')).toBeNull()
  })

  it('comes at once, and a second after the last of several other wishes [1 §4.40 §9.14]', async () => {
    const { asked, renew } = await drawBlock(region, {
      '/ui/regions/room.times?from=1': () => content('Ten'),
      '/ui/regions/room.times?from=3': () => content('Eleven'),
    })
    await later(0)
    expect(screen.getByText('Ten')).toBeTruthy()
    await renew({ ...region, src: 'room.times?from=2' })
    await later(900)
    await renew({ ...region, src: 'room.times?from=3' })
    await later(900)
    expect(asked.map(({ url }) => url)).toEqual(['/ui/regions/room.times?from=1'])
    expect(screen.getByText('Ten').closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
    await later(100)
    expect(asked.map(({ url }) => url)).toEqual(['/ui/regions/room.times?from=1', '/ui/regions/room.times?from=3'])
    expect(screen.getByText('Eleven')).toBeTruthy()
  })
})
