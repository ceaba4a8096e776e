import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { gatewayTest } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'
import { waitingCalls, wakeWaitingCalls } from '../../../sandbox/waiting-calls.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'

const test = gatewayTest
const wait = { waitSeconds: 30 }
const maria = people.mariaAlvarez.patientN
const of = { practice: 'lakeside', what: 'records' } as const
const reviewed = sql`update test_results set is_pending_review = false where practice = 'lakeside' and patient_n = ${maria}`

test('changes come after a place, each part of a patient once, and the call waits for them', async ({
  open,
  records,
}) => {
  const emr = open()
  const { db } = records.sandbox.database
  const { place, changes } = await emr.recordChanges(undefined, wait)
  expect(changes).toEqual([])
  const waiting = emr.recordChanges(place, wait)
  await expect.poll(() => waitingCalls(db, of)).toBe(1)
  await db.execute(reviewed)
  await db.execute(reviewed)
  wakeWaitingCalls(db, of)
  const news = await waiting
  expect(news).toMatchObject({ changes: [{ patientId: String(maria), kind: 'testResults' }], waits: true })
  expect(Number(news.place)).toBe(Number(place) + 2)
  expect(records.lines()).toEqual([
    'GET GetRecordChanges?wait=30',
    `GET GetRecordChanges?after_change=${place}&wait=30`,
  ])
})

test.for([
  ['medications', 'update medications set dosage = dosage'],
  ['visitRecords', 'delete from visit_records'],
  ['pharmacy', 'update patient_pharmacies set pharmacy_n = pharmacy_n'],
] as const)('a change of the %s of a patient is one of the record', async ([kind, change], { open, records }) => {
  const emr = open()
  const { place } = await emr.recordChanges(undefined, wait)
  await records.sandbox.database.db.execute(sql.raw(`${change} where practice = 'lakeside' and patient_n = ${maria}`))
  expect((await emr.recordChanges(place, wait)).changes).toEqual([{ patientId: String(maria), kind }])
})

test('a call that is stopped ends', async ({ open, records }) => {
  const emr = open()
  const { db } = records.sandbox.database
  const { place } = await emr.recordChanges(undefined, wait)
  const stop = new AbortController()
  const waiting = emr.recordChanges(place, { ...wait, stop: stop.signal })
  await expect.poll(() => waitingCalls(db, of)).toBe(1)
  stop.abort()
  await expect(waiting).rejects.toThrow()
  await expect.poll(() => waitingCalls(db, of)).toBe(0)
})

test('a kind that the portal does not show is left out, and what is no change is refused', async ({
  open,
  records,
}) => {
  const emr = open()
  const answer = (changes: unknown) => {
    records.alter = () => JSON.stringify({ LAST_CHANGE: 7, Changes: changes })
  }
  answer([
    { PATIENT_N: 1001, KIND: 'LAB_ORDER' },
    { PATIENT_N: 1001, KIND: 'constructor' },
    { PATIENT_N: 1003, KIND: 'DOCUMENT' },
    ...['MEDICATION', 'PHARMACY', 'VISIT_RECORD'].map((KIND) => ({ PATIENT_N: 1003, KIND })),
  ])
  expect(await emr.recordChanges('5', wait)).toEqual({
    place: '7',
    changes: [
      { patientId: '1001', kind: 'labOrders' },
      { patientId: '1003', kind: 'clinicalDocuments' },
      { patientId: '1003', kind: 'medications' },
      { patientId: '1003', kind: 'pharmacy' },
      { patientId: '1003', kind: 'visitRecords' },
    ],
    waits: false,
  })
  answer([{ PATIENT_N: 0, KIND: 'RESULT' }])
  await expect(emr.recordChanges('5', wait)).rejects.toThrow(InvalidEmrResponse)
  answer(undefined)
  await expect(emr.recordChanges(undefined, wait)).rejects.toThrow(InvalidEmrResponse)
})

test('a record server that does not know the call has no changes', async ({ open }) => {
  const other = open('nowhere') // answers 404
  expect(await other.recordChanges(undefined, wait)).toEqual({ place: '', changes: [], waits: false })
})
