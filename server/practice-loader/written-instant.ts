import { DateTime } from 'luxon'

/** Whether it names a day, not only a year or a month. Systems write the year 1 for what they do not know. */
export const isFullDate = (written: string | undefined): written is string =>
  written !== undefined && written.length >= 'yyyy-MM-dd'.length && !/^000[01]-/.test(written)

/** A day without an hour becomes noon UTC: the same day in every zone of the United States. */
export function instantOf(written: string): DateTime {
  return DateTime.fromISO(written.includes('T') ? written : `${written}T12:00:00Z`, { zone: 'utc' })
}

export const instantText = (written: string): string => instantOf(written).toISO() ?? ''
