import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEmr } from '../create-emr.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'

let answer: { status: number; body: unknown } = { status: 404, body: { message: 'none' } }
const requests: string[] = []
let server: Server
let emr: ReturnType<typeof createEmr>

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/` })
})
afterEach(() => requests.splice(0))
afterAll(async () => {
  await emr.close()
  server.close()
})

const patient = { patient_ID: 'LSD-1001', patienT_NAME: 'Maria Alvarez' }
const line = {
  bill_id: 7,
  CLAIM_DATE: '2026-11-04',
  CPTCODE_LABEL: '99213',
  icds: 'L70.0, B07.8',
  line_item_amount: 185,
  allowed_amount: 142.1,
  discount: 42.9,
  insurance_payment: 0.07,
  patient_responsible: 4.35,
  patient_payment: 1.1,
}
const answers = (...lines: object[]) => (answer = { status: 200, body: { Patient: patient, Lines: lines } })

describe('bills', () => {
  test('are cents, whatever binary numbers make of the dollars, and empty texts where there is none [2 §3.8 §7.8]', async () => {
    answers(line)
    expect(await emr.bills('1001')).toEqual({
      patient: { emrId: 'LSD-1001', name: 'Maria Alvarez', address: '', cityStateZip: '' },
      charges: [
        {
          id: '7',
          day: '2026-11-04',
          code: '99213',
          description: '',
          diagnoses: ['L70.0', 'B07.8'],
          chargedCents: 18_500,
          allowedCents: 14_210,
          discountCents: 4_290,
          insuranceCents: 7,
          responsibleCents: 435,
          paidCents: 110,
          providerNpi: '',
          facility: { npi: '', name: '', address: '', address2: '', cityStateZip: '', phone: '' },
        },
      ],
    })
    expect(requests).toEqual(['/lakeside/api/PatientPortal/GetInvoiceData?patient_n=1001'])
  })

  test('come with their patient, and with provider and place of each charge [2 §3.9 §3.11 §7.7 §7.8]', async () => {
    answer = {
      status: 200,
      body: {
        Patient: { ...patient, patienT_ADDRESS: '18 Garden Street', patienT_CITY_STATE_ZIP: 'New York, NY 10011' },
        Lines: [
          {
            ...line,
            EMPLOYEE_PROVIDER_CODE: '1299001010',
            FACILITY_NPI: '1299001119',
            FACILITY_NAME: 'Lakeside Midtown',
            FACILITY_ADDRESS: '240 Park Avenue',
            FACILITY_ADDRESS2: 'Suite 9',
            FACILITY_CITY_STATE_ZIP: 'New York, NY 10017',
            FACILITY_PHONE: '2125550140',
          },
        ],
      },
    }
    const bills = await emr.bills('1001')
    expect(bills?.patient).toEqual({
      emrId: 'LSD-1001',
      name: 'Maria Alvarez',
      address: '18 Garden Street',
      cityStateZip: 'New York, NY 10011',
    })
    expect(bills?.charges[0]).toMatchObject({
      providerNpi: '1299001010',
      facility: {
        npi: '1299001119',
        name: 'Lakeside Midtown',
        address: '240 Park Avenue',
        address2: 'Suite 9',
        cityStateZip: 'New York, NY 10017',
        phone: '2125550140',
      },
    })
    expect(requests).toEqual(['/lakeside/api/PatientPortal/GetInvoiceData?patient_n=1001'])
  })

  test('come with the latest day first, in it by their ids', async () => {
    const older = { ...line, CLAIM_DATE: '2026-01-05', bill_id: 3 }
    answers(older, { ...line, bill_id: 12 }, { ...line, bill_id: 9 })
    expect((await emr.bills('1001'))?.charges.map(({ id }) => id)).toEqual(['9', '12', '3'])
  })

  test.for([
    ['a fraction of a cent', [{ ...line, patient_responsible: 4.355 }]],
    ['an amount that no database holds', [{ ...line, patient_responsible: 1e12 }]],
    ['an amount as text', [{ ...line, patient_responsible: '4.35' }]],
    ['two lines with one id', [line, line]],
    ['a day that does not exist', [{ ...line, CLAIM_DATE: '2026-02-30' }]],
    ['a line without an id', [{ ...line, bill_id: 0 }]],
  ] as const)('with %s are refused whole', async ([, lines]) => {
    answers(...lines)
    await expect(emr.bills('1001')).rejects.toThrow(InvalidEmrResponse)
  })

  test('of an unknown patient are none, and nothing is requested for what is no number', async () => {
    answer = { status: 404, body: { message: 'There is no such patient.' } }
    expect(await emr.bills('1001')).toBeUndefined()
    requests.splice(0)
    expect(await emr.bills('1 or 1=1')).toBeUndefined()
    expect(requests).toEqual([])
  })
})

describe('new bills', () => {
  test('are those after the last bill and change; the next place is what the record server says', async () => {
    answer = { status: 200, body: { LAST_BILL: 12, LAST_CHANGE: 30, Patients: [1001, 1002] } }
    expect(await emr.newBills({ billId: '9', change: '25' })).toEqual({
      place: { billId: '12', change: '30' },
      patientIds: ['1001', '1002'],
    })
    await emr.newBills(undefined)
    expect(requests).toEqual([
      '/lakeside/api/PatientPortal/GetNewBills?after=9&after_change=25',
      '/lakeside/api/PatientPortal/GetNewBills',
    ])
  })

  test('come by bills alone from a record server that does not count changes', async () => {
    answer = { status: 200, body: { LAST_BILL: 12, Patients: [] } }
    const { place } = await emr.newBills({ billId: '9', change: '25' })
    expect(place).toEqual({ billId: '12' })
    requests.splice(0)
    await emr.newBills(place)
    expect(requests).toEqual(['/lakeside/api/PatientPortal/GetNewBills?after=12'])
  })
})
