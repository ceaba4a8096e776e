import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'
import { lastInvoices } from './billing.store.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

interface Invoice {
  Patient: object
  Lines: { bill_id: number; CLAIM_DATE: string; patient_responsible: number; patient_payment: number }[]
}

const invoice = async (practice: string, patientN: number) =>
  (await sandbox.app.inject(`/${practice}/api/PatientPortal/GetInvoiceData?patient_n=${patientN}`)).json<Invoice>()

/** In cents. */
const owed = ({ Lines }: Invoice) =>
  Lines.reduce((sum, line) => sum + Math.round((line.patient_responsible - line.patient_payment) * 100), 0)

test('a patient has the bills of the demo practice, the latest visit first', async () => {
  const bills = await invoice('lakeside', people.mariaAlvarez.patientN)
  expect(bills.Lines.map(({ CLAIM_DATE }) => CLAIM_DATE)).toEqual(
    bills.Lines.map(({ CLAIM_DATE }) => CLAIM_DATE)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(bills.Lines.map(({ CLAIM_DATE }) => CLAIM_DATE)).size).toBe(3)
  expect(bills.Lines).toHaveLength(5)
  expect(owed(bills)).toBe(31_245)
  expect(bills.Patient).toMatchObject({ patient_ID: 'LSD-1001', patienT_NAME: 'Maria Alvarez' })
})

test('a line carries the amounts, the codes, and the numbers of provider and place [2 §3.8]', async () => {
  const [first] = (await invoice('lakeside', people.lucasAlvarez.patientN)).Lines
  expect(first).toMatchObject({
    CPTCODE_LABEL: '99213',
    CPTCODE_DESCRIPTION: 'Office visit, established patient, 20 minutes',
    icds: 'L20.9',
    line_item_amount: 185,
    allowed_amount: 142,
    discount: 43,
    insurance_payment: 117,
    patient_responsible: 25,
    patient_payment: 25,
    EMPLOYEE_PROVIDER_CODE: '1299001010',
    FACILITY_NPI: '1299001119',
    FACILITY_NAME: 'Lakeside Midtown',
    FACILITY_CITY_STATE_ZIP: 'New York, NY 10017',
  })
})

test('others owe what the guide says, or nothing', async () => {
  expect(owed(await invoice('lakeside', people.eleanorWhitfield.patientN))).toBe(18_420)
  expect(owed(await invoice('northgate', people.benCarter.patientN))).toBe(7_500)
  expect((await invoice('lakeside', people.noraQuinn.patientN)).Lines).toEqual([])
})

test('bills are of a patient of the practice', async () => {
  const missing = await sandbox.app.inject(
    `/northgate/api/PatientPortal/GetInvoiceData?patient_n=${people.mariaAlvarez.patientN}`,
  )
  expect(missing.statusCode).toBe(404)
})

test('a bill of a hospital may name no provider', async () => {
  await sandbox.database.db.execute(
    sql`insert into charges (practice, patient_n, facility_n, claim_date, code, charged, allowed, discount,
        insurance_paid, patient_responsible, patient_paid)
      values ('lakeside', ${people.noraQuinn.patientN}, 11, '2026-02-01', '99231', 100, 100, 0, 0, 100, 0)`,
  )
  const { Lines } = await invoice('lakeside', people.noraQuinn.patientN)
  expect(Lines).toMatchObject([{ EMPLOYEE_PROVIDER_CODE: '', FACILITY_NAME: 'Lakeside Midtown' }])
})

test('who began to owe is told after a change, whatever line it was, and after a bill without a change', async () => {
  interface NewBills {
    LAST_BILL: number
    LAST_CHANGE: number
    Patients: number[]
  }
  const newBills = async (query = '') =>
    (await sandbox.app.inject(`/lakeside/api/PatientPortal/GetNewBills${query}`)).json<NewBills>()
  const lucas = people.lucasAlvarez.patientN
  const first = await newBills()
  expect(first.Patients).toEqual([])
  await sandbox.database.db.execute(
    sql`update charges set patient_responsible = patient_paid + 4200 where practice = 'lakeside' and patient_n = ${lucas}`,
  )
  const after = `?after=${first.LAST_BILL}`
  const changed = await newBills(`${after}&after_change=${first.LAST_CHANGE}`)
  expect(changed).toMatchObject({ LAST_BILL: first.LAST_BILL, Patients: [lucas] })
  expect((await newBills(`${after}&after_change=${changed.LAST_CHANGE}`)).Patients).toEqual([])
  expect((await newBills(after)).Patients).toEqual([])
  expect((await newBills(`?after=${first.LAST_BILL - 1}`)).Patients).toHaveLength(1)
})

describe('invoice numbers', () => {
  const numberOf = async (practice: string, patientN: number) =>
    sandbox.app.inject(`/${practice}/api/PatientPortal/GetInvoiceNumber?patient_n=${patientN}`)
  const log = (number: number, body: object = {}) =>
    sandbox.app.inject({
      method: 'POST',
      url: '/lakeside/api/billing/portal_invoice',
      payload: {
        PATIENT_N: people.mariaAlvarez.patientN,
        EMPLOYEE_N: 0,
        INVOICE_NUMBER: number,
        AMOUNT: 312.45,
        PRINT_DATE: '2026-11-24T10:00:00.000Z',
        ...body,
      },
    })

  test('are given once, in a row for each practice', async () => {
    const first = (await numberOf('lakeside', people.mariaAlvarez.patientN)).json<number>()
    expect((await numberOf('lakeside', people.eleanorWhitfield.patientN)).json()).toBe(first + 1)
    expect((await numberOf('northgate', people.benCarter.patientN)).json()).toBe(10_001)
    expect((await numberOf('northgate', people.mariaAlvarez.patientN)).statusCode).toBe(404)
  })

  test('are logged once, with what was printed', async () => {
    expect((await log(12)).json()).toBe(true)
    expect((await log(12, { AMOUNT: 1 })).json()).toBe(true)
    expect(await lastInvoices(sandbox.database.db)).toMatchObject([
      { practice: 'lakeside', number: 12, patient: 'Maria Alvarez', amount: 31_245 },
    ])
    expect((await log(13, { PATIENT_N: people.benCarter.patientN })).statusCode).toBe(404)
    expect((await log(13, { AMOUNT: -50 })).json()).toBe(true)
  })
})
