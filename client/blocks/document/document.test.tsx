// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawBlock, exampleOf, fetchKinds, narrowTo } from '../../../tests/support/draw-block.tsx'
import { problem } from '../../../tests/support/fake-portal.ts'

const block = exampleOf('document')
const { href } = block.download
/** The names of the files that were saved. */
const saved: string[] = []

beforeAll(fetchKinds)
beforeEach(() => {
  saved.splice(0)
  narrowTo(320)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The sentence is announced as well, a moment later, and stays in the live region. */
const inBlock = { ignore: '[aria-live] *' }
const findSaved = () => page.findByText(block.saved, inBlock)

const headers = { 'content-type': 'application/pdf', 'content-length': '8' }
const named = (disposition: string) =>
  new Response('%PDF-1.7', { headers: { ...headers, 'content-disposition': disposition } })

test('on a narrow screen the file is saved, which is said when it has arrived [2 §2.100 §8.50]', async () => {
  let send: (part?: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      send = (part) => (part === undefined ? stream.close() : stream.enqueue(new TextEncoder().encode(part)))
    },
  })
  await drawBlock(block, { [href]: new Response(body, { headers }) })
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await act(async () => send('%PDF'))
  await expect.poll(() => bar.getAttribute('value')).toBe('0.5')
  expect([saved, page.queryByText(block.saved, inBlock)]).toEqual([[], null])
  await act(async () => send('-1.7'))
  await act(async () => send())
  await findSaved()
  expect(saved).toEqual([''])
})

test.each([
  ['attachment; filename="Plan.pdf"', 'Plan.pdf'],
  ['attachment; filename="?.pdf"; filename*=UTF-8\'\'%D8%B9.pdf', '\u0639.pdf'],
])('it has the name of the server: %s', async (disposition, name) => {
  await drawBlock(block, { [href]: named(disposition) })
  await findSaved()
  expect(saved).toEqual([name])
})

test('a file that is refused is not saved, says why, and can be tried again', async () => {
  const answers = [problem(502, { detail: 'This document is empty.' }), named('attachment; filename="Plan.pdf"')]
  const { user } = await drawBlock(block, { [href]: () => answers.shift() ?? problem(500) })
  expect((await page.findByRole('alert')).textContent).toContain('This document is empty.')
  expect([saved, page.getByRole('button', { name: 'Download PDF' }).textContent]).toEqual([[], 'Download PDF'])
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await findSaved()
  expect(saved).toEqual(['Plan.pdf'])
})

test('a file that breaks off is not saved', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  await drawBlock(block, { [href]: new Response(body, { headers }) })
  expect((await page.findByRole('alert')).textContent).toContain('The connection was lost.')
  expect(saved).toEqual([])
})
