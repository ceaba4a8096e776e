// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

it('a row is one link, which is named by its words and its value', async () => {
  const example = exampleOf('list')
  const rows = example.rows.map((row) => ({ ...row, unread: undefined, lead: 'Hall', title: 'Rent', meta: 'Today' }))
  await drawBlock({ ...example, rows })
  expect(screen.getByRole('link', { name: 'Hall Today Rent $12.00' })).toBeTruthy()
})
