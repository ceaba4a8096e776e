import { expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'

test('medications come by name, with what is missing as nothing [2 §3.28 §7.33]', async ({ open, records }) => {
  const emr = open()
  const row = {
    ID: 3,
    Name: 'Zinc',
    Strength: '5 mg',
    Dosage: 'Daily',
    ModifyDate: '2026-02-01',
    CreateDate: '2026-01-01',
  }
  const bare = {
    ID: 4,
    Name: 'Aloe',
    Strength: null,
    ModifyDate: '2026-02-01',
    CreateDate: '2026-01-01',
    Pharmacy: ' ',
  }
  records.alter = () => JSON.stringify([{ ...row, Pharmacy: 'Corner' }, bare])
  const days = { createdOn: '2026-01-01', changedOn: '2026-02-01' }
  expect(await emr.medications('1001')).toEqual([
    { id: '4', name: 'Aloe', strength: '', dosage: '', pharmacy: '', ...days },
    { id: '3', name: 'Zinc', strength: '5 mg', dosage: 'Daily', pharmacy: 'Corner', ...days },
  ])
  expect(await emr.medications('x')).toEqual([])
  expect(records.lines()).toEqual(['GET Medications/GetMedications?patient_n=1001'])
  records.alter = () => JSON.stringify([{ ...row, Name: '' }])
  await expect(emr.medications('1001')).rejects.toThrow(InvalidEmrResponse)
})
