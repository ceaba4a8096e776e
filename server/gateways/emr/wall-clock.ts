import { DateTime } from 'luxon'

/** A moment on the wall clock of a facility, as bodies of the record server want it. */
export interface WallClock {
  /** `yyyy-MM-dd`. */
  day: string
  /** RFC 3339 with the offset. */
  instant: string
  /** `+hh:mm`. */
  offset: string
}

/** Answers undefined for a text that is no instant, or a zone that is none. */
export function wallClock(instant: string, zone: string): WallClock | undefined {
  const local = DateTime.fromISO(instant, { zone })
  const text = local.toISO({ suppressMilliseconds: true })
  return text ? { day: local.toFormat('yyyy-MM-dd'), instant: text, offset: local.toFormat('ZZ') } : undefined
}

/** Whether a text is a day of the calendar, as `yyyy-MM-dd`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid

/** `MM-dd-yyyy`, as paths of the record server want a `yyyy-MM-dd`; undefined for any other text. */
export const pathDay = (day: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day.slice(5)}-${day.slice(0, 4)}` : undefined
