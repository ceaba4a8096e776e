// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordAnnouncements } from '../../tests/support/announcements.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, screen } from '../../tests/support/fake-portal.ts'

let announced: ReturnType<typeof recordAnnouncements>

beforeAll(fetchKinds)
beforeEach(() => void (announced = recordAnnouncements()))
afterEach(cleanup)

const find = { ...exampleOf('search'), value: '', delayMs: 20 }
const field = () => page.getByRole<HTMLInputElement>('searchbox', { name: 'Find a room' })
const searches = ({ requests }: Awaited<ReturnType<typeof drawBlock>>) =>
  requests.map(({ url }) => url).filter((url) => url.startsWith('/ui/screens'))

it('asks once for what was typed, after a pause, and writes it in the address', async () => {
  const drawn = await drawBlock({ ...find, delayMs: 200 }, { '/ui/screens/rooms?q=hall': () => json(screen()) })
  await drawn.user.type(field(), 'hall')
  await expect.poll(() => searches(drawn)).toEqual(['/ui/screens/rooms?q=hall'])
  await expect.poll(() => drawn.history.path()).toBe('/rooms?q=hall')
  expect(field().value).toBe('hall')
})

it('asks at once by Enter, and not again after the pause', async () => {
  const drawn = await drawBlock(find, { '/ui/screens/rooms?q=hall': () => json(screen()) })
  await drawn.user.type(field(), 'hall{Enter}')
  await expect.poll(() => searches(drawn).at(-1)).toBe('/ui/screens/rooms?q=hall')
})

it('keeps what is typed while an older answer comes, and takes what the server names by itself', async () => {
  const drawn = await drawBlock({ ...find, delayMs: 60_000 })
  await drawn.user.type(field(), 'ha{Enter}ll')
  await drawn.renew({ ...find, value: 'ha', result: '3 rooms' })
  expect(field().value).toBe('hall')
  await expect.poll(() => announced).toEqual([['3 rooms', 'polite']])
  await drawn.renew({ ...find, value: 'kitchen' })
  expect(field().value).toBe('kitchen')
})
