import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'
import { EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'

const { mariaAlvarez: person } = people
const maria = {
  id: String(person.patientN),
  emrId: person.emrid,
  firstName: 'Maria',
  lastName: 'Alvarez',
  dob: '1984-06-21',
  gender: 2,
  email: person.email,
  cellPhone: person.cellPhone,
}
const details = { firstName: ' mar ', lastName: "O'Alv & %", dob: '1984-06-21', gender: 2 } as const
const listed = { Patient_N: 7, PatientFirstName: 'Ada', PatientLastName: 'Lovelace', PatientDOB: '1815-12-10' }

describe('the search by details', () => {
  test('is sent as the specification has it [2 §7.54]', async ({ open, records }) => {
    expect(await open().patientsLike(details)).toEqual({ patients: [], mayBeMore: false })
    expect(records.calls).toMatchObject([
      {
        line: 'POST patient/FindPatient?dob=1984-6-21',
        body: {
          PatientFirstName: 'mar',
          PatientLastName: "O'Alv & %",
          PatientDOB: '1984-6-21',
          PatientGender: 'Female',
        },
      },
    ])
    records.calls.splice(0)
    const anybody = { firstName: '', lastName: 'ALVAREZ', dob: '1984-06-21' }
    expect(await open().patientsLike(anybody)).toEqual({ patients: [maria], mayBeMore: false })
    expect(records.calls).toMatchObject([{ body: { PatientFirstName: '', PatientGender: '' } }])
  })

  test('asks nobody about a day that is none', async ({ open, records }) => {
    expect(await open().patientsLike({ ...details, dob: '1984-02-30' })).toEqual({ patients: [], mayBeMore: false })
    expect(records.calls).toEqual([])
  })

  test('reads days and genders as record servers write them, up to fifty patients, and no password', async ({
    open,
    records,
  }) => {
    const row = { ...listed, PatientDOB: '1815-12-1T00:00:00', PatientPassword: 'Secret-1', Login: 'ada', WebSiteID: 3 }
    records.alter = () =>
      JSON.stringify(
        Array.from({ length: 60 }, (_, at) => ({ ...row, PatientGender: ['Male', 2, 'Unknown', null][at % 4] })),
      )
    const { patients, mayBeMore } = await open().patientsLike(details)
    expect([patients.length, mayBeMore]).toEqual([50, true])
    expect(patients.slice(0, 4).map(({ gender }) => gender)).toEqual([1, 2, 3, 3])
    expect(patients[0]).toEqual({
      id: '7',
      emrId: '',
      firstName: 'Ada',
      lastName: 'Lovelace',
      dob: '1815-12-01',
      gender: 1,
      email: '',
      cellPhone: '',
    })
  })
})

describe('the search by text', () => {
  test('is sent with its page, and has a total [2 §3.49]', async ({ open, records }) => {
    const emr = open()
    expect(await emr.searchPatients({ text: ' alvarez 6/21/84 ', page: 1, size: 5 })).toEqual({
      patients: [maria],
      total: 1,
    })
    expect(records.calls).toMatchObject([
      { line: 'POST Patient/Search', body: { Text: 'alvarez 6/21/84', Page: 1, PageSize: 5 } },
    ])
    expect(await emr.searchPatients({ text: '  ', page: 1, size: 5 })).toEqual({ patients: [], total: 0 })
    expect(records.calls).toHaveLength(1)
  })

  test('is unknown to some record servers', async ({ open }) => {
    expect(await open('nowhere').searchPatients({ text: 'alvarez', page: 1, size: 5 })).toBeUndefined()
  })

  test.for([
    { ...listed, PatientDOB: '1815-02-30' },
    { ...listed, PatientDOB: 'unknown' },
    { ...listed, Patient_N: 0 },
    { ...listed, Patient_N: '7' },
    { ...listed, PatientGender: 4 },
    { ...listed, PatientLastName: 'x'.repeat(501) },
    { Patient_N: 7 },
  ])('takes no answer such as %j', async (item, { open, records }) => {
    records.alter = () => JSON.stringify({ Total: 1, Items: [item] })
    await expect(open().searchPatients({ text: 'ada', page: 1, size: 5 })).rejects.toBeInstanceOf(InvalidEmrResponse)
  })

  test('is tried twice, and fails in time', async ({ open, records }) => {
    await records.fault({ kind: 'down', path: 'Patient/Search', times: 1 })
    expect((await open().searchPatients({ text: 'LSD-1001', page: 1, size: 5 }))?.total).toBe(1)
    await records.fault({ kind: 'down', path: 'Patient/Search' })
    await expect(open().searchPatients({ text: 'ada', page: 1, size: 5 })).rejects.toBeInstanceOf(EmrUnavailable)
  })
})
