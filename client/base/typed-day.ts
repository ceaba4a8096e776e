/** Month, day and year with one separator, eight digits, or year first as browsers fill dates in (HTML, `bday`). */
const shapes = [
  /^(?<month>\d{1,2})(?<separator>[/.\- ])(?<day>\d{1,2})\k<separator>(?<year>\d{4})$/,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
]

/** Parses a typed, pasted or filled-in day to yyyy-MM-dd; undefined if the text is no day of the calendar. */
export function typedDay(text: string): string | undefined {
  const typed = text.replaceAll(/\p{Cf}/gu, '').trim()
  const { year = '', month = '', day = '' } = shapes.map((shape) => shape.exec(typed)?.groups).find(Boolean) ?? {}
  const sent = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${sent}T00:00:00Z`)
  // Engines roll over or reject a date that does not exist, such as February 30.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(sent) ? sent : undefined
}

/** A day as it is shown in a field, MM/dd/yyyy; a text that is no day stays as it is. */
export function shownDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year === undefined ? text : `${month}/${day}/${year}`
}
