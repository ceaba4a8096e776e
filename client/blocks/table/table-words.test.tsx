// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

test.each([
  ['several lines', 'One in the morning\nTwo at night'],
  ['markup', '<img src=x onerror=alert(1)> & <b>bold</b>'],
  ['words that run from right to left', 'קיר 3 & <2'],
])('a cell shows %s as written, in the direction of its words', async (_what, words) => {
  const table = exampleOf('table')
  await drawBlock({ ...table, rows: [{ id: 'a', cells: { name: { text: 'Hall' }, seats: { text: words } } }] })
  const [, cell] = screen.getAllByText((_text, element) => element?.getAttribute('dir') === 'auto')
  expect([cell?.textContent, cell?.childElementCount]).toEqual([words, 0])
})
