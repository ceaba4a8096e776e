import { lookUp, spelled } from './bundle-index.ts'
import { wordsOf } from './contact.ts'
import { documentForms } from './document-forms.ts'
import type { CodeableConcept, Performers, Reference } from './fhir/parts.ts'
import type { DiagnosticReport, Observation } from './fhir/results.ts'
import { laboratoryStatus } from './laboratory-status.ts'
import type { DocumentForm, PlannedAppointment, PlannedObservation, PlannedTestResult } from './load-plan.ts'
import { observedValue, observedValues } from './observed-value.ts'
import { plainText } from './plain-text.ts'
import type { Subject } from './reference-range.ts'
import { count, entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { instantText, isFullDate } from './written-instant.ts'

type Report = EntryOf<DiagnosticReport>
type Visits = ReadonlyMap<string, PlannedAppointment>

const CONCLUSION_LIMIT = 5000

/** Creates results from reports of laboratories, each with the values that it names. */
export function planTestResults(reading: Reading, appointments: PlannedAppointment[]): PlannedTestResult[] {
  const visits: Visits = new Map(appointments.map((visit) => [visit.names[0] ?? '', visit]))
  const reports = entriesOf(reading, 'DiagnosticReport').filter(({ resource }) => isOfLaboratory(resource))
  const results = reports.flatMap((entry) => planReport(reading, entry, visits) ?? [])
  leaveOutUnreported(reading, results)
  return results
}

function planReport(reading: Reading, entry: Report, visits: Visits): PlannedTestResult | undefined {
  const report = entry.resource
  const status = laboratoryStatus(report.status)
  if (!status) return out(reading, entry, `that is ${report.status}`)
  const pointer = `${entry.pointer}/subject`
  const patient = resolve(reading, report.subject, { pointer, types: ['Patient'] })
  if (!patient) return out(reading, entry, 'without a patient that was loaded')
  const takenOn = dateOf(report)
  if (!takenOn) return out(reading, entry, 'without a full date')
  const values = valuesOf(reading, entry, { patient, takenOn })
  const forms = documentForms(reading, report.presentedForm ?? [])
  const document = forms.find((form) => form.pdf !== null)
  const pdf = document?.pdf ?? null
  const isTextOnly = values.length === 0 && pdf === null
  const conclusion = plainText(report.conclusion, CONCLUSION_LIMIT) || (isTextOnly ? textOf(forms) : '')
  const hasDocument = values.length > 0 || conclusion !== '' || pdf !== null
  if (!hasDocument && status !== 'cancelled') return out(reading, entry, 'without a value and a document')
  const visit = visitOf(reading, entry, { visits, patient })
  return {
    sourceId: firstName(entry),
    patient,
    visit: visit?.names[0],
    visitedOn: visit?.startsAt,
    provider: interpreterOf(reading, report) ?? visit?.provider,
    facility: visit?.facility,
    laboratory: laboratoryOf(reading, report),
    requests: requestsOf(reading, report),
    testType: wordsOf(report.code ? [report.code] : []) || 'Test result',
    takenOn: takenOn.includes('T') ? instantText(takenOn) : takenOn,
    releasedAt: instantText(isFullDate(report.issued) ? report.issued : takenOn),
    conclusion,
    status,
    hasDocument,
    pdf,
    furtherForms: forms.filter((form) => form !== document),
    values,
  }
}

/** The first form that is text; the whole form is a document of its own. */
const textOf = (forms: DocumentForm[]) =>
  plainText(forms.find(({ lines }) => lines !== null)?.lines?.join(' '), CONCLUSION_LIMIT)

function out(reading: Reading, entry: Report, reason: string): undefined {
  leaveOut(reading, entry, `DiagnosticReport ${reason}`)
}

/** Other reports are notes (plan-clinical-documents.ts). */
export const isOfLaboratory = ({ category = [] }: DiagnosticReport) =>
  category.some((concept) => hasCode(concept, 'LAB'))

const hasCode = ({ coding = [] }: CodeableConcept, expected: string) => coding.some(({ code }) => code === expected)

const dateOf = ({ effectiveDateTime, effectivePeriod, issued }: DiagnosticReport | Observation): string | undefined =>
  [effectiveDateTime, effectivePeriod?.start, issued].find(isFullDate)

function visitOf(reading: Reading, { resource, pointer }: Report, of: { visits: Visits; patient: string }) {
  const at = { pointer: `${pointer}/encounter`, types: ['Encounter' as const] }
  const visit = of.visits.get(resolve(reading, resource.encounter, at) ?? '')
  return visit?.patient === of.patient ? visit : undefined
}

/** Returns the names of the requests of this file on which a report is based. */
const requestsOf = ({ index }: Reading, { basedOn = [] }: DiagnosticReport): string[] =>
  basedOn.flatMap(({ reference = '' }) => {
    const entry = lookUp(index, spelled(reference))
    return entry?.type === 'ServiceRequest' ? [firstName(entry)] : []
  })

/** Returns the name of the practitioner who read the results; undefined if the file has none. */
function interpreterOf({ index }: Reading, { resultsInterpreter = [] }: DiagnosticReport): string | undefined {
  const entries = resultsInterpreter.map(({ reference = '' }) => lookUp(index, spelled(reference)))
  const entry = entries.find((each) => each?.type === 'Practitioner')
  return entry && firstName(entry)
}

/** Returns the name of who performed the tests if that is an organization; empty if the file names none. */
export function laboratoryOf({ index }: Reading, { performer = [] }: { performer?: Performers }): string {
  const names = performer.map(({ reference, display }) => {
    const target = reference === undefined ? undefined : lookUp(index, spelled(reference))?.resource
    if (target?.resourceType === 'Organization') return plainText(target.name)
    return reference === undefined || target === undefined ? plainText(display) : ''
  })
  return names.find((name) => name !== '') ?? ''
}

/** Values of another patient are an error: loading them would mix two people's records. */
function valuesOf(
  reading: Reading,
  { resource, pointer }: Report,
  { patient, takenOn }: { patient: string; takenOn: string },
): PlannedTestResult['values'] {
  const person = { ...subjectOf(reading, patient), takenOn }
  return (resource.result ?? []).flatMap((reference, n) => {
    const at = { pointer: `${pointer}/result/${n}`, types: ['Observation' as const] }
    const source = resolve(reading, reference, at)
    const entry = observationOf(reading, reference)
    if (!entry) count(reading.skipped, 'Observation that is not in the file')
    if (!entry || source === undefined) return []
    const { subject } = entry.resource
    if (subject?.reference && subjectName(reading, subject) !== patient) {
      reading.faults.push({ pointer: `${at.pointer}/reference`, sentence: 'refers to a value of another patient' })
      return []
    }
    return planValues(reading, entry, person).map((value) => ({ source, ...value }))
  })
}

function observationOf({ index }: Reading, { reference = '' }: Reference): EntryOf<Observation> | undefined {
  const entry = lookUp(index, spelled(reference))
  return entry?.resource?.resourceType === 'Observation' ? { ...entry, resource: entry.resource } : undefined
}

function planValues(reading: Reading, entry: EntryOf<Observation>, subject: Subject): PlannedObservation[] {
  const { resource } = entry
  const status = laboratoryStatus(resource.status)
  const takenOn = dateOf(resource) ?? subject.takenOn
  if (!status) leaveOut(reading, entry, `Observation that is ${resource.status}`)
  if (!status) return []
  const observing = { ...subject, takenOn, status }
  const values = observedValues(resource, observing)
  if (values.length === 0) leaveOut(reading, entry, `Observation ${absenceOf(resource)}`)
  for (const one of resource.component ?? [])
    if (values.length > 0 && !observedValue(one, observing))
      count(reading.skipped, 'component of an Observation without a value')
  return values.map((value) => ({ ...value, takenAt: instantText(takenOn) }))
}

const absenceOf = ({ valueSampledData }: Observation) =>
  valueSampledData === undefined ? 'without a value' : 'with a curve as its value'

/** A patient of another file has neither a gender nor a birth date here. */
function subjectOf({ index }: Reading, patient: string): Omit<Subject, 'takenOn'> {
  const resource = index.get(patient)?.resource
  return resource?.resourceType === 'Patient' ? { gender: resource.gender, birthDate: resource.birthDate } : {}
}

function subjectName({ index }: Reading, { reference = '' }: Reference): string {
  const name = spelled(reference)
  const entry = lookUp(index, name)
  return entry ? firstName(entry) : name
}

/** Nothing else is loaded of an observation yet. */
function leaveOutUnreported(reading: Reading, results: PlannedTestResult[]): void {
  const reported = new Set(results.flatMap(({ values }) => values.map(({ source }) => source)))
  for (const entry of entriesOf(reading, 'Observation')) {
    const name = firstName(entry)
    if (!reported.has(name) && !reading.left.has(name))
      leaveOut(reading, entry, 'Observation that no test result names')
  }
}
