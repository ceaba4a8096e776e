import { DateTime } from 'luxon'

/** Dates and times as people here read them (specification 1 §5, §9; look.md). Days are `yyyy-MM-dd`, instants ISO 8601. */
export function dateText(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

function weekdayText(day: string): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

/** `Monday 11/23/2026` */
export function longDayText(day: string): string {
  return `${weekdayText(day)} ${dateText(day)}`
}

export function shortWeekdayText(day: string): string {
  return weekdayText(day).slice(0, 3)
}

/** `Mon 11/23` */
export function shortDayText(day: string): string {
  return `${shortWeekdayText(day)} ${dateText(day).slice(0, 5)}`
}

export function dayOf(instant: string | Date, timeZone: string): string {
  return at(instant, timeZone).toFormat('yyyy-MM-dd')
}

/** `9:00 AM`; where the clocks are set back and an hour comes twice, with the zone that tells which: `1:30 AM EST`. */
export function clockText(instant: string | Date, timeZone: string): string {
  const local = at(instant, timeZone)
  return local.toFormat(local.getPossibleOffsets().length > 1 ? 'h:mm a ZZZZ' : 'h:mm a')
}

export interface ClockTime {
  text: string
  /** On the wall clock, 0 to 23. */
  hour: number
}

const hourMs = 3_600_000

/** The clock times of one day's instants, in order; far faster than one by one where the clocks do not change that day. */
export function clockTimes(instants: readonly string[], timeZone: string): ClockTime[] {
  const moments = instants.map((instant) => Date.parse(instant))
  const offset = offsetAt(Math.min(...moments) - hourMs, timeZone)
  if (offset !== offsetAt(Math.max(...moments) + hourMs, timeZone)) {
    return instants.map((instant) => ({ text: clockText(instant, timeZone), hour: at(instant, timeZone).hour }))
  }
  return moments.map((moment) => {
    const local = new Date(moment + offset * 60_000)
    const hour = local.getUTCHours()
    return {
      text: `${hour % 12 || 12}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`,
      hour,
    }
  })
}

const offsets = new Map<string, number>()
const mostOffsets = 10_000
/** Clocks change on a quarter of an hour everywhere. */
const quarterMs = 900_000

/** Remembered, because asking for it costs more than all else of a clock time. */
function offsetAt(moment: number, timeZone: string): number {
  if (!Number.isFinite(moment)) return 0
  const key = `${timeZone} ${Math.floor(moment / quarterMs)}`
  const offset = offsets.get(key) ?? DateTime.fromMillis(moment, { zone: timeZone }).offset
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

const zoneNames = new Map<string, string>()

/** `Eastern Time`: the zone in words, whatever the season. */
export function zoneText(timeZone: string): string {
  const known = zoneNames.get(timeZone)
  if (known) return known
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  zoneNames.set(timeZone, name)
  return name
}

/** `Monday 11/23/2026, 9:00 AM Eastern Time` */
export function momentText(instant: string | Date, timeZone: string): string {
  return `${longDayText(dayOf(instant, timeZone))}, ${timeText(instant, timeZone)}`
}

/** `9:00 AM Eastern Time` */
export function timeText(instant: string | Date, timeZone: string): string {
  return `${clockText(instant, timeZone)} ${zoneText(timeZone)}`
}

/** A day of the calendar as `yyyy-MM-dd`, or nothing for text that is none. */
export function calendarDay(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  return DateTime.fromISO(text, { zone: 'utc' }).isValid ? text : undefined
}

/** The instant at which a day begins there. */
export function startOfDay(day: string, timeZone: string): Date {
  return DateTime.fromISO(day, { zone: timeZone }).startOf('day').toJSDate()
}

export function addDays(day: string, days: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)) + days))
    .toISOString()
    .slice(0, 10)
}

function at(instant: string | Date, timeZone: string): DateTime {
  const moment = typeof instant === 'string' ? DateTime.fromISO(instant) : DateTime.fromJSDate(instant)
  return moment.setZone(timeZone)
}
