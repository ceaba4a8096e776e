import { expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'

const row = {
  ID: 3,
  Name: 'Acne vulgaris',
  Code: 'L70.0',
  CodeSystem: 'http://hl7.org/fhir/sid/icd-10-cm',
  Status: 'resolved',
  IsConfirmed: 1,
  IsOfVisit: 1,
  OnsetDate: '2009-05',
  AbatementDate: '2010-02-03',
  RecordedDate: '2009-06-01',
}

test('active conditions come first, then by name, with what is missing as nothing', async ({ open, records }) => {
  const emr = open()
  const bare = { ID: 4, Name: 'Psoriasis', Status: 'active', IsConfirmed: 0, IsOfVisit: 0, AbatementDate: null }
  records.alter = () => JSON.stringify([row, bare])
  expect(await emr.conditions('1001')).toEqual([
    {
      id: '4',
      name: 'Psoriasis',
      code: '',
      codeSystem: '',
      status: 'active',
      isConfirmed: false,
      isOfVisit: false,
      onset: '',
      abatement: '',
      recordedOn: '',
    },
    {
      id: '3',
      name: 'Acne vulgaris',
      code: 'L70.0',
      codeSystem: 'http://hl7.org/fhir/sid/icd-10-cm',
      status: 'resolved',
      isConfirmed: true,
      isOfVisit: true,
      onset: '2009-05',
      abatement: '2010-02-03',
      recordedOn: '2009-06-01',
    },
  ])
  expect(await emr.conditions('x')).toEqual([])
  expect(records.lines()).toEqual(['GET Conditions/GetConditions?patient_n=1001'])
  records.alter = () => JSON.stringify([{ ...row, Status: 'recurrence' }])
  await expect(emr.conditions('1001')).rejects.toThrow(InvalidEmrResponse)
})
