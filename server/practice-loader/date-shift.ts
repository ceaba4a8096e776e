import { DateTime } from 'luxon'
import type { LoadPlan } from './load-plan.ts'
import { instantText } from './written-instant.ts'

/** When a visit ended, was billed, a test result was released, an order was given, or a document was written (ISO, UTC), and the zone of the facility; Eastern time if it is unknown. */
export interface Visit {
  endedAt: string
  zone: string
}

export function newestVisit({
  appointments,
  charges,
  testResults,
  labOrders,
  clinicalDocuments,
  facilities,
  visitRecords,
}: Pick<
  LoadPlan,
  'appointments' | 'charges' | 'testResults' | 'labOrders' | 'clinicalDocuments' | 'facilities' | 'visitRecords'
>): Visit | undefined {
  const zones = new Map(facilities.flatMap(({ names, timeZone }) => names.map((name) => [name, timeZone] as const)))
  const visits = appointments.map(({ startsAt, minutes, facility }) => ({
    endedAt: DateTime.fromISO(startsAt, { zone: 'utc' }).plus({ minutes }).toISO() ?? '',
    zone: zones.get(facility ?? '') ?? 'America/New_York',
  }))
  const bills = charges.map(({ billedOn, parties }) => ({
    endedAt: billedOn.includes('T') ? billedOn : `${billedOn}T12:00:00.000Z`, // the same day in all American zones
    zone: parties.map((name) => zones.get(name)).find((zone) => zone !== undefined) ?? 'America/New_York',
  }))
  const results = testResults.map(({ releasedAt, facility }) => ({
    endedAt: releasedAt,
    zone: zones.get(facility ?? '') ?? 'America/New_York',
  }))
  const orders = labOrders.map(({ orderedAt, facility }) => ({
    endedAt: orderedAt,
    zone: zones.get(facility ?? '') ?? 'America/New_York',
  }))
  const documents = clinicalDocuments.map(({ writtenOn, facility }) => ({
    endedAt: instantText(writtenOn),
    zone: zones.get(facility ?? '') ?? 'America/New_York',
  }))
  const records = visitRecords.map(({ day }) => ({ endedAt: `${day}T12:00:00.000Z`, zone: 'America/New_York' }))
  return newest([...visits, ...bills, ...results, ...orders, ...documents, ...records])
}

export function newest(visits: Visit[]): Visit | undefined {
  return visits.reduce<Visit | undefined>(
    (latest, visit) => (latest && latest.endedAt >= visit.endedAt ? latest : visit),
    undefined,
  )
}

/**
 * Returns the number of days by which all visits move, so that the newest was today on the facility's local calendar at
 * its own hour; or yesterday before that hour, since a past visit cannot lie in the future.
 */
export function daysToToday({ endedAt, zone }: Visit, now: Date): number {
  const ended = DateTime.fromISO(endedAt, { zone })
  const today = DateTime.fromJSDate(now, { zone })
  const days = Math.round(today.startOf('day').diff(ended.startOf('day'), 'days').days)
  return ended.plus({ days }) > today ? days - 1 : days
}

/** Moves a day; of a month or a year its first day, as far as it is written. */
export function movedDay(written: string, days: number): string {
  if (written === '' || days === 0) return written
  const moved = DateTime.fromISO(written, { zone: 'utc' }).plus({ days })
  return (moved.toISODate() ?? written).slice(0, written.length)
}
