import { billedToPatient, linesOfClaim, linesWithoutClaim, totalsAreOfVisits, type BillLine } from './bill-lines.ts'
import { withoutSemanticTag, wordsOf } from './contact.ts'
import type { Claim, ExplanationOfBenefit } from './fhir/billing.ts'
import type { CodeableConcept, Reference } from './fhir/parts.ts'
import type { ResourceType } from './fhir/resource.ts'
import { insurerName, isNoInsurer } from './insurer.ts'
import type { PlannedCharge } from './load-plan.ts'
import { plainText } from './plain-text.ts'
import { diagnosesOf, diagnosisCodes } from './plan-diagnoses.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

type Bill = EntryOf<ExplanationOfBenefit>
type Claims = Map<string, EntryOf<Claim>>

/** Creates charges from explanations of benefits, each joined with its claim. */
export function planCharges(reading: Reading): PlannedCharge[] {
  const claims: Claims = new Map(entriesOf(reading, 'Claim').map((entry) => [firstName(entry), entry]))
  const isVisitTotal = totalsAreOfVisits([...claims.values()].map(({ resource }) => resource))
  const explained = new Set<string>()
  const charges = entriesOf(reading, 'ExplanationOfBenefit').flatMap((entry) => {
    const at = { pointer: `${entry.pointer}/claim`, types: ['Claim' as const] }
    const claim = claims.get(resolve(reading, entry.resource.claim, at) ?? '')
    if (claim) explained.add(firstName(claim))
    return planBill(reading, entry, { claim, isVisitTotal })
  })
  for (const [name, claim] of claims) if (!explained.has(name)) leaveOut(reading, claim, reasonAgainstClaim(claim))
  return charges
}

function planBill(
  reading: Reading,
  bill: Bill,
  { claim, isVisitTotal }: { claim?: EntryOf<Claim>; isVisitTotal: boolean },
): PlannedCharge[] {
  const reason = reasonAgainst(bill.resource, claim)
  if (reason) return out(reading, bill, reason)
  const pointer = `${bill.pointer}/patient`
  const patient = resolve(reading, bill.resource.patient, { pointer, types: ['Patient'] })
  if (!patient) return out(reading, bill, 'without a patient that was loaded')
  const billedOn = dayOf(bill.resource, claim?.resource)
  if (!billedOn) return out(reading, bill, 'without a full date')
  const insurer = insurerName(reading, bill.resource.insurer)
  const isSelfPay = isNoInsurer(insurer)
  const lines = claim
    ? linesOfClaim(bill.resource, { claim: claim.resource, isVisitTotal })
    : linesWithoutClaim(bill.resource)
  if (lines.length === 0) return out(reading, bill, 'without an amount')
  const diagnoses = diagnosesOf(reading, bill, claim)
  const same = { patient, parties: partiesOf(reading, bill, claim), billedOn, insurer: isSelfPay ? '' : insurer }
  return (isSelfPay ? lines.map(billedToPatient) : lines).map((line, at) => ({
    ...same,
    ...planLine(bill, line),
    diagnoses: diagnosisCodes(diagnoses, line.item),
    sourceId: `${firstName(bill)}#${at + 1}`,
  }))
}

function out(reading: Reading, entry: Bill, reason: string): [] {
  leaveOut(reading, entry, `ExplanationOfBenefit ${reason}`)
  return []
}

/** The reason why an explanation is no bill; undefined if it is one. */
function reasonAgainst(
  { use, status, outcome, type, claim, payment }: ExplanationOfBenefit,
  joined: EntryOf<Claim> | undefined,
): string | undefined {
  if (hasCode(type, 'pharmacy')) return 'of a pharmacy'
  if (use !== 'claim') return `that is a ${use}`
  if (status !== 'active') return `that is ${status}`
  // Payers publish claims as partially processed that they have paid: all examples of CARIN are so.
  const isDecided = outcome === 'complete' || (outcome === 'partial' && hasCode(payment?.type, 'paid'))
  if (!isDecided) return `with the outcome ${outcome}`
  return claim?.reference && !joined ? 'of a claim that is not in the file' : undefined
}

const reasonAgainstClaim = ({ resource: { type } }: EntryOf<Claim>) =>
  hasCode(type, 'pharmacy') ? 'Claim of a pharmacy' : 'Claim without an ExplanationOfBenefit'

const hasCode = (concept: CodeableConcept | undefined, expected: string) =>
  (concept?.coding ?? []).some(({ code }) => code === expected)

/** Synthea's explanations begin where the visit ended, and their items are years off: the claim has the right day. */
function dayOf(bill: ExplanationOfBenefit, claim: Claim | undefined): string | undefined {
  const start = claim?.billablePeriod?.start ?? bill.billablePeriod?.start ?? ''
  if (start.includes('T')) return new Date(start).toISOString()
  return start.length < 'yyyy-MM-dd'.length ? undefined : start
}

/** Names of who billed, the most precise first: a place, then organizations and practitioners. */
function partiesOf(reading: Reading, { resource: bill, pointer }: Bill, claim: EntryOf<Claim> | undefined): string[] {
  const party = (reference: Reference | undefined, at: string, types: ResourceType[]) =>
    resolve(reading, reference, { pointer: at, types }) ?? []
  const billers: ResourceType[] = ['Practitioner', 'PractitionerRole', 'Organization']
  return [
    party(bill.facility, `${pointer}/facility`, ['Location']),
    party(claim?.resource.facility, `${claim?.pointer}/facility`, ['Location']),
    party(claim?.resource.provider, `${claim?.pointer}/provider`, billers.toReversed()),
    party(bill.provider, `${pointer}/provider`, billers),
    ...(bill.careTeam ?? []).map(({ provider }, n) => party(provider, `${pointer}/careTeam/${n}/provider`, billers)),
  ].flat()
}

function planLine({ resource: bill }: Bill, { item, ...amounts }: BillLine) {
  const service = withoutAbsent((item ?? onlyItem(bill))?.productOrService)
  const code = plainText(service.coding.find((each) => each.code)?.code, CODE_LIMIT)
  const words = withoutSemanticTag(wordsOf([service, bill.subType ?? {}, bill.type ?? {}]))
  return { ...amounts, code, description: words || (code ? '' : 'Service') }
}

const CODE_LIMIT = 50

const onlyItem = ({ item = [] }: ExplanationOfBenefit) => (item.length === 1 ? item[0] : undefined)

/** Without the coding that says why there is no code. */
const withoutAbsent = ({ text, coding = [] }: CodeableConcept = {}) => ({
  text,
  coding: coding.filter(({ system }) => !system?.endsWith('/data-absent-reason')),
})
