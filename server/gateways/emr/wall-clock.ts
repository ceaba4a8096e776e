import { DateTime } from 'luxon'

/** A local time of a facility, in the formats of the record server. */
export interface WallClock {
  /** `yyyy-MM-dd`. */
  day: string
  /** RFC 3339 with the offset. */
  instant: string
  /** `+hh:mm`. */
  offset: string
}

/** Returns undefined for an invalid instant or time zone. */
export function wallClock(instant: string, zone: string): WallClock | undefined {
  const local = DateTime.fromISO(instant, { zone })
  const text = local.toISO({ suppressMilliseconds: true })
  return text ? { day: local.toFormat('yyyy-MM-dd'), instant: text, offset: local.toFormat('ZZ') } : undefined
}

/** Whether a text is a valid calendar day, as `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  // 2025-02-30 is read as March 2.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Converts `yyyy-MM-dd` to `MM-dd-yyyy` for paths of the record server; undefined for any other text. */
export const pathDay = (day: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day.slice(5)}-${day.slice(0, 4)}` : undefined
