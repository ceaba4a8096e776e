import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmr } from '../create-emr.ts'
import { EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'
import type { PdfFile } from '../pdf-file.ts'

/** Responses by path and query, after the practice's base address. */
const answers = new Map<string, { status?: number; body: string | Buffer }>()
const requests: string[] = []
let server: Server
let emr: ReturnType<typeof createEmr>

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/lakeside/api/', '')
    requests.push(path)
    const { status = 200, body } = answers.get(path) ?? { status: 404, body: '{}' }
    response.writeHead(status).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, retryPauseMs: 1 })
})
beforeEach(() => {
  requests.splice(0)
  answers.clear()
  answers.set('Patient/GetClinicalDocuments?patient_n=1001', { body: JSON.stringify([document(7, '2026-01-05', 0)]) })
  answers.set('Patient/GetLabOrders?patient_n=1001', { body: JSON.stringify([order(4)]) })
})
afterAll(async () => {
  await emr.close()
  server.close()
})

const document = (session: number, day: string, complete: number) => ({
  CATEGORY_N: 2,
  CATEGORY_LABEL: 'Visit note',
  SESSION_N: session,
  SESSION_DATE: day,
  IS_NOTE_COMPLETE_FLAG: complete,
})
const order = (number: number) => ({
  LAB_ORDER_N: number,
  LAB_ORDER_MODIFY_DATE: '2026-02-03',
  LABORATORY_NAME: 'Harbor Pathology',
  EMPLOYEE_FIRST_NAME: 'Grace',
})
const note = { id: '7', category: 'Visit note', day: '2026-01-05', isComplete: false }
const ownDocument = { patientId: '1001', documentId: '7' }
const ownOrder = { patientId: '1001', labOrderId: '4' }
const end = Buffer.from('%%EOF')
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n...'), end])

const contentOf = (file: PdfFile | undefined) => file && buffer(file.body)

test('clinical documents are listed with the latest first [2 §3.44 §7.27]', async () => {
  const rows = [document(7, '2026-01-05', 0), document(8, '2026-03-01', 1), document(9, '2026-01-05', 1)]
  answers.set('Patient/GetClinicalDocuments?patient_n=1001', { body: JSON.stringify(rows) })
  expect(await emr.clinicalDocuments('1001')).toEqual([
    { id: '8', category: 'Visit note', day: '2026-03-01', isComplete: true },
    { id: '9', category: 'Visit note', day: '2026-01-05', isComplete: true },
    note,
  ])
})

test('lab orders are listed, also without a physician [2 §3.45 §7.46]', async () => {
  const rows = [order(4), { ...order(5), EMPLOYEE_FIRST_NAME: null }]
  answers.set('Patient/GetLabOrders?patient_n=1001', { body: JSON.stringify(rows) })
  const common = { day: '2026-02-03', laboratory: 'Harbor Pathology' }
  expect(await emr.labOrders('1001')).toEqual([
    { id: '5', ...common, physician: '' },
    { id: '4', ...common, physician: 'Grace' },
  ])
})

test('a list that does not fit is an error', async () => {
  answers.set('Patient/GetLabOrders?patient_n=1001', { body: JSON.stringify([{ LAB_ORDER_N: 'x' }]) })
  await expect(emr.labOrders('1001')).rejects.toThrow(InvalidEmrResponse)
})

describe('the content', () => {
  test('of a document comes as HTML and as PDF [2 §7.45]', async () => {
    answers.set('Patient/GetClinicalDocument/html?session_n=7', { body: '<p>Größe</p>' })
    answers.set('Patient/GetClinicalDocument?session_n=7', { body: pdf })
    expect(await emr.clinicalDocumentHtml(ownDocument)).toEqual({ document: note, html: '<p>Größe</p>' })
    const { document, pdf: file } = (await emr.clinicalDocumentPdf(ownDocument)) ?? {}
    expect([document, await contentOf(file)]).toEqual([note, pdf])
  })

  test('of a lab order comes as PDF, if there is one', async () => {
    expect(await emr.labOrderPdf(ownOrder)).toEqual({ labOrder: expect.objectContaining({ id: '4' }) })
    answers.set('Patient/GetLabOrder?laborder_n=4', { body: pdf })
    expect(await contentOf((await emr.labOrderPdf(ownOrder))?.pdf)).toEqual(pdf)
  })

  test('of another patient is not even requested', async () => {
    answers.set('Patient/GetClinicalDocument?session_n=8', { body: pdf })
    answers.set('Patient/GetLabOrder?laborder_n=5', { body: pdf })
    for (const id of ['8', '07', '7&x=1', '']) {
      expect(await emr.clinicalDocumentHtml({ patientId: '1001', documentId: id })).toBeUndefined()
      expect(await emr.clinicalDocumentPdf({ patientId: '1001', documentId: id })).toBeUndefined()
    }
    expect(await emr.labOrderPdf({ patientId: '1001', labOrderId: '5' })).toBeUndefined()
    expect(new Set(requests)).toEqual(
      new Set(['Patient/GetClinicalDocuments?patient_n=1001', 'Patient/GetLabOrders?patient_n=1001']),
    )
  })

  test.each([
    ['HTML', '<html>'],
    ['nothing', ''],
    ['a late PDF', `${' '.repeat(1100)}%PDF-1.7`],
  ])('is an error when %s comes instead of a PDF', async (_what, body) => {
    answers.set('Patient/GetClinicalDocument?session_n=7', { body })
    answers.set('Patient/GetLabOrder?laborder_n=4', { body })
    await expect(emr.clinicalDocumentPdf(ownDocument)).rejects.toThrow(InvalidEmrResponse)
    await expect(emr.labOrderPdf(ownOrder)).rejects.toThrow(InvalidEmrResponse)
  })

  test('is an error when its text is no UTF-8, and when the record server fails', async () => {
    answers.set('Patient/GetClinicalDocument/html?session_n=7', { body: Buffer.from([0x3c, 0xff]) })
    await expect(emr.clinicalDocumentHtml(ownDocument)).rejects.toThrow(InvalidEmrResponse)
    answers.set('Patient/GetClinicalDocument/html?session_n=7', { status: 503, body: '' })
    await expect(emr.clinicalDocumentHtml(ownDocument)).rejects.toThrow(EmrUnavailable)
  })

  test('of more than 10 MB of HTML is not read', async () => {
    answers.set('Patient/GetClinicalDocument/html?session_n=7', { body: Buffer.alloc(10 * 1024 * 1024 + 1, ' ') })
    expect(await emr.clinicalDocumentHtml(ownDocument)).toEqual({ document: note })
  })

  test('of 80 MB of PDF passes whole', async () => {
    const body = Buffer.concat([pdf, Buffer.alloc(80 * 1024 * 1024), end])
    answers.set('Patient/GetClinicalDocument?session_n=7', { body })
    const { pdf: file } = (await emr.clinicalDocumentPdf(ownDocument)) ?? {}
    expect((await contentOf(file))?.equals(body)).toBe(true)
  })

  test('that nobody reads does not keep its connection', async () => {
    answers.set('Patient/GetClinicalDocument?session_n=7', { body: Buffer.concat([pdf, Buffer.alloc(5_000_000), end]) })
    for (let times = 0; times < 40; times++) (await emr.clinicalDocumentPdf(ownDocument))?.pdf?.body.destroy()
    expect((await contentOf((await emr.clinicalDocumentPdf(ownDocument))?.pdf))?.length).toBeGreaterThan(5_000_000)
  })
})
