import type { Appointment } from '../../gateways/emr/emr.ts'
import type { LinkTokens } from '../../protocol/link-tokens.ts'

export type VisitRole = 'patient' | 'provider'

export interface VisitNames {
  licenseeId: string
  patientId: string
  appointment: Pick<Appointment, 'id' | 'startsAt'>
}

/** The unguessable parts of a visit's address. */
export interface VisitLinks {
  room(visit: VisitNames): string
  token(visit: VisitNames, role: VisitRole): string
}

/** Another time of the appointment makes another link. */
export function createVisitLinks(tokens: LinkTokens): VisitLinks {
  const made = ({ licenseeId, patientId, appointment: { id, startsAt } }: VisitNames, what: string) =>
    tokens(licenseeId, 'visit', patientId, id, startsAt, what)
  return {
    room: (visit) => made(visit, 'room').slice(0, 22),
    token: made,
  }
}

export const visitRoute = '/appointment/tele/:patient/:room'

export function visitAddress({ token, room }: { token: string; room: string }): string {
  return `/appointment/tele/${token}/${room}`
}
