import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmr } from '../create-emr.ts'
import { EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'

/** Responses by path and query, after the practice's base address. */
const answers = new Map<string, { status?: number; body: string }>()
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
  emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, retryPauseMs: 1, timeoutMs: 30_000 })
})
beforeEach(() => {
  requests.splice(0)
  answers.clear()
  answerPatient('LSD 1&1')
  answers.set(listPath, { body: JSON.stringify([row(7, '2026-01-05'), row(8, '2026-03-01'), row(9, '2026-01-05')]) })
})
afterAll(async () => {
  await emr.close()
  server.close()
})

const listPath = 'GetCCDA?EMRID=LSD+1%261'
const filesPath = (from: string, to: string) => `getCcdData?emrID=LSD+1%261&start=${from}&end=${to}`
const row = (id: number, day: string) => ({ ccdaid: id, created_Date: day })
const file = (id: number, day: string, xml: string | null = `<record n="${id}"/>`) => ({ ID: id, Date: day, XML: xml })
const own = { patientId: '1001', recordId: '7' }

function answerPatient(emrid: string): void {
  const texts = ['FirstName', 'LastName', 'ZIP', 'CellPhone', 'Email', 'Address', 'SecondAddress', 'City', 'State']
  const patient = {
    Patient_n: 1001,
    EMRID: emrid,
    PatientDOB: '1984-06-21',
    PatientGender: 2,
    ...Object.fromEntries(texts.map((name) => [`Patient${name}`, ''])),
  }
  answers.set('Provider/GetPatientHeader?patient_n=1001', { body: JSON.stringify(patient) })
}

test('visit records are listed with the latest first [2 §3.27 §7.34]', async () => {
  expect(await emr.visitRecords('1001')).toEqual([
    { id: '8', day: '2026-03-01' },
    { id: '9', day: '2026-01-05' },
    { id: '7', day: '2026-01-05' },
  ])
})

test('those of a range of days come with their XML [2 §3.27 §7.34]', async () => {
  const files = [file(7, '2026-01-05'), file(8, '2026-03-01', '<é/>'), file(9, '2026-02-01', null)]
  answers.set(filesPath('2026-01-05', '2026-03-01'), { body: JSON.stringify(files) })
  expect(await emr.visitRecordsBetween('1001', '2026-01-05', '2026-03-01')).toEqual([
    { id: '8', day: '2026-03-01', xml: Buffer.from('<é/>') },
    { id: '7', day: '2026-01-05', xml: Buffer.from('<record n="7"/>') },
  ])
  expect(await emr.visitRecordsBetween('1001', '2026-02-30', '2026-03-01')).toEqual([])
})

test('one of a range of days is sent however long it is', async () => {
  const xml = 'é'.repeat(6 * 1024 * 1024)
  answers.set(filesPath('2026-01-05', '2026-01-05'), { body: JSON.stringify([file(7, '2026-01-05', xml)]) })
  const [sent, ...others] = await emr.visitRecordsBetween('1001', '2026-01-05', '2026-01-05')
  expect([sent?.id, sent?.xml.equals(Buffer.from(xml)), others]).toEqual(['7', true, []])
})

describe('one record', () => {
  const ofDay = filesPath('2026-01-05', '2026-01-05')

  test('is read from those of its day', async () => {
    answers.set(ofDay, { body: JSON.stringify([file(9, '2026-01-05'), file(7, '2026-01-05')]) })
    expect(await emr.visitRecordXml(own)).toEqual({
      record: { id: '7', day: '2026-01-05' },
      xml: Buffer.from('<record n="7"/>'),
    })
  })

  test.each([
    ['is not sent', [file(9, '2026-01-05')]],
    ['is empty', [file(7, '2026-01-05', '')]],
    ['is longer than 10 MB', [file(7, '2026-01-05', ' '.repeat(10 * 1024 * 1024 + 1))]],
  ])('has no XML when it %s', async (_what, files) => {
    answers.set(ofDay, { body: JSON.stringify(files) })
    expect(await emr.visitRecordXml(own)).toEqual({ record: { id: '7', day: '2026-01-05' } })
  })

  test('of another patient is not even requested', async () => {
    for (const recordId of ['10', '07', '7&x=1', ''])
      expect(await emr.visitRecordXml({ patientId: '1001', recordId })).toBeUndefined()
    expect(new Set(requests)).toEqual(new Set(['Provider/GetPatientHeader?patient_n=1001', listPath]))
  })
})

test('a patient who is unknown, or has no number of their own, has no records', async () => {
  answerPatient('')
  expect(await emr.visitRecords('1001')).toEqual([])
  expect(await emr.visitRecordsBetween('1002', '2026-01-05', '2026-03-01')).toEqual([])
  expect(await emr.visitRecordXml({ ...own, patientId: 'x' })).toBeUndefined()
  expect(requests.filter((path) => /ccd/i.test(path))).toEqual([])
})

test('a list that does not fit, and a record server that fails, are errors', async () => {
  answers.set(listPath, { body: JSON.stringify([row(0, '2026-01-05')]) })
  await expect(emr.visitRecords('1001')).rejects.toThrow(InvalidEmrResponse)
  answers.set(listPath, { status: 503, body: '' })
  await expect(emr.visitRecords('1001')).rejects.toThrow(EmrUnavailable)
})
