import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'
import { addClinicalDocuments } from './add-clinical-documents.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string, practice = 'lakeside') => sandbox.app.inject(`/${practice}/api/Patient/${path}`)
const documentsOf = async (patientN: number): Promise<{ SESSION_N: number; IS_NOTE_COMPLETE_FLAG: number }[]> =>
  (await get(`GetClinicalDocuments?patient_n=${patientN}`)).json()
const labOrdersOf = async (patientN: number): Promise<{ LAB_ORDER_N: number }[]> =>
  (await get(`GetLabOrders?patient_n=${patientN}`)).json()

test('Maria Alvarez has years of documents, some of them unfinished; a new patient has nothing', async () => {
  const documents = await documentsOf(people.mariaAlvarez.patientN)
  expect(documents).toHaveLength(41)
  expect(documents.filter(({ IS_NOTE_COMPLETE_FLAG: flag }) => flag === 0)).toHaveLength(5)
  expect(await labOrdersOf(people.mariaAlvarez.patientN)).toHaveLength(6)
  expect(await documentsOf(people.noraQuinn.patientN)).toEqual([])
  expect(await labOrdersOf(people.noraQuinn.patientN)).toEqual([])
})

test('a document is a page and a PDF of the same, at its own practice only', async () => {
  const [first] = await documentsOf(people.mariaAlvarez.patientN)
  const page = await get(`GetClinicalDocument/html?session_n=${first?.SESSION_N}`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<strong>Maria Alvarez</strong>')
  const pdf = await get(`GetClinicalDocument?session_n=${first?.SESSION_N}`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.body).toMatch(/^%PDF-/)
  for (const path of ['GetClinicalDocument', 'GetClinicalDocument/html'])
    expect((await get(`${path}?session_n=${first?.SESSION_N}`, 'northgate')).statusCode).toBe(404)
})

test('a loaded PDF has no page, and a loaded text has a page and a PDF', async () => {
  const common = { patientN: people.noraQuinn.patientN, day: '2026-01-05', isComplete: true }
  const pdf = Buffer.from('%PDF-1.7')
  await addClinicalDocuments(sandbox.database.db, 'lakeside', [
    { ...common, category: 'Letter', digest: 'a', content: null, pdf: pdf.toString('base64') },
    { ...common, category: 'Note', digest: 'b', content: [{ heading: '', paragraphs: ['<b>'] }], pdf: null },
  ])
  const documents = await documentsOf(people.noraQuinn.patientN)
  const replies = (path: string) =>
    Promise.all(documents.toReversed().map(({ SESSION_N: n }) => get(`${path}?session_n=${n}`)))
  const [scanPage, notePage] = await replies('GetClinicalDocument/html')
  expect([scanPage?.statusCode, notePage?.statusCode]).toEqual([404, 200])
  expect(notePage?.body).toContain('</p>\n<p>&lt;b&gt;</p>')
  const [scan, note] = await replies('GetClinicalDocument')
  expect(scan?.rawPayload.equals(pdf)).toBe(true)
  expect(note?.body).toMatch(/^%PDF-/)
})

test('one lab order has no document', async () => {
  const orders = await labOrdersOf(people.mariaAlvarez.patientN)
  const replies = await Promise.all(orders.map(({ LAB_ORDER_N: number }) => get(`GetLabOrder?laborder_n=${number}`)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200, 200, 200, 200])
  expect(replies[0]?.body).toMatch(/^%PDF-/)
})
