// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const heads = () =>
  screen.getAllByRole('columnheader').map(({ textContent, children }) => [textContent, children.length])

test('the column of actions has a head for all, or else for assistive technology only', async () => {
  const table = exampleOf('table')
  const { renew } = await drawBlock({ ...table, tools: 'Keys' })
  expect(heads().at(-1)).toEqual(['Keys', 0])
  await renew(table)
  expect(heads().at(-1)).toEqual(['Actions', 1])
})
