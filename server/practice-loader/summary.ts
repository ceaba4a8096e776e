import type { Count, FileReport } from './file-report.ts'
import type { Tally } from './load-plan.ts'
import { count } from './reading.ts'

const ROWS = [
  ['Facilities', 'facility', 'facilities'],
  ['Providers', 'provider', 'providers'],
  ['Patients', 'patient', 'patients'],
  ['Past visits', 'past visit', 'appointments'],
  ['Charges', 'charge', 'charges'],
  ['Insurances', 'insurance', 'insurances'],
  ['Test results', 'test result', 'testResults'],
  ['Lab orders', 'lab order', 'labOrders'],
  ['Documents', 'document', 'clinicalDocuments'],
  ['Medications', 'medication', 'medications'],
  ['Allergies', 'allergy', 'allergies'],
  ['Conditions', 'condition', 'conditions'],
  ['Visit records', 'visit record', 'visitRecords'],
  ['Pharmacies', 'pharmacy', 'pharmacies'],
] as const

/** Returns a line about what one file added. */
export function progressLine(name: string, report: FileReport): string {
  const fresh = ROWS.flatMap(([many, one, key]) => {
    const times = report[key].fresh
    return times > 0 ? `${times} ${times === 1 ? one : many.toLowerCase()}` : []
  })
  const known = ROWS.reduce((sum, [, , key]) => sum + report[key].known, 0)
  const parts = [
    fresh.length > 0 ? `${fresh.join(', ')} new` : 'nothing new',
    ...(known > 0 ? [`${known} known already`] : []),
  ]
  return `${name}: ${parts.join('; ')}`
}

/** Returns the summary of a run as lines. */
export function summaryLines(reports: FileReport[], files: { refused: number; skipped: number }): string[] {
  const total = (key: (typeof ROWS)[number][2]): Count => ({
    fresh: reports.reduce((sum, report) => sum + report[key].fresh, 0),
    known: reports.reduce((sum, report) => sum + report[key].known, 0),
  })
  const table = ROWS.map(([many, , key]) => row([many, String(total(key).fresh), String(total(key).known)]))
  return [
    '',
    `${filesOf(reports.length)} loaded, ${files.refused} refused, ${files.skipped} skipped`,
    '',
    row(['', 'new', 'known already']),
    ...table,
    ...section('In the files', tallyLines(sum(reports.map(({ read }) => read)))),
    ...section('C-CDA documents', tallyLines(sum(reports.map(({ matched }) => matched)))),
    ...section('Left out', tallyLines(sum(reports.map(({ skipped }) => skipped)))),
    ...section('Cannot be found at sign-up', missingLines(reports)),
    ...section('Cannot be booked', placeLines(reports)),
  ]
}

const filesOf = (times: number) => `${times} ${times === 1 ? 'file' : 'files'}`

const row = ([what = '', fresh = '', known = '']: string[]) =>
  `  ${what.padEnd(14)}${fresh.padStart(8)}${known.padStart(15)}`

const section = (title: string, lines: string[]) =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []

const tallyLines = (tally: Tally) => {
  const lines = Object.entries(tally).map(([what, times]) => `${what} ${times}`)
  return lines.sort((a, b) => a.localeCompare(b, 'en'))
}

function missingLines(reports: FileReport[]): string[] {
  const people = reports.flatMap(({ people }) => people).filter(({ missing }) => missing)
  return people.map(
    ({ emrId, firstName, lastName, missing }) =>
      `${[firstName, lastName, emrId].filter(Boolean).join(' ')}: no ${missing}`,
  )
}

function placeLines(reports: FileReport[]): string[] {
  const times = reports.reduce((total, { withoutPlace }) => total + withoutPlace, 0)
  return times > 0 ? [`${times} providers: nothing says where they work`] : []
}

function sum(tallies: Tally[]): Tally {
  const total: Tally = {}
  for (const tally of tallies) for (const [what, times] of Object.entries(tally)) count(total, what, times)
  return total
}
