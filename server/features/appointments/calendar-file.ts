import { createHash } from 'node:crypto'
import ical from 'ical-generator'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { phone } from '../../protocol/block-builders.ts'

export const calendarFolder = '/user/home/appointments/calendar'

export function calendarAddress(appointmentId: string): string {
  return `${calendarFolder}/${appointmentId}`
}

export interface CalendarEvent {
  licenseeId: string
  practice: string
  appointment: Appointment
  /** When the file is made. */
  at: Date
}

/**
 * One appointment as iCalendar (RFC 5545), its instants in UTC so that every calendar shows the right time. Calendars are
 * read by others and by services: it says when and where, not with whom or what for. Moved to another time, it has the
 * same UID, so that a calendar moves it too.
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

/** The file of an appointment of the person's own patient that is not cancelled; undefined when there is none. */
export async function loadCalendarFile(
  emrOf: (licensee: Licensee) => Emr,
  context: Context,
  appointmentId: string,
): Promise<{ text: string; type: string; name: string } | undefined> {
  const patientId = actingPrincipal(context).patient.id
  const appointment = await emrOf(context.licensee).appointment({ patientId, appointmentId })
  if (!appointment || appointment.cancellationReason !== undefined) return undefined
  const { licensee } = context
  const text = calendarText({
    licenseeId: licensee.id,
    practice: practiceName(context),
    appointment,
    at: context.now(),
  })
  return { text, type: 'text/calendar; charset=utf-8', name: 'appointment.ics' }
}
