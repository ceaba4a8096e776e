// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a sheet is an article with headings, facts and a table', async () => {
  await drawBlock(exampleOf('sheet'))
  const paper = within(screen.getByRole('article', { name: 'Rooms in use' }))
  expect(paper.getByRole('heading', { level: 2, name: 'Rooms' })).not.toBeNull()
  expect(paper.getByText('Date').nextElementSibling?.textContent).toBe('11/23/2026')
  const rows = within(paper.getByRole('table', { name: 'Seats of the rooms' })).getAllByRole('row')
  expect(rows.map((row) => row.querySelectorAll('th, td').length)).toEqual([2, 2, 2])
  expect(paper.getByRole('rowheader', { name: 'Main hall' })).not.toBeNull()
})

test('a sheet has no fault that axe finds', async () => {
  await drawBlock(exampleOf('sheet'))
  // The page around it is missing here; colors and sizes need a real browser.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('markup in its texts stays text', async () => {
  const parts = [{ type: 'paragraph' as const, text: '<b id="x">Ann</b>' }]
  await drawBlock({ ...exampleOf('sheet'), parts })
  expect(screen.getByRole('article').textContent).toBe('<b id="x">Ann</b>')
})

test('it is printed by its button, and downloaded from its address', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = await drawBlock(exampleOf('sheet'))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Download PDF' })).not.toBeNull()
})

test('it is printed at once where the server says so, and not again when it is renewed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const block = { ...exampleOf('sheet'), print: { label: 'Print', atOnce: true } }
  const { renew } = await drawBlock(block)
  vi.advanceTimersByTime(1000)
  expect(print).toHaveBeenCalledTimes(1)
  await renew({ ...block, parts: [{ type: 'paragraph', text: 'New' }] })
  await renew({ ...block, print: { label: 'Print' } })
  await renew(block)
  vi.advanceTimersByTime(1000)
  expect(print).toHaveBeenCalledTimes(1)
})
