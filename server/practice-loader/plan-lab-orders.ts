import { lookUp, spelled } from './bundle-index.ts'
import { wordsOf } from './contact.ts'
import type { ServiceRequest } from './fhir/orders.ts'
import type { PlannedAppointment, PlannedLabOrder, PlannedTestResult } from './load-plan.ts'
import { laboratoryOf } from './plan-test-results.ts'
import { folded } from './plain-text.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { instantText, isFullDate } from './written-instant.ts'

type Request = EntryOf<ServiceRequest>

interface Known {
  appointments: PlannedAppointment[]
  results: PlannedTestResult[]
}

/**
 * Creates an order for each encounter with reports of laboratories, and for each request of tests. A request on which a
 * report of an encounter is based belongs to the order of that encounter.
 */
export function planLabOrders(reading: Reading, known: Known): PlannedLabOrder[] {
  const orders = ordersOfEncounters(known.results)
  const requested = entriesOf(reading, 'ServiceRequest').flatMap((entry) => planRequest(reading, entry, known) ?? [])
  const others = requested.filter((request) => {
    const reported = known.results.find(
      ({ requests, visit }) => visit !== undefined && requests.includes(request.sourceId),
    )
    const order = orders.get(reported?.visit ?? '')
    if (order) addTo(order, request)
    return !order
  })
  return [...orders.values(), ...others]
}

function ordersOfEncounters(results: PlannedTestResult[]): Map<string, PlannedLabOrder> {
  const orders = new Map<string, PlannedLabOrder>()
  for (const { visit, visitedOn, patient, provider, facility, laboratory, testType } of results) {
    if (visit === undefined || visitedOn === undefined) continue
    const order = orders.get(visit)
    const tests = [testType]
    if (order) addTo(order, { laboratory, tests })
    else orders.set(visit, { sourceId: visit, patient, provider, facility, laboratory, orderedAt: visitedOn, tests })
  }
  return orders
}

function addTo(order: PlannedLabOrder, { laboratory, tests }: Pick<PlannedLabOrder, 'laboratory' | 'tests'>): void {
  order.tests.push(...tests.filter((test) => !order.tests.includes(test)))
  if (order.laboratory === '') order.laboratory = laboratory
}

/** States of an order that was never given, or was taken back. */
const NOT_GIVEN = ['draft', 'revoked', 'entered-in-error']

/** Intents of what nobody has ordered yet. */
const NOT_ORDERED = ['proposal', 'plan', 'option']

function planRequest(reading: Reading, entry: Request, known: Known): PlannedLabOrder | undefined {
  const { status, intent = 'order', ...request } = entry.resource
  const sourceId = firstName(entry)
  const isReported = known.results.some(({ requests }) => requests.includes(sourceId))
  if (!isReported && !isOfLaboratory(request)) return out(reading, entry, 'that is no lab order')
  if (NOT_GIVEN.includes(status)) return out(reading, entry, `that is ${status}`)
  if (NOT_ORDERED.includes(intent)) return out(reading, entry, `that is a ${intent}`)
  const at = { pointer: `${entry.pointer}/subject`, types: ['Patient' as const] }
  const patient = resolve(reading, request.subject, at)
  if (!patient) return out(reading, entry, 'without a patient that was loaded')
  const orderedOn = [request.authoredOn, request.occurrenceDateTime].find(isFullDate)
  if (!orderedOn) return out(reading, entry, 'without a full date')
  const encounter = nameIn(reading, request.encounter?.reference, 'Encounter')
  const visit = known.appointments.find(({ names, patient: visitor }) => names[0] === encounter && visitor === patient)
  return {
    sourceId,
    patient,
    provider: nameIn(reading, request.requester?.reference, 'Practitioner') ?? visit?.provider,
    facility: visit?.facility,
    laboratory: laboratoryOf(reading, request),
    orderedAt: instantText(orderedOn),
    tests: [wordsOf(request.code ? [request.code] : []) || 'Laboratory test'],
  }
}

function out(reading: Reading, entry: Request, reason: string): undefined {
  leaveOut(reading, entry, `ServiceRequest ${reason}`)
}

/** Codes of HL7 and of SNOMED CT (laboratory procedure), and words. */
const LABORATORY = ['lab', 'laboratory', '108252007', 'laboratory procedure']

const isOfLaboratory = ({ category = [] }: Pick<ServiceRequest, 'category'>) =>
  category
    .flatMap(({ text, coding = [] }) => [text, ...coding.flatMap(({ code, display }) => [code, display])])
    .some((word) => LABORATORY.includes(folded(word ?? '')))

/** Returns the name of a resource of this file; a request may be of devices and others that have no record. */
function nameIn({ index, left }: Reading, reference: string | undefined, type: string): string | undefined {
  const entry = lookUp(index, spelled(reference ?? ''))
  const name = entry?.type === type ? firstName(entry) : undefined
  return name !== undefined && !left.has(name) ? name : undefined
}
