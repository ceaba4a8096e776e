import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import type { ReferenceCache } from './reference-cache.ts'
import { DoneAnswer } from './wire/appointment.ts'
import { ConfirmationAnswer, ShortLinkAnswer, StatusAnswer } from './wire/arrival.ts'
import { PageAnswer } from './wire/form.ts'
import { TextAnswer } from './wire/reference.ts'

/** `today` before the visit on its day, `present` while it is going on (specification 1 §3). */
export type AppointmentStatus = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/** What the page after a booking asks and tells. */
export interface Arrivals {
  /** The practice's name in addresses, such as `lakeside`. */
  licenseName(): Promise<string>
  /** Undefined for an unknown appointment. */
  appointmentStatus(appointmentId: string): Promise<AppointmentStatus | undefined>
  confirmation(appointmentId: string): Promise<{ isConfirmed: boolean; isArrived: boolean } | undefined>
  /** As the next: false for an unknown appointment, harmless twice. */
  confirmReminder(appointmentId: string): Promise<boolean>
  confirmArrival(appointmentId: string): Promise<boolean>
  /**
   * Asks the patient for the form of a template, unless that was done, marks it as started, and answers the address of its
   * page at the practice. After an EmrError with `mayHaveHappened` it may be started all the same. Undefined for an unknown patient.
   */
  openTemplate(form: { patientId: string; name: string; template: string }): Promise<string | undefined>
  /** Where a short link leads: a path or an address, not judged here; undefined for an unknown or ended one. */
  shortLink(code: string): Promise<string | undefined>
}

export function createArrivals(client: RecordClient, cache: ReferenceCache): Arrivals {
  const idOf = (appointmentId: string) => ({ appt_id: String(recordNumber(appointmentId) ?? 0) })
  const find = <T>(call: string, appointmentId: string, answer: { Check(value: unknown): value is T }) =>
    client.find({ call, rest: `?${new URLSearchParams(idOf(appointmentId))}`, answer })
  const remind = <T>(call: string, appointmentId: string, answer: { Check(value: unknown): value is T }) => {
    const rest = `?appointmentID=${recordNumber(appointmentId) ?? 0}`
    return client.writeTo({ call, rest, method: 'POST', answer })
  }
  return {
    licenseName: () =>
      cache.get('license name', () => client.read({ call: 'Provider/GetLicenseName', answer: TextAnswer })),
    appointmentStatus: (id) => find('Provider/GetAppointmentStatus', id, StatusAnswer),
    confirmation: async (id) => {
      const found = await find('Provider/GetConfirmationStatus', id, ConfirmationAnswer)
      return found && { isConfirmed: found.IsConfirmed, isArrived: found.IsArrived }
    },
    confirmReminder: async (id) => (await remind('Reminder/ReminderConfirmation', id, DoneAnswer)) ?? false,
    confirmArrival: async (id) => (await remind('Reminder/ParkingLotConfirmation', id, TextAnswer)) !== undefined,
    openTemplate: async ({ patientId, name, template }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const body = { Patient_n: number, Form_Name: name, Template_Name: template }
      return client.writeTo({ call: 'PatientPortal/OpenTemplate', method: 'POST', body, answer: PageAnswer })
    },
    shortLink: (code) =>
      client.find({ call: 'Provider/GetShortURL', rest: `/${encodeURIComponent(code)}`, answer: ShortLinkAnswer }),
  }
}
