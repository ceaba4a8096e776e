// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const blocks = ['One', 'Two', 'Three'].map((text) => ({ kind: 'text' as const, id: text, text }))
const fold = { after: 2, more: 'Show all 3', less: 'Show fewer' }

it('a folded list shows the others on demand, and the focus moves to the first of them', async () => {
  const { user } = await drawBlock({ ...exampleOf('grid'), blocks, fold })
  const button = screen.getByRole('button', { name: 'Show all 3' })
  expect([button.getAttribute('aria-expanded'), screen.queryByText('Three')]).toEqual(['false', null])
  await user.click(button)
  expect(document.activeElement?.textContent).toBe('Three')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(screen.queryByText('Three')).toBeNull()
})

it('a list that is not longer is not folded', async () => {
  await drawBlock({ ...exampleOf('grid'), blocks, fold: { ...fold, after: 3 } })
  expect([screen.queryByRole('button'), screen.queryByText('Three') === null]).toEqual([null, false])
})
