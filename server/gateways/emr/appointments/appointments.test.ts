import { expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'

const maria = String(people.mariaAlvarez.patientN)

test('an appointment is read by its own patient only; ids that are no numbers find nothing', async ({ open }) => {
  const emr = open()
  const { total, items } = await emr.appointments({ patientId: maria, list: 'upcoming', page: 1, size: 1 })
  expect([total, items.length]).toEqual([2, 1])
  const appointmentId = items[0]?.id ?? ''
  expect(await emr.appointment({ patientId: maria, appointmentId })).toEqual(items[0])
  expect(await emr.appointment({ patientId: '1002', appointmentId })).toBeUndefined()
  expect(await emr.appointment({ patientId: '../1001', appointmentId: "1' or 1=1" })).toBeUndefined()
})
