import { expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'

const row = {
  ID: 3,
  Substance: 'Peanut',
  Code: '762952008',
  CodeSystem: 'http://snomed.info/sct',
  Reaction: 'Swelling',
  Severity: 'severe',
  Status: 'active',
  IsConfirmed: 1,
  OnsetDate: '2009',
  RecordedDate: '2010-02-03',
}

test('allergies come by substance, with what is missing as nothing', async ({ open, records }) => {
  const emr = open()
  const bare = { ID: 4, Substance: 'Latex', Severity: 'fatal', Status: 'resolved', IsConfirmed: 0, OnsetDate: null }
  records.alter = () => JSON.stringify([row, bare])
  expect(await emr.allergies('1001')).toEqual([
    {
      id: '4',
      substance: 'Latex',
      code: '',
      codeSystem: '',
      reaction: '',
      severity: undefined,
      status: 'resolved',
      isConfirmed: false,
      onset: '',
      recordedOn: '',
    },
    {
      id: '3',
      substance: 'Peanut',
      code: '762952008',
      codeSystem: 'http://snomed.info/sct',
      reaction: 'Swelling',
      severity: 'severe',
      status: 'active',
      isConfirmed: true,
      onset: '2009',
      recordedOn: '2010-02-03',
    },
  ])
  expect(await emr.allergies('x')).toEqual([])
  expect(records.lines()).toEqual(['GET Allergies/GetAllergies?patient_n=1001'])
  records.alter = () => JSON.stringify([{ ...row, OnsetDate: '2009-2' }])
  await expect(emr.allergies('1001')).rejects.toThrow(InvalidEmrResponse)
})
