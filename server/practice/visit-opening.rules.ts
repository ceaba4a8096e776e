import type { Appointment } from '../gateways/emr/appointments/appointments.ts'

const minuteMs = 60_000
/** Specification 1 §4, §9: joining is allowed from 5 minutes before the visit. */
const earlyMs = 5 * minuteMs

export function opensAt({ startsAt }: Pick<Appointment, 'startsAt'>): Date {
  return new Date(Date.parse(startsAt) - earlyMs)
}

/** Returns whether the visit opens within the hour, so that waiting for it makes sense. */
export function opensSoon({ startsAt }: Pick<Appointment, 'startsAt'>, at: Date): boolean {
  return opensAt({ startsAt }).getTime() - at.getTime() <= 60 * minuteMs
}
