// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakePortal, problem } from '../../tests/support/fake-portal.ts'
import { runAction } from './run-action.ts'

/** What was saved: the address and the name of each file. */
const saved: [href: string, name: string][] = []
beforeEach(() => {
  saved.splice(0)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push([this.getAttribute('href') ?? '', this.download])
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const file = (headers: Record<string, string>) =>
  new Response('%PDF-1.7', { headers: { 'content-disposition': 'attachment; filename="Plan.pdf"', ...headers } })
const download = { type: 'download', href: '/plan' } as const

it('a download that is refused says why, in the words of the server', async () => {
  const { portal } = fakePortal({ '/plan': problem(503, { detail: 'The plan cannot be read now.' }) })
  await runAction(portal, download)
  expect([saved, portal.errorBanner.get()?.text]).toEqual([[], 'The plan cannot be read now.'])
})

it.each([
  ['that fits is saved once it has arrived', { 'content-length': '8' }, ['blob:file', 'Plan.pdf']],
  ['that is large is left to the browser', { 'content-length': '90000000' }, ['/plan', '']],
  ['without a length as well', {}, ['/plan', '']],
  ['of a calendar as well', { 'content-length': '8', 'content-type': 'text/calendar' }, ['/plan', '']],
])('a file %s', async (_, headers, expected) => {
  const { portal } = fakePortal({ '/plan': file(headers) })
  await runAction(portal, download)
  expect([saved, portal.errorBanner.get()]).toEqual([[expected], undefined])
})

it.each([
  ['the words of the server', '{"detail":"The plan cannot be read now.","errors":[]}', 'The plan cannot be read now.'],
  ['what is said of any failure', 'Bad gateway', 'Something went wrong. Please try again later.'],
])('a file that cannot be printed says %s', async (_, text, expected) => {
  vi.stubGlobal('navigator', { pdfViewerEnabled: true })
  const { portal } = fakePortal({})
  const printed = runAction(portal, { type: 'print', href: '/plan' })
  const frame = document.querySelector('iframe') ?? expect.fail('nothing is printed')
  const other = document.implementation.createHTMLDocument()
  other.body.textContent = text
  Object.defineProperty(frame, 'contentDocument', { value: other })
  frame.dispatchEvent(new Event('load'))
  await printed
  expect(portal.errorBanner.get()?.text).toBe(expected)
})
