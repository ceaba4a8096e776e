import Type from 'typebox'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { isDay } from '../wall-clock.ts'
import { Note, noteOf } from './note.ts'

/** RFC 3339 with an offset. */
export const WireInstant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
})

export const WireDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/**
 * A day or an instant of a record that may have none: record servers leave it out, send null or nothing, or write the
 * year 1 for what has not happened (specification 2 §9), in a zone west of UTC the last day of the year 0. Read it with `dayIn`, `partialDayIn` or `instantIn`.
 */
export const WireDate = Note

type WireDate = string | null | undefined

/** Returns the day as `yyyy-MM-dd`, empty if there is none. Throws InvalidEmrResponse for any other text. */
export function dayIn(date: WireDate, call: string): string {
  const text = writtenIn(date)
  if (text !== '' && !isDay(text)) throw new InvalidEmrResponse(call, 'no such day')
  return text
}

/** The same for `yyyy`, `yyyy-MM` or `yyyy-MM-dd`, as exact as it is known. */
export function partialDayIn(date: WireDate, call: string): string {
  const text = writtenIn(date)
  if (text !== '' && !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) throw new InvalidEmrResponse(call, 'no such day')
  return text
}

/** Returns the instant in UTC as RFC 3339, empty if there is none. Throws InvalidEmrResponse for any other text. */
export function instantIn(date: WireDate, call: string): string {
  const text = writtenIn(date)
  if (text === '') return ''
  const instant = new Date(text)
  if (!/T.+(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(instant.getTime()))
    throw new InvalidEmrResponse(call, 'no such instant')
  return instant.toISOString()
}

function writtenIn(date: WireDate): string {
  const text = noteOf(date) ?? ''
  return /^000[01](-|$)/.test(text) ? '' : text
}
