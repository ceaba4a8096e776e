import type { Coverage } from './fhir/billing.ts'
import { insurerName, isNoInsurer } from './insurer.ts'
import type { PlannedCharge, PlannedInsurance } from './load-plan.ts'
import { plainText } from './plain-text.ts'
import { entriesOf, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

/** The record server has a primary, a secondary and a third insurance. */
const MOST_INSURANCES = 3

/** A patient has the coverages in the file, the latest as the primary one; without any the insurer of the last bill. */
export function planInsurances(reading: Reading, charges: PlannedCharge[]): PlannedInsurance[] {
  const coverages = planCoverages(reading)
  const covered = new Set(coverages.map(({ patient }) => patient))
  return [...coverages, ...planInsurers(charges).filter(({ patient }) => !covered.has(patient))]
}

function planCoverages(reading: Reading): PlannedInsurance[] {
  const latestFirst = entriesOf(reading, 'Coverage').toSorted((a, b) => startOf(b).localeCompare(startOf(a)))
  const ranks = new Map<string, number>()
  return latestFirst.flatMap((entry) => {
    const { status, beneficiary, payor = [] } = entry.resource
    const at = { pointer: `${entry.pointer}/beneficiary`, types: ['Patient' as const] }
    const patient = resolve(reading, beneficiary, at)
    const carrier = payor.map((each) => insurerName(reading, each)).find((name) => name !== '') ?? ''
    const rank = (ranks.get(patient ?? '') ?? 0) + 1
    if (status !== 'active') return out(reading, entry, `that is ${status}`)
    if (!patient) return out(reading, entry, 'without a patient that was loaded')
    if (carrier === '' || isNoInsurer(carrier)) return out(reading, entry, 'without an insurer')
    if (rank > MOST_INSURANCES) return out(reading, entry, 'after the third of its patient')
    ranks.set(patient, rank)
    return { patient, rank, carrier, memberId: memberIdOf(entry.resource), groupNumber: groupOf(entry.resource) }
  })
}

const startOf = ({ resource }: EntryOf<Coverage>) => resource.period?.start ?? ''

function out(reading: Reading, entry: EntryOf<Coverage>, reason: string): [] {
  leaveOut(reading, entry, `Coverage ${reason}`)
  return []
}

function memberIdOf({ identifier = [], subscriberId }: Coverage): string {
  const member = identifier.find(({ type }) => (type?.coding ?? []).some(({ code }) => code === 'MB'))
  return plainText(member?.value) || plainText(subscriberId) || plainText(identifier[0]?.value)
}

function groupOf({ class: classes = [] }: Coverage): string {
  const group = classes.find(({ type }) => (type?.coding ?? []).some(({ code }) => code === 'group'))
  return plainText(group?.value)
}

/** Insurers of earlier bills insure the patient no longer. */
function planInsurers(charges: PlannedCharge[]): PlannedInsurance[] {
  const last = new Map<string, PlannedCharge>()
  for (const charge of charges) {
    if (charge.billedOn >= (last.get(charge.patient)?.billedOn ?? '')) last.set(charge.patient, charge)
  }
  const insured = [...last.values()].filter(({ insurer }) => insurer !== '')
  return insured.map(({ patient, insurer }) => ({ patient, rank: 1, carrier: insurer, memberId: '', groupNumber: '' }))
}
