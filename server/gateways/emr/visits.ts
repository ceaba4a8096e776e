import type { Emr } from './emr.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { DoneAnswer } from './wire/appointment.ts'

export type Visits = Pick<Emr, 'setVisitLink' | 'enterVisit' | 'leaveVisit' | 'endVisit'>

export function createVisits(client: RecordClient): Visits {
  /** Returns false for an appointment that the record server does not know. */
  async function post(call: string, query: Record<string, string>, body?: Record<string, unknown>): Promise<boolean> {
    if (recordNumber(query.appt_id) === undefined) return false
    const rest = `?${new URLSearchParams(query)}`
    const done = await client.writeTo({
      call: `Provider/TeleHealth/${call}`,
      rest,
      method: 'POST',
      body,
      answer: DoneAnswer,
    })
    return done ?? false
  }
  const isPatientJoined = (appointmentId: string, flag: '0' | '1') =>
    post('UpdatePatientCallStatus', { isPatientJoined: flag, appt_id: appointmentId })
  return {
    setVisitLink: ({ appointmentId, url }) => post('SetProviderLink', { appt_id: appointmentId }, { Url: url }),
    enterVisit: async ({ appointmentId, room, as }) => {
      const noted = await post('RoomAccess', { appt_id: appointmentId, room, participant: as })
      return as === 'patient' ? isPatientJoined(appointmentId, '1') : noted
    },
    leaveVisit: async ({ appointmentId, as }) => as !== 'patient' || isPatientJoined(appointmentId, '0'),
    endVisit: ({ appointmentId, room }) => post('EndVisit', { appt_id: appointmentId, room }),
  }
}
