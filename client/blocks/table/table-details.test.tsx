// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const { caption, columns, empty } = exampleOf('table')
const rents: BlockOf<'table'> = {
  kind: 'table',
  id: 'rents',
  caption,
  columns,
  empty,
  rows: [
    {
      id: 'a',
      cells: { name: { text: 'Room a' } },
      detail: [{ kind: 'text', id: 'a-text', text: 'With a stage.' }],
    },
    { id: 'b', cells: { name: { text: 'Room b' } } },
  ],
  footer: [{ id: 'sum', cells: { name: { text: 'All rooms' }, seats: { text: '200' } } }],
}

test('details of rows show once somebody asks for them, in a cell as wide as the row', async () => {
  const { user } = await drawBlock({ ...rents, details: { more: 'Details', less: 'Hide details' } })
  expect(screen.queryByText('With a stage.')).toBeNull()
  const button = screen.getByRole('button', { name: `Details ${caption}`, expanded: false })
  await user.click(button)
  const cell = screen.getByText('With a stage.').closest('td')
  expect(cell?.colSpan).toBe(columns.length)
  await user.click(screen.getByRole('button', { name: `Hide details ${caption}`, expanded: true }))
  expect(screen.queryByText('With a stage.')).toBeNull()
})

test('without a button the details show at once', async () => {
  await drawBlock(rents)
  expect(screen.getByText('With a stage.')).toBeTruthy()
})

test('the footer is a part of its own, below the rows', async () => {
  await drawBlock(rents)
  const footer = document.querySelector('tfoot')
  expect(footer?.textContent).toContain('All rooms')
  expect(footer?.querySelector('th')?.textContent).toContain('All rooms')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
})
