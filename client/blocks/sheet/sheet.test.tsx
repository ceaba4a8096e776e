// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { json, problem } from '../../../tests/support/fake-portal.ts'

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

test('lists are nested, cells span, links lead on, and say where on paper', async () => {
  await drawBlock(exampleOf('sheet'))
  const paper = within(screen.getByRole('article'))
  const [outer, inner] = paper.getAllByRole('list')
  expect([outer?.tagName, inner?.tagName, outer?.contains(inner ?? null)]).toEqual(['OL', 'UL', true])
  expect(paper.getByRole('columnheader', { name: 'Keys' }).getAttribute('colspan')).toBe('2')
  const link = paper.getByRole('link', { name: /^Ask the desk/ })
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
    'tel:2125550140',
    'Ask the desk (2125550140)',
  ])
})

test('markup in its texts stays text', async () => {
  const parts = [{ type: 'paragraph' as const, text: '<b id="x">Ann</b>' }]
  await drawBlock({ ...exampleOf('sheet'), parts })
  expect(screen.getByRole('article').textContent).toBe('<b id="x">Ann</b>')
})

test('it is printed by its button, and downloaded from its address', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user, requests } = await drawBlock({ ...exampleOf('sheet'), print: { label: 'Print' } })
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
  expect(requests).toEqual([])
  expect(screen.getByRole('button', { name: 'Download PDF' })).not.toBeNull()
})

describe('a page whose printing the server hears of', () => {
  const print = vi.fn()
  const printed = () => vi.stubGlobal('print', print.mockClear())
  const effects = { '/ui/actions/room.print': json({ effects: [{ type: 'print' }] }) }

  test('is printed when the server has answered', async () => {
    printed()
    const { user, requests } = await drawBlock(exampleOf('sheet'), effects)
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await expect.poll(() => print.mock.calls.length).toBe(1)
    expect(requests.map(({ url }) => url)).toEqual(['/ui/actions/room.print'])
  })

  test('is printed at once in the same way, once', async () => {
    printed()
    const block = exampleOf('sheet')
    const atOnce = { ...block, parts: [{ type: 'paragraph' as const, text: 'Rooms' }] }
    const { requests, renew } = await drawBlock(
      { ...atOnce, print: { label: 'Print', ...block.print, atOnce: true } },
      effects,
    )
    await expect.poll(() => print.mock.calls.length).toBe(1)
    await renew({ ...atOnce, print: { label: 'Print', ...block.print, atOnce: true } })
    expect(requests).toHaveLength(1)
  })

  test('is not printed when the server refuses, which is said', async () => {
    printed()
    const { user, portal } = await drawBlock(exampleOf('sheet'), { '/ui/actions/room.print': problem(503, {}) })
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await expect.poll(() => portal.errorBanner.get()?.text).toBe('It was refused.')
    expect(print).not.toHaveBeenCalled()
  })
})

const sign = { type: 'image' as const, src: '/files/sign.png', alt: 'The main hall', width: 120, height: 40 }

test('a picture has its words and its size before it loads, and goes if it does not', async () => {
  await drawBlock({ ...exampleOf('sheet'), parts: [sign] })
  const picture = screen.getByRole('img', { name: 'The main hall' })
  expect(['src', 'width', 'height'].map((name) => picture.getAttribute(name))).toEqual([sign.src, '120', '40'])
  fireEvent.error(picture)
  expect(screen.queryByRole('img')).toBeNull()
})

test('a part that this client does not know is left out, and the others are drawn', async () => {
  const later = { type: 'later', text: 'Unknown' } as unknown as typeof sign // of a newer server
  const columns = [{ parts: [later, { type: 'paragraph' as const, text: 'Known' }] }, { parts: [] }]
  await drawBlock({ ...exampleOf('sheet'), parts: [later, { type: 'columns', columns }] })
  expect(screen.getByRole('article').textContent).toBe('Known')
})

describe('the print dialog waits for the pictures', () => {
  const print = vi.fn()
  const drawToPrint = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('print', print.mockClear())
    await drawBlock({ ...exampleOf('sheet'), parts: [sign], print: { label: 'Print', atOnce: true } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(print).not.toHaveBeenCalled()
  }

  test.each(['load', 'error'] as const)('until their %s', async (event) => {
    await drawToPrint()
    fireEvent[event](screen.getByRole('img'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(print).toHaveBeenCalledTimes(1)
  })

  test('but not for one that never comes', async () => {
    await drawToPrint()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(print).toHaveBeenCalledTimes(1)
  })
})

test('it is printed at once where the server says so, and not again when it is renewed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const block = {
    ...exampleOf('sheet'),
    parts: [{ type: 'paragraph' as const, text: 'Old' }],
    print: { label: 'Print', atOnce: true },
  }
  const { renew } = await drawBlock(block)
  await vi.advanceTimersByTimeAsync(1000)
  expect(print).toHaveBeenCalledTimes(1)
  await renew({ ...block, parts: [{ type: 'paragraph', text: 'New' }] })
  await renew({ ...block, print: { label: 'Print' } })
  await renew(block)
  await vi.advanceTimersByTimeAsync(1000)
  expect(print).toHaveBeenCalledTimes(1)
})

test('before it is printed at once, its address becomes the one that does not print', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const addresses: string[] = []
  const { history, portal } = await drawBlock({
    ...exampleOf('sheet'),
    parts: [{ type: 'paragraph', text: 'Rooms' }],
    print: { label: 'Print', atOnce: true, address: '/rooms' },
  })
  portal.history.go('/rooms?print=now', { replace: true, keepScroll: true })
  vi.stubGlobal('print', () => void addresses.push(history.path()))
  await vi.advanceTimersByTimeAsync(1000)
  expect(addresses).toEqual(['/rooms'])
})
