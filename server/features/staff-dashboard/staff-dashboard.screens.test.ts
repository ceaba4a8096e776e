import { expect, it } from 'vitest'
import { blocksOf } from '../../../tests/support/nested-blocks.ts'
import { admins } from '../../protocol/guard.ts'
import { waitingBlocks } from './staff-dashboard.screens.ts'

const card = {
  id: 'rooms',
  guard: admins,
  title: 'Rooms',
  text: 'See every room.',
  icon: 'building',
  to: '/rooms',
  order: 20,
} as const

it('shows the cards of the features in their order, with what waits there', () => {
  const count = { value: 2, words: '2 open' }
  const cards = [card, { ...card, id: 'halls', title: 'Halls', to: '/halls', order: 10, count }]
  const [tiles] = blocksOf(waitingBlocks([], cards), 'tiles')
  const { text, icon } = card
  expect(tiles?.tiles).toEqual([
    { id: 'halls', title: 'Halls', text, icon, count, do: { type: 'navigate', to: '/halls' } },
    { id: 'rooms', title: 'Rooms', text, icon, do: { type: 'navigate', to: '/rooms' } },
  ])
})
