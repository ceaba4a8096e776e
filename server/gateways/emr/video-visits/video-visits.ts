import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer } from '../wire/answers.ts'

/** A participant of a video visit, and the place. */
interface VisitPart {
  appointmentId: string
  room: string
  as: 'patient' | 'provider'
}

interface VideoVisits {
  /**
   * Sets the URL at which the provider joins a video visit. Like the next three: returns false for an unknown
   * appointment; repeating it changes nothing.
   */
  setVisitLink(link: { appointmentId: string; url: string }): Promise<boolean>
  enterVisit(visit: VisitPart): Promise<boolean>
  leaveVisit(visit: VisitPart): Promise<boolean>
  endVisit(visit: Omit<VisitPart, 'as'>): Promise<boolean>
}

/** Makes the calls that report video visits. */
export function createVideoVisits({ client }: AreaDeps): VideoVisits {
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
