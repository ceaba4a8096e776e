/** The day that a person typed as month, day and year, as yyyy-MM-dd; undefined while it is none. */
export function typedDay(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const sent = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${sent}T00:00:00Z`)
  // A date that does not exist, like February 30, is moved on or refused by the engine.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(sent) ? sent : undefined
}
