import type { Appointment } from '../../gateways/emr/emr.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrivals.ts'
import type { Reads } from '../../protocol/trace.ts'

/** An entry of LandingPageFeatures. */
export interface Entry {
  label: string
  template: string
}

/** Specification 1 §4: `label:template` entries parted by semicolons; those with 'tele' in the label are for telehealth only. */
export function entriesFor(text: string, mode: Appointment['mode']): Entry[] {
  return text
    .split(';')
    .map((entry) => entry.split(':'))
    .map(([label = '', ...template]) => ({ label: label.trim(), template: template.join(':').trim() }))
    .filter(({ label, template }) => label !== '' && template !== '')
    .filter(({ label }) => mode === 'telederm' || !/tele/i.test(label))
}

/** Then a message stands in the place of everything that could be done. */
export function isOver(status: AppointmentStatus): status is 'past' | 'cancelled' {
  return status === 'past' || status === 'cancelled'
}

/** The flag of the address says that the way leads to the parking lot; the day is checked again when somebody acts. */
export function checksInToday({ status, flag }: { status: AppointmentStatus; flag: string }): boolean {
  return flag === '1' && isOnTheDay(status)
}

export function isOnTheDay(status: AppointmentStatus): boolean {
  return status === 'today' || status === 'present'
}

export function intakeOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Enable_PatientIntake_And_FileUpload_on_PE')
}

export function parkingLotOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Enable_Parking_Lot_Management')
}

/** Where short links may lead: screens of this portal, but not to a short link again (security.md, Booking, links, visits). */
const targets = [
  /^\/$/,
  /^\/user\/(login|signup|forgotusername|forgotpassword)$/,
  /^\/user\/home\/[A-Za-z]+$/,
  /^\/user\/bookappointment\/(index|features\/[\w-]+\/[\w-]+\/[01])$/,
  /^\/user\/fileupload\/[\w-]+$/,
  /^\/appointments\/reviews\/[\w-]+\/[01]$/,
  /^\/appointment\/tele\/[\w-]+\/[\w-]+$/,
]

/** The path on this portal to which a short link leads; undefined when it leads anywhere else. */
export function safeTarget(target: string, origin: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(target) || target.includes('\\') || !URL.canParse(target, origin)) return undefined
  const url = new URL(target, origin)
  const isHere = url.origin === new URL(origin).origin && url.username === '' && url.password === ''
  const isKnown = targets.some((known) => known.test(url.pathname))
  return isHere && isKnown ? url.pathname + url.search : undefined
}
