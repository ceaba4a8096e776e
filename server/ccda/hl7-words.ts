/** HL7 NullFlavor, as a person reads it. */
const nullFlavors: Record<string, string> = {
  NI: 'No information',
  UNK: 'Not known',
  ASKU: 'Asked, but not known',
  NASK: 'Not asked',
  NAV: 'Not available at that time',
  NAVU: 'Not available',
  NA: 'Does not apply',
  MSK: 'Masked',
  OTH: 'Other',
  INV: 'Not valid',
  UNC: 'Not coded',
  DER: 'Not stated; it follows from other entries',
  QS: 'A sufficient amount',
  TRC: 'A trace',
  PINF: 'Without an upper limit',
  NINF: 'Without a lower limit',
  NP: 'Not present',
}

/** Returns why a value is missing; a code that is unknown says no more than that it is. Empty without a code. */
export function missingWords(nullFlavor: string | undefined): string {
  if (nullFlavor === undefined) return ''
  return (Object.hasOwn(nullFlavors, nullFlavor) ? nullFlavors[nullFlavor] : undefined) ?? 'No information'
}

/**
 * Returns an HL7 time as exact as it is given and in the zone in which it is given, never converted:
 * `20170824113810.242-0500` → `Aug 24, 2017, 11:38 AM (UTC−5)`, `2017` → `2017`. What is no time stays as it stands.
 */
export function timeWords(value: string): string {
  const [, year, month, day, hour, minute, zone] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:\d\d)?(?:\.\d+)?([+-]\d{4})?$/.exec(value) ?? []
  if (year === undefined || !isTime({ year, month, day, hour, minute })) return value.slice(0, 40)
  const date = dateWords(year, month, day)
  return `${date}${hour === undefined ? '' : `, ${clockWords(Number(hour), minute)}`}${zoneWords(zone)}`
}

/** `2017-08-24` → `08/24/2017`. */
export function dayWords(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}

interface Digits {
  year: string
  month?: string
  day?: string
  hour?: string
  minute?: string
}

function isTime({ year, month = '01', day = '01', hour = '00', minute = '00' }: Digits): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  return isDay && Number(hour) < 24 && Number(minute) < 60
}

const months = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function dateWords(year: string, month?: string, day?: string): string {
  if (month === undefined) return year
  const name = months.format(new Date(`${year}-${month}-01T00:00:00Z`))
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`
}

function clockWords(hour: number, minute?: string): string {
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}${minute === undefined ? '' : `:${minute}`} ${half}`
}

function zoneWords(zone = ''): string {
  if (zone === '') return ''
  const [hours, minutes] = [Number(zone.slice(1, 3)), zone.slice(3)]
  if (hours === 0 && minutes === '00') return ' (UTC)'
  return ` (UTC${zone.startsWith('-') ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`})`
}

const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** Returns the name of a language other than English: `es-MX` → `Mexican Spanish`; else an empty text. */
export function languageWords(code = ''): string {
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(code) || /^en(-|$)/i.test(code)) return ''
  try {
    return languages.of(code) ?? code
  } catch {
    return code.slice(0, 40)
  }
}
