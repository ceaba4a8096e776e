// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { json } from '../../../tests/support/fake-portal.ts'

beforeAll(fetchKinds)
afterEach(cleanup)

const remove = { type: 'call', action: 'rooms.remove', input: { room: 'mill' } } as const
const rooms: BlockOf<'choice'> = {
  ...exampleOf('choice'),
  label: 'Room',
  groups: [
    {
      id: 'all',
      options: [
        {
          id: 'main',
          title: 'Main room',
          chosen: true,
          do: { type: 'navigate', to: '/rooms?room=main', replace: true },
        },
        {
          id: 'mill',
          title: 'Mill',
          text: 'By the river',
          chosen: false,
          actions: [{ id: 'mill-remove', label: 'Remove', about: 'Mill', do: remove }],
          do: { type: 'navigate', to: '/rooms?room=mill', replace: true },
        },
      ],
    },
  ],
}

it('options that say whether they are chosen are radio buttons, which act when they are chosen', async () => {
  const { user, requests } = await drawBlock(rooms)
  const group = screen.getByRole('radiogroup', { name: 'Room' })
  const radios = within(group).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([true, false])
  expect(within(group).queryByRole('link')).toBeNull()
  await user.click(screen.getByLabelText(/^Mill/))
  await waitFor(() => expect(requests[0]?.url).toBe('/ui/screens/rooms?room=mill'))
})

it('what is done to an option stands beside it', async () => {
  const { user, requests } = await drawBlock(rooms, { '/ui/actions/rooms.remove': () => json({ effects: [] }) })
  await user.click(screen.getByRole('button', { name: 'Remove Mill' }))
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ room: 'mill' }))
})
