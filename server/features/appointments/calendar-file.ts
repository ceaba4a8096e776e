import { createHash } from 'node:crypto'
import ical from 'ical-generator'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { calendarOffered } from '../../practice/appointment-changes.rules.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { paths } from '../../practice/paths.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { FileDefinition } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Rule } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'

export interface CalendarEvent {
  licenseeId: string
  practice: string
  appointment: Appointment
  /** The time at which the file is made. */
  at: Date
}

/**
 * Returns one appointment as iCalendar (RFC 5545), with instants in UTC so that every calendar shows the right time.
 * Other people and services may read a calendar, so the file contains time and place, but neither provider nor reason.
 * The UID stays the same when the appointment is moved, so that calendars move it too.
 */
export function calendarText({ licenseeId, practice, appointment, at }: CalendarEvent): string {
  const { id, startsAt, minutes, mode, facilityName, facilityAddress, facilityPhone } = appointment
  const start = new Date(startsAt)
  const uid = createHash('sha256').update(`${licenseeId} appointment ${id}`).digest('hex').slice(0, 32)
  const file = ical({ prodId: { company: 'Patient portal', product: 'Appointments', language: 'EN' } })
  file.createEvent({
    id: `${uid}@portal.invalid`,
    stamp: at,
    sequence: Math.floor(at.getTime() / 60_000),
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    summary: `Appointment at ${practice}`,
    location: mode === 'telederm' ? 'By video, in the portal' : `${facilityName}, ${facilityAddress}`,
    ...(facilityPhone ? { description: `Questions? Please call ${phone(facilityPhone).text}.` } : {}),
  })
  return file.toString()
}

const calendarFileOffered: Rule = (reads) => appointmentsOffered(reads) && calendarOffered(reads)

/** The calendar file of an appointment of the person's own patient; none if it is cancelled. */
export function calendarFile({ emrOf }: Pick<Services, 'emrOf'>): FileDefinition {
  return {
    name: 'appointments.calendar',
    about: 'Saved an appointment for a calendar',
    route: paths.calendarFile.route,
    kind: 'download',
    guard: patientsAndGuardians,
    offered: calendarFileOffered,
    load: async (context, { id: appointmentId = '' }) => {
      const { licensee } = context
      const patientId = actingPrincipal(context).patient.id
      const appointment = await emrOf(licensee).appointment({ patientId, appointmentId })
      if (!appointment || appointment.cancellationReason !== undefined) return undefined
      const body = calendarText({
        licenseeId: licensee.id,
        practice: practiceName(context),
        appointment,
        at: context.now(),
      })
      return { body, type: 'text/calendar; charset=utf-8', name: 'appointment.ics' }
    },
  }
}
