// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

test('a figure is one heading of its name and its value', async () => {
  await drawBlock(exampleOf('figure'))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Free seats 1,204')
  expect(screen.getByText('of 3,000')).toBeTruthy()
})
