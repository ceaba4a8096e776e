import { DateTime, IANAZone } from 'luxon'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const cacheLimit = 50_000

interface DayInZone {
  startsAt: number
  /** False on the two days a year with a clock change. */
  isEven: boolean
}

const daysInZones = new Map<string, DayInZone>()
const offsets = new Map<string, Map<number, number>>()

/** Returns the instant of a local time, in minutes after midnight of a day (1440: midnight after it), in a zone. */
export function instantAt(zone: string, day: string, minute: number): number {
  const { startsAt, isEven } = dayInZone(zone, day)
  if (isEven) return startsAt + minute * minuteMs
  if (minute >= 1440) return dayInZone(zone, addDays(day, 1)).startsAt
  const midnight = DateTime.fromISO(day, { zone })
  return midnight.set({ hour: Math.floor(minute / 60), minute: minute % 60 }).toMillis()
}

function dayInZone(zone: string, day: string): DayInZone {
  const key = `${zone} ${day}`
  const known = daysInZones.get(key)
  if (known) return known
  const start = DateTime.fromISO(day, { zone }).startOf('day')
  const result = { startsAt: start.toMillis(), isEven: start.offset === start.plus({ days: 1 }).offset }
  if (daysInZones.size >= cacheLimit) daysInZones.clear()
  daysInZones.set(key, result)
  return result
}

/**
 * Returns minutes east of UTC. Called thousands of times per page, so cached by quarter hour: no zone changes within
 * one.
 */
function offsetAt(zone: string, instant: number): number {
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, ofZone)
  const quarter = Math.floor(instant / quarterMs)
  const known = ofZone.get(quarter)
  if (known !== undefined) return known
  const offset = IANAZone.create(zone).offset(instant)
  if (ofZone.size >= cacheLimit) ofZone.clear()
  ofZone.set(quarter, offset)
  return offset
}

const wireTexts = new Map<string, Map<number, string>>()

/** RFC 3339 with the zone's offset, so that the hour that is repeated in autumn remains two distinct hours. */
export function wireInstant(zone: string, instant: number): string {
  const ofZone = wireTexts.get(zone) ?? new Map<number, string>()
  wireTexts.set(zone, ofZone)
  const known = ofZone.get(instant)
  if (known) return known
  const text = writeInstant(zone, instant)
  if (ofZone.size >= cacheLimit) ofZone.clear()
  ofZone.set(instant, text)
  return text
}

function writeInstant(zone: string, instant: number): string {
  const offset = offsetAt(zone, instant)
  const local = new Date(instant + offset * minuteMs).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Returns the local day (`yyyy-MM-dd`) in a zone. */
export const dayOf = (zone: string, instant: number): string =>
  new Date(instant + offsetAt(zone, instant) * minuteMs).toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * Returns `yyyy-MM-dd` for the `MM-dd-yyyy` of a path; undefined if there is no such day in this and the last century.
 */
export function dayFromPath(text: string): string | undefined {
  const parts = /^(\d{2})-(\d{2})-((?:19|20)\d{2})$/.exec(text)
  if (!parts) return undefined
  const day = `${parts[3]}-${parts[1]}-${parts[2]}`
  return DateTime.fromISO(day, { zone: 'utc' }).isValid ? day : undefined
}
