import { addDays } from '../../local-time.ts'
import { comparedWord } from './compared-words.ts'

/** One thing that a patient must fit. */
export type SearchTerm =
  /** A name, or the beginning of an email address or a record number that is written like one. */
  | { kind: 'word'; word: string; typed: string }
  | { kind: 'born'; days: string[] }
  /** Digits of a phone number, a number of a record, or a birth date written without signs. */
  | { kind: 'digits'; digits: string; days: string[] }
  | { kind: 'email'; email: string }

export interface TypedSearch {
  terms: SearchTerm[]
  /** Places in `terms` of words that may be middle names, which many records lack. */
  middleNames: number[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*\\.?`
const writtenDays: readonly { pattern: RegExp; parts: (matched: string[]) => [string, string, string] }[] = [
  {
    pattern: /(?<![\d-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d-])/g,
    parts: ([y = '', m = '', d = '']) => [y, m, d],
  },
  {
    pattern: /(?<![\d-])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d-])/g,
    parts: ([m = '', d = '', y = '']) => [y, m, d],
  },
  {
    pattern: new RegExp(`\\b${month}\\s*(\\d{1,2})(?:st|nd|rd|th)?[\\s,]+(\\d{4})\\b`, 'gi'),
    parts: ([m = '', d = '', y = '']) => [y, monthNumber(m), d],
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?[\\s-]*${month}[\\s,-]+(\\d{4})\\b`, 'gi'),
    parts: ([d = '', m = '', y = '']) => [y, monthNumber(m), d],
  },
]
const monthNumber = (name: string) => String(months.indexOf(name.toLowerCase()) + 1)
/** Ten digits in the ways in which people write them, with or without the country. */
const phone = /(?<!\d)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/g
const mostTerms = 12

/** Reads what somebody typed into one field to find a patient. `today` is the last day on which somebody can be born. */
export function readSearch(text: string, today: string): TypedSearch {
  const terms: SearchTerm[] = []
  let rest = text.replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  for (const { pattern, parts } of writtenDays)
    rest = rest.replaceAll(pattern, (whole, ...matched: string[]) => {
      const days = daysOf(parts(matched), today)
      if (days.length === 0) return whole
      terms.push({ kind: 'born', days })
      return ' '
    })
  rest = rest.replaceAll(phone, (whole) => {
    terms.push({ kind: 'digits', digits: whole.replaceAll(/\D/g, '').slice(-10), days: [] })
    return ' '
  })
  const named = rest.split(/\s*[,;]\s*/).map((part) => part.split(/\s+/).flatMap((each) => termOf(each, today)))
  const words = named.map((part) => part.filter(({ kind }) => kind === 'word'))
  const all = [...terms, ...named.flat()].slice(0, mostTerms)
  return {
    terms: all,
    middleNames: middlesOf(words)
      .map((each) => all.indexOf(each))
      .filter((at) => at >= 0),
  }
}

/** Between first and last name; behind the first name where a comma follows the last one. */
function middlesOf([first = [], ...others]: SearchTerm[][]): SearchTerm[] {
  const behind = others.flat()
  return behind.length === 0 ? first.slice(1, -1) : behind.slice(1)
}

function termOf(typed: string, today: string): SearchTerm[] {
  if (typed.includes('@')) return /[^@]/.test(typed) ? [{ kind: 'email', email: typed.toLowerCase() }] : []
  const digits = typed.replaceAll(/[().+#-]/g, '')
  if (/^\d+$/.test(digits)) return [{ kind: 'digits', digits, days: unsignedDays(digits, today) }]
  const word = comparedWord(typed)
  return word === '' ? [] : [{ kind: 'word', word, typed: typed.toLowerCase() }]
}

/** `06211984` and `062184`. */
function unsignedDays(digits: string, today: string): string[] {
  const [, m = '', d = '', y = ''] = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(digits) ?? []
  return y === '' ? [] : daysOf([y, m, d], today)
}

/** Two digits of a year are those of both centuries; a month above 12 is the day. None is after today. */
function daysOf([y, m, d]: [string, string, string], today: string): string[] {
  const years = y.length === 2 ? [`19${y}`, `20${y}`] : [y]
  const [mm, dd] = Number(m) > 12 ? [d, m] : [m, d]
  return years
    .map((year) => `${year}-${mm.padStart(2, '0')}-${dd.padStart(2, '0')}`)
    .filter((day) => isDay(day) && day <= today)
}

const isDay = (day: string) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day
