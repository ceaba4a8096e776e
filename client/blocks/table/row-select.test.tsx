// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { letPass } from '../../../tests/support/waiting.ts'

beforeAll(fetchKinds)
afterEach(cleanup)

/** A table of three rooms with these ones ticked; each tick leads to the address with it or without it. */
function rooms(chosen: readonly string[]): BlockOf<'table'> {
  const { caption, columns, empty } = exampleOf('table')
  return {
    kind: 'table',
    id: 'rooms',
    caption,
    columns,
    empty,
    selection: 'Clean',
    rows: ['a', 'b', 'c'].map((id) => {
      const selected = chosen.includes(id)
      const next = selected ? chosen.filter((each) => each !== id) : [...chosen, id]
      return {
        id,
        cells: { name: { text: `Room ${id}` } },
        ...(id === 'c'
          ? {}
          : {
              select: { selected, about: `Room ${id}`, do: { type: 'navigate', to: `/rooms?clean=${next.join('.')}` } },
            }),
      }
    }),
  }
}

const tick = (at: number) => document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[at]

test('ticks have a name, a state and a column; rows without one have none', async () => {
  await drawBlock(rooms(['b']))
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(2)
  expect([tick(0)?.checked, tick(1)?.checked]).toEqual([false, true])
  expect(tick(0)?.labels?.[0]?.textContent).toBe('Clean Room a')
  expect(document.querySelector('th')?.textContent).toBe('Clean')
})

test('several ticks in a row are sent one after the other, from the newest addresses', async () => {
  const arrived: (() => void)[] = []
  const later = () =>
    new Promise<Response>((resolve) => arrived.push(() => resolve(new Response(null, { status: 404 }))))
  const drawn = await drawBlock(rooms([]), {
    '/ui/screens/rooms?clean=a': later,
    '/ui/screens/rooms?clean=a.b': later,
    '/ui/screens/rooms?clean=b': later,
  })
  const screens = () => drawn.requests.map(({ url }) => url).filter((url) => url.startsWith('/ui/screens/'))
  await act(async () => {
    tick(0)?.click()
    tick(1)?.click()
  })
  expect([tick(0)?.checked, tick(1)?.checked]).toEqual([true, true])
  expect(screens()).toEqual(['/ui/screens/rooms?clean=a'])
  await drawn.renew(rooms(['a']))
  await act(async () => {
    arrived[0]?.()
    await letPass(20, 'no other screen is requested')
  })
  expect(screens()).toEqual(['/ui/screens/rooms?clean=a', '/ui/screens/rooms?clean=a.b'])
})
