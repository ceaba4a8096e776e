import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer, TextAnswer } from '../wire/answers.ts'
import { ConfirmationAnswer, ShortLinkAnswer, StatusAnswer } from './arrival.wire.ts'

/** `today` before the visit on its day, `present` during the visit (specification 1 §3). */
export type AppointmentStatus = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/** The calls of the page that follows a booking. */
interface Arrivals {
  /** The practice's name in URLs, such as `lakeside`. */
  licenseName(): Promise<string>
  /** Undefined for an unknown appointment. */
  appointmentStatus(appointmentId: string): Promise<AppointmentStatus | undefined>
  confirmation(appointmentId: string): Promise<{ isConfirmed: boolean; isArrived: boolean } | undefined>
  /** Whether the record server has ended the links of an appointment; also once it is past or cancelled. */
  linkEnded(appointmentId: string): Promise<boolean>
  /** The phone number for questions about an appointment; may be empty. */
  schedulingPhone(appointmentId: string): Promise<string>
  /** As the next: false for an unknown appointment, harmless twice. */
  confirmReminder(appointmentId: string): Promise<boolean>
  confirmArrival(appointmentId: string): Promise<boolean>
  /**
   * Returns the target of a short link: a path or a URL, not validated here. Undefined for an unknown or expired link.
   */
  shortLink(code: string): Promise<string | undefined>
}

/** Makes the calls of the page that follows a booking. */
export function createArrival({ client, cache }: AreaDeps): Arrivals {
  const findBy =
    (name: string) =>
    <T>(call: string, appointmentId: string, answer: { Check(value: unknown): value is T }) =>
      client.find({ call, rest: `?${name}=${recordNumber(appointmentId) ?? 0}`, answer })
  const find = findBy('appt_id')
  const findOfLink = findBy('id')
  const remind = <T>(call: string, appointmentId: string, answer: { Check(value: unknown): value is T }) => {
    const rest = `?appointmentID=${recordNumber(appointmentId) ?? 0}`
    return client.writeTo({ call, rest, method: 'POST', answer })
  }
  return {
    licenseName: () =>
      cache.get('license name', () => client.read({ call: 'Provider/GetLicenseName', answer: TextAnswer })),
    appointmentStatus: (id) => find('Provider/GetAppointmentStatus', id, StatusAnswer),
    confirmation: async (id) => {
      const confirmation = await find('Provider/GetConfirmationStatus', id, ConfirmationAnswer)
      return confirmation && { isConfirmed: confirmation.IsConfirmed, isArrived: confirmation.IsArrived }
    },
    linkEnded: async (id) => (await findOfLink('parkinglot/linkexpiry', id, DoneAnswer)) ?? true,
    schedulingPhone: async (id) => (await findOfLink('parkinglot/fetchSchedulingPhone', id, TextAnswer)) ?? '',
    confirmReminder: async (id) => (await remind('Reminder/ReminderConfirmation', id, DoneAnswer)) ?? false,
    confirmArrival: async (id) => (await remind('Reminder/ParkingLotConfirmation', id, TextAnswer)) !== undefined,
    shortLink: (code) =>
      client.find({ call: 'Provider/GetShortURL', rest: `/${encodeURIComponent(code)}`, answer: ShortLinkAnswer }),
  }
}
