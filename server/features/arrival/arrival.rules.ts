import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrival/arrival.ts'
import { uploadSettings } from '../../practice/upload.settings.ts'
import { arrivalPaths } from './arrival.paths.ts'
import { arrivalSettings } from './arrival.settings.ts'
import type { Reads } from '../../protocol/trace.ts'

/** An entry of LandingPageFeatures. */
export interface Entry {
  label: string
  template: string
}

/**
 * Specification 1 §4: `label:template` entries separated by semicolons; those with 'tele' in the label are for
 * telehealth only.
 */
export function entriesFor(text: string, mode: Appointment['mode']): Entry[] {
  return text
    .split(';')
    .map((entry) => entry.split(':'))
    .map(([label = '', ...template]) => ({ label: label.trim(), template: template.join(':').trim() }))
    .filter(({ label, template }) => label !== '' && template !== '')
    .filter(({ label }) => mode === 'telederm' || !/tele/i.test(label))
}

/** Returns whether the page shows a message instead of its actions. */
export function isOver(status: AppointmentStatus): status is 'past' | 'cancelled' {
  return status === 'past' || status === 'cancelled'
}

/**
 * Returns whether the address has the parking-lot flag and it is the day of the appointment; the action checks the day
 * again.
 */
export function checksInToday({ status, flag }: { status: AppointmentStatus; flag: string }): boolean {
  return flag === '1' && isOnTheDay(status)
}

export function isOnTheDay(status: AppointmentStatus): boolean {
  return status === 'today' || status === 'present'
}

export function intakeOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(uploadSettings.Enable_PatientIntake_And_FileUpload_on_PE)
}

export function parkingLotOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(arrivalSettings.Enable_Parking_Lot_Management)
}

/**
 * Returns the path on this portal to which a short link leads; undefined for any other target (security.md, Booking,
 * links, visits).
 */
export function safeTarget(
  target: string,
  { origin, isPage }: { origin: string; isPage: (path: string) => boolean },
): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(target) || target.includes('\\') || !URL.canParse(target, origin)) return undefined
  const url = new URL(target, origin)
  const isHere = url.origin === new URL(origin).origin && url.username === '' && url.password === ''
  return isHere && !url.pathname.startsWith(arrivalPaths.redirect({ urlcode: '' })) && isPage(url.pathname)
    ? url.pathname + url.search
    : undefined
}
