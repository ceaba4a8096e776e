import { DateTime } from 'luxon'

/**
 * Dates and times in the local format (specification 1 §5, §9; look.md). Days are `yyyy-MM-dd`, instants ISO 8601. What
 * a record does not say is empty, and so are its words.
 */
export function dateText(day: string): string {
  if (day === '') return ''
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `Mon`, `23` and `Nov`, for a tile. */
export function dayParts(day: string): { weekday: string; day: string; month: string } {
  return {
    weekday: shortWeekdayText(day),
    day: String(Number(day.slice(8, 10))),
    month: months[Number(day.slice(5, 7)) - 1] ?? '',
  }
}

/** `Nov 23` */
export function monthDayText(day: string): string {
  const { day: number, month } = dayParts(day)
  return `${month} ${number}`
}

/** `Nov 23`, with the year if that is another one than today's. */
export function datedText(day: string, today: string): string {
  const year = day.slice(0, 4)
  return `${monthDayText(day)}${year === today.slice(0, 4) ? '' : `, ${year}`}`
}

/** `Mon Nov 23` */
export function dayName(day: string): string {
  return `${shortWeekdayText(day)} ${monthDayText(day)}`
}

export function dayOf(instant: string | Date, timeZone: string): string {
  if (instant === '') return ''
  const moment = momentOf(instant)
  return localAt(moment, offsetAt(moment, timeZone)).toISOString().slice(0, 10)
}

/** `9:00 AM`; for the hour that is repeated when clocks are set back, with the zone: `1:30 AM EST`. */
export function clockText(instant: string | Date, timeZone: string): string {
  const moment = momentOf(instant)
  const offset = offsetAround([moment], timeZone)
  if (offset !== undefined) return clockTime(moment, offset).text
  const local = at(instant, timeZone)
  return local.toFormat(isRepeated(local) ? 'h:mm a ZZZZ' : 'h:mm a')
}

function isRepeated(local: DateTime): boolean {
  return local.getPossibleOffsets().length > 1
}

export interface ClockTime {
  text: string
  /** Local hour, 0 to 23. */
  hour: number
}

const hourMs = 3_600_000

/** Formats one day's instants, in order; far faster than one by one on days without a clock change. */
export function clockTimes(instants: readonly string[], timeZone: string): ClockTime[] {
  const moments = instants.map(momentOf)
  const offset = offsetAround(moments, timeZone)
  if (offset !== undefined) return moments.map((moment) => clockTime(moment, offset))
  return instants.map((instant) => ({ text: clockText(instant, timeZone), hour: at(instant, timeZone).hour }))
}

const momentOf = (instant: string | Date) => (typeof instant === 'string' ? Date.parse(instant) : instant.getTime())

/** Its UTC fields are those of the local time. */
const localAt = (moment: number, offset: number) => new Date(moment + offset * 60_000)

function clockTime(moment: number, offset: number): ClockTime {
  const local = localAt(moment, offset)
  const hour = local.getUTCHours()
  return {
    text: `${hour % 12 || 12}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`,
    hour,
  }
}

/** The offset from UTC, in minutes, of these moments and an hour around them; undefined if clocks change then. */
function offsetAround(moments: readonly number[], timeZone: string): number | undefined {
  const before = offsetAt(Math.min(...moments) - hourMs, timeZone)
  return before === offsetAt(Math.max(...moments) + hourMs, timeZone) ? before : undefined
}

const offsets = new Map<string, number>()
const mostOffsets = 10_000
/** Clock changes happen at a quarter of an hour everywhere. */
const quarterMs = 900_000

/** Cached, because computing it costs more than all other parts of a clock time. */
function offsetAt(moment: number, timeZone: string): number {
  if (!Number.isFinite(moment)) return 0
  const key = `${timeZone} ${Math.floor(moment / quarterMs)}`
  const offset = offsets.get(key) ?? DateTime.fromMillis(moment, { zone: timeZone }).offset
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

const zoneNames = new Map<string, string>()

/** `Eastern Time`: the zone in words, independent of the season. */
export function zoneText(timeZone: string): string {
  const known = zoneNames.get(timeZone)
  if (known) return known
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  zoneNames.set(timeZone, name)
  return name
}

/** `Lipid panel of 11/20/2026`; without a day `Lipid panel`. */
export function nameWithDay(name: string, day: string): string {
  return day === '' ? name : `${name} of ${dateText(day)}`
}

/** For tables and lists, where weekday and zone would fill the cell: `11/27/2026, 9:39 PM`. */
export function dateTimeText(instant: string | Date, timeZone: string): string {
  return `${dateText(dayOf(instant, timeZone))}, ${clockText(instant, timeZone)}`
}

/** `Monday 11/23/2026, 9:00 AM Eastern Time` */
export function momentText(instant: string | Date, timeZone: string): string {
  return `${longDayText(dayOf(instant, timeZone))}, ${timeText(instant, timeZone)}`
}

/** `9:00 AM Eastern Time`; in the hour that is repeated when clocks are set back, `1:30 AM EST`. */
export function timeText(instant: string | Date, timeZone: string): string {
  const clock = clockText(instant, timeZone)
  return / [AP]M$/.test(clock) ? `${clock} ${zoneText(timeZone)}` : clock
}

/** Returns a calendar day as `yyyy-MM-dd`, or undefined for any other text. */
export function calendarDay(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  return DateTime.fromISO(text, { zone: 'utc' }).isValid ? text : undefined
}

/** Returns the instant at which a day begins in that zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return DateTime.fromISO(day, { zone: timeZone }).startOf('day').toJSDate()
}

export function addDays(day: string, days: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)) + days))
    .toISOString()
    .slice(0, 10)
}

/** From one calendar day to another, in days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

function at(instant: string | Date, timeZone: string): DateTime {
  const moment = typeof instant === 'string' ? DateTime.fromISO(instant) : DateTime.fromJSDate(instant)
  return moment.setZone(timeZone)
}

/** How long to wait, rounded up: `1 second`, `45 seconds`, `12 minutes`, `3 hours`. */
export function waitText(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [Math.ceil(seconds), 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
