import { describe, expect } from 'vitest'
import { gatewayTest as test, visitOf } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'

const maria = String(people.mariaAlvarez.patientN)

describe('video visits', () => {
  test('are reported by the number of an appointment, and an unknown one is answered', async ({ open }) => {
    const emr = open()
    const { items } = await emr.appointments({ patientId: maria, list: 'upcoming', page: 1, size: 20 })
    const appointmentId = items.find(({ mode }) => mode === 'telederm')?.id ?? expect.fail('the seed has one')
    const url = 'https://portal.example.org/appointment/tele/a/b'
    const as = ['patient', 'provider'] as const
    for (const id of [appointmentId, appointmentId, '1', 'x']) {
      const visit = { appointmentId: id, room: 'r 1' }
      const results = [
        await emr.setVisitLink({ appointmentId: id, url }),
        ...(await Promise.all(as.map((each) => emr.enterVisit({ ...visit, as: each })))),
        await emr.leaveVisit({ ...visit, as: 'patient' }),
        await emr.endVisit(visit),
      ]
      expect([id, results]).toEqual([id, results.map(() => id === appointmentId)])
    }
  })
})

describe('the record server', () => {
  test('hears who is in the room and that the visit has ended [1 §7.29 §7.31]', async ({ open, records }) => {
    const emr = open()
    const appointmentId = await visitOf(emr, records, 'telederm')
    await emr.enterVisit({ appointmentId, room: 'r1', as: 'patient' })
    await emr.leaveVisit({ appointmentId, as: 'patient', room: 'r1' })
    await emr.endVisit({ appointmentId, room: 'r1' })
    expect(records.lines().filter((line) => !line.includes('RoomAccess'))).toEqual([
      `POST Provider/TeleHealth/UpdatePatientCallStatus?isPatientJoined=1&appt_id=${appointmentId}`,
      `POST Provider/TeleHealth/UpdatePatientCallStatus?isPatientJoined=0&appt_id=${appointmentId}`,
      `POST Provider/TeleHealth/EndVisit?appt_id=${appointmentId}&room=r1`,
    ])
  })
})
