/** Parses month, day and year to yyyy-MM-dd; undefined if the text is no valid day. */
export function typedDay(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const sent = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${sent}T00:00:00Z`)
  // Engines roll over or reject a date that does not exist, such as February 30.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(sent) ? sent : undefined
}
