import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { createPatients } from './patients.ts'

const maria = String(people.mariaAlvarez.patientN)
const ameliaNovak = { firstName: 'amelia', lastName: 'NOVAK', dob: '1988-04-12', gender: 2, zip: '10017' } as const

describe('the record server is asked', () => {
  test('to find somebody who signs up [1 §3.6 §7.41] [2 §5.49]', async ({ open, records }) => {
    const emr = open()
    await emr.findPatients({ firstName: 'Amelia', lastName: 'Novak', dob: '1988-04-12', gender: 2, zip: '10017' })
    expect(records.lines()).toEqual([
      'GET Provider/GetPatient?firstName=Amelia&lastName=Novak&dob=1988-04-12&gender=2&zip=10017',
    ])
  })
})

test('the end of the access to the portal is reported by one call, and again without harm [2 §7.54]', async ({
  open,
  records,
}) => {
  const emr = open()
  expect(await emr.disablePatient(maria)).toBe(true)
  expect(await emr.disablePatient(maria)).toBe(true)
  expect(records.lines()).toEqual(Array(2).fill(`PUT patient/disablepatient?patientID=${maria}`))
  for (const unknown of ['99999', 'x']) expect(await emr.disablePatient(unknown)).toBe(false)
})

describe('who a patient is', () => {
  test('a patient is read with the number that patients know', async ({ open }) => {
    const emr = open()
    expect(await emr.patient(maria)).toMatchObject({
      emrId: people.mariaAlvarez.emrid,
      dob: '1984-06-21',
      gender: 2,
      secondAddress: 'Apartment 5C',
      city: 'New York',
      state: 'NY',
    })
    expect(await emr.patient('99999')).toBeUndefined()
  })

  test('an answer about another patient than the one who was asked for is refused whole', async ({ open }) => {
    const header = {
      EMRID: 'LSD-1002',
      PatientFirstName: 'Ben',
      PatientLastName: 'Carter',
      PatientDOB: '1971-01-02',
      PatientGender: 1,
    }
    const find = (Patient_n: number) => Promise.resolve({ ...header, Patient_n })
    const answering = (number: number) =>
      createPatients({ client: { find: () => find(number) } } as unknown as AreaDeps) // the part that it uses
    expect(await answering(1002).patient('1002')).toMatchObject({ id: '1002', lastName: 'Carter' })
    await expect(answering(1002).patient('1001')).rejects.toThrow(InvalidEmrResponse)
    expect(await open().patient(maria)).toMatchObject({ id: maria })
  })

  test('a person is found with the names as the practice spells them, two of the same, or nobody', async ({ open }) => {
    const emr = open()
    expect(await emr.findPatients(ameliaNovak)).toEqual([
      {
        id: String(people.ameliaNovak.patientN),
        emrId: 'LSD-1007',
        firstName: 'Amelia',
        lastName: 'Novak',
        cellPhone: '2125550167',
        email: 'amelia.novak@example.com',
        hasEarlierAccount: false,
      },
    ])
    const smith = { firstName: 'John', lastName: 'Smith', dob: '1970-01-02', gender: 1, zip: '10001' } as const
    expect((await emr.findPatients(smith)).map(({ id }) => id)).toEqual(['1009', '1010'])
    expect(await emr.findPatients({ ...ameliaNovak, dob: '1988-04-31' })).toEqual([])
    expect(await emr.findPatients({ ...ameliaNovak, lastName: "Novak' or '1'='1&zip=10017" })).toEqual([])
  })

  test('insurances come in their order, and not at all for who has none or is nobody [2 §3.38 §7.18]', async ({
    open,
  }) => {
    const emr = open()
    expect(await emr.insurancesOf(maria)).toEqual([
      { order: 'primary', carrier: 'Harborline Health', id: 'HLH-4471093', group: 'G-20817' },
      { order: 'secondary', carrier: 'Empire Shore Insurance', id: 'ESI-0092216', group: '' },
    ])
    for (const id of [String(people.noraQuinn.patientN), '99999', 'x']) expect(await emr.insurancesOf(id)).toEqual([])
  })

  test('each office has its own address, and nobody else does [2 §7.20]', async ({ open }) => {
    expect(await open().facilityMail(maria)).toBe('front.desk@lakeside.example.com')
    expect(await open('northgate').facilityMail('2001')).toBe('office@northgate.example.com')
    for (const id of ['99999', 'x']) await expect(open().facilityMail(id)).rejects.toBeInstanceOf(InvalidEmrResponse)
  })
})
