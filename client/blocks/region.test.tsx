// @vitest-environment jsdom
import { renderToString } from 'react-dom/server'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, fetchKinds } from '../../tests/support/draw-block.tsx'
import { fakePortal, json } from '../../tests/support/fake-portal.ts'
import { InPortal } from '../../tests/support/in-portal.tsx'
import { Blocks } from '../render/blocks.tsx'

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
const content = (text: string) => json({ topics: [], blocks: [{ kind: 'text', id: 'text', text }] })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a part of the screen that is fetched by itself', () => {
  it('has the shape of what comes until it has come, however long that takes [1 §2.53 §9.3] [2 §2.125 §9.19]', async () => {
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

  it('shows content that came with the screen in its first rendering', async () => {
    const { portal } = fakePortal({})
    portal.regions.carry({
      [region.src]: { id: 'room.times', topics: [], blocks: [{ kind: 'text', id: 'a', text: 'Ten' }] },
    })
    const html = renderToString(
      <InPortal portal={portal}>
        <Blocks blocks={[region]} />
      </InPortal>,
    )
    expect([html.includes('Ten'), html.includes('skeleton')]).toEqual([true, false])
  })

  it('is fetched again when it changes by the passing of time, and half a minute later if it has not', async () => {
    const changesAt = new Date(Date.now() + 60_000).toISOString()
    const opensLater = (text: string) => json({ topics: [], changesAt, blocks: [{ kind: 'text', id: 'text', text }] })
    const responses = [opensLater('Opens soon'), opensLater('Opens in a moment'), content('Open')]
    const { requests } = await drawBlock(region, {
      '/ui/regions/room.times?from=1': () => responses.shift() ?? content('Closed'),
    })
    await later(0)
    await later(59_000)
    expect([requests.length, screen.queryByText('Opens soon')]).toEqual([1, expect.anything()])
    await later(1000)
    expect([requests.length, screen.queryByText('Opens in a moment')]).toEqual([2, expect.anything()])
    await later(30_000)
    expect(screen.getByText('Open')).toBeTruthy()
    await later(600_000)
    expect(requests).toHaveLength(3)
  })

  it('comes at once, and a second after the last of several other requests [1 §4.40 §9.14]', async () => {
    const { requests, renew } = await drawBlock(region, {
      '/ui/regions/room.times?from=1': () => content('Ten'),
      '/ui/regions/room.times?from=3': () => content('Eleven'),
    })
    await later(0)
    expect(screen.getByText('Ten')).toBeTruthy()
    await renew({ ...region, src: 'room.times?from=2' })
    await later(900)
    await renew({ ...region, src: 'room.times?from=3' })
    await later(900)
    expect(requests.map(({ url }) => url)).toEqual(['/ui/regions/room.times?from=1'])
    expect(screen.getByText('Ten').closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
    await later(100)
    expect(requests.map(({ url }) => url)).toEqual(['/ui/regions/room.times?from=1', '/ui/regions/room.times?from=3'])
    expect(screen.getByText('Eleven')).toBeTruthy()
  })
})
