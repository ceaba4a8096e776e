import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { AppointmentLinks, LinkDetails } from '../../practice/appointment-links.ts'
import type { LinkTokens } from '../../protocol/link-tokens.ts'
import type { AppointmentSubject } from '../../protocol/own-link.ts'
import { closesAt } from './visits.rules.ts'
import { visitPaths } from './visits.paths.ts'

export type VisitRole = LinkDetails['visit']['role']

/** The content of a link to a visit. */
export type VisitSubject = AppointmentSubject & LinkDetails['visit']

export interface LinkedVisit {
  licenseeId: string
  patientId: string
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'minutes'>
}

/** The links of a visit contain what they stand for, encrypted: nothing is stored when they are shown. */
export interface VisitLinks {
  /** The name of the call, which nobody can guess. */
  room(visit: LinkedVisit): string
  /** Returns the address at which one end of the visit joins. */
  address(visit: LinkedVisit, role: VisitRole): string
  /** Returns undefined for a token that was not issued for a visit of this practice. */
  read(link: { licenseeId: string; token: string }): (VisitSubject & { endsAt: Date }) | undefined
}

/** How long links stay readable after the visit, to say that it has ended. */
const readableForMs = 24 * 3_600_000

/** The start is part of the room, so a moved appointment has a new link. */
export function createVisitLinks(tokens: LinkTokens, links: AppointmentLinks): VisitLinks {
  const room = ({ licenseeId, patientId, appointment: { id, startsAt } }: LinkedVisit) =>
    tokens(licenseeId, 'visit', patientId, id, startsAt, 'room').slice(0, 22)
  return {
    room,
    address: (visit, role) => {
      const { licenseeId, patientId, appointment } = visit
      const { id: appointmentId, startsAt, minutes } = appointment
      const details = { role, room: room(visit), startsAt, minutes }
      const endsAt = new Date(closesAt(appointment).getTime() + readableForMs)
      const token = links.issue({ licenseeId, purpose: 'visit', appointmentId, patientId, endsAt, details })
      return visitPaths.visit({ patient: token, room: details.room })
    },
    read: ({ licenseeId, token }) => {
      const link = links.read({ licenseeId, purpose: 'visit', token })
      return (
        link && { appointmentId: link.appointmentId, patientId: link.patientId, endsAt: link.endsAt, ...link.details }
      )
    },
  }
}
