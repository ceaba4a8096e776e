import { lookUp, spelled } from './bundle-index.ts'
import { wordsOf } from './contact.ts'
import { documentForms, isXmlAttachment } from './document-forms.ts'
import type { DocumentReference } from './fhir/documents.ts'
import type { Reference } from './fhir/parts.ts'
import type { DiagnosticReport } from './fhir/results.ts'
import { laboratoryStatus } from './laboratory-status.ts'
import type { DocumentForm, PlannedAppointment, PlannedDocument, PlannedTestResult } from './load-plan.ts'
import { isOfLaboratory } from './plan-test-results.ts'
import { count, entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { instantText, isFullDate } from './written-instant.ts'

type Visits = ReadonlyMap<string, PlannedAppointment>

/**
 * Creates documents from references with their content, from reports that are no results of laboratories, and from what
 * a report of a laboratory has besides its first PDF: a result has one document. A patient has each content once.
 */
export function planClinicalDocuments(
  reading: Reading,
  appointments: PlannedAppointment[],
  results: PlannedTestResult[],
): PlannedDocument[] {
  const visits: Visits = new Map(appointments.map((visit) => [visit.names[0] ?? '', visit]))
  const referred = entriesOf(reading, 'DocumentReference').flatMap((entry) => planReference(reading, entry, visits))
  const reported = entriesOf(reading, 'DiagnosticReport')
    .filter(({ resource }) => !isOfLaboratory(resource))
    .flatMap((entry) => planReport(reading, entry, visits))
  return withoutRepeated(reading, [...referred, ...reported, ...results.flatMap(furtherDocuments)])
}

function planReference(reading: Reading, entry: EntryOf<DocumentReference>, visits: Visits): PlannedDocument[] {
  const { resource } = entry
  const { status, docStatus, context, content = [] } = resource
  if ([status, docStatus].includes('entered-in-error')) return out(reading, entry, 'that is entered-in-error')
  const writtenOn = [resource.date, context?.period?.start].find(isFullDate)
  const isComplete = docStatus !== 'preliminary'
  const category = wordsOf([...(resource.type ? [resource.type] : []), ...(resource.category ?? [])])
  const attachments = content.flatMap(({ attachment }) => attachment ?? [])
  // XML becomes visit records (plan-attached-records.ts).
  const own = attachments.filter((attachment) => !isXmlAttachment(attachment))
  if (attachments.length > 0 && own.length === 0) return []
  const forms = documentForms(reading, own)
  const visit = visitOf(reading, visits, context?.encounter ?? [])
  return documentsOf(reading, entry, { forms: inOneDocument(forms), writtenOn, isComplete, category, visit })
}

function planReport(reading: Reading, entry: EntryOf<DiagnosticReport>, visits: Visits): PlannedDocument[] {
  const { resource } = entry
  const status = laboratoryStatus(resource.status)
  if (!status || status === 'cancelled') return out(reading, entry, `that is ${resource.status}`)
  if (!resource.presentedForm?.length) return out(reading, entry, 'that is no laboratory result')
  const writtenOn = [resource.effectiveDateTime, resource.effectivePeriod?.start, resource.issued].find(isFullDate)
  const isComplete = status !== 'preliminary'
  const category = wordsOf([...(resource.code ? [resource.code] : []), ...(resource.category ?? [])])
  const forms = documentForms(reading, resource.presentedForm)
  const visit = visitOf(reading, visits, resource.encounter ? [resource.encounter] : [])
  return documentsOf(reading, entry, { forms, writtenOn, isComplete, category, visit })
}

interface Written {
  forms: DocumentForm[]
  writtenOn?: string
  isComplete: boolean
  category: string
  visit?: PlannedAppointment
}

type Source = EntryOf<DocumentReference> | EntryOf<DiagnosticReport>

function documentsOf(reading: Reading, entry: Source, written: Written): PlannedDocument[] {
  const { forms, writtenOn, isComplete, category } = written
  const at = { pointer: `${entry.pointer}/subject`, types: ['Patient' as const] }
  const patient = resolve(reading, entry.resource.subject, at)
  if (!patient) return out(reading, entry, 'without a patient that was loaded')
  if (!writtenOn) return out(reading, entry, 'without a full date')
  if (forms.length === 0) return out(reading, entry, 'without a document that can be shown')
  const visit = written.visit?.patient === patient ? written.visit : undefined
  return forms.map((form) => ({
    ...form,
    patient,
    provider: visit?.provider,
    facility: visit?.facility,
    category: category || 'Document',
    writtenOn: writtenOn.includes('T') ? instantText(writtenOn) : writtenOn,
    isComplete,
  }))
}

function out(reading: Reading, entry: Source, reason: string): [] {
  leaveOut(reading, entry, `${entry.type} ${reason}`)
  return []
}

/** The attachments of one reference are formats of one document (FHIR R4, DocumentReference.content). */
function inOneDocument(forms: DocumentForm[]): DocumentForm[] {
  const [pdf, ...otherPdfs] = forms.filter((form) => form.pdf !== null)
  const [text, ...otherTexts] = forms.filter((form) => form.lines !== null)
  return pdf && text && otherPdfs.length + otherTexts.length === 0 ? [{ ...pdf, lines: text.lines }] : forms
}

function visitOf({ index }: Reading, visits: Visits, references: Reference[]): PlannedAppointment | undefined {
  const entries = references.map(({ reference = '' }) => lookUp(index, spelled(reference)))
  return entries.map((entry) => entry && visits.get(firstName(entry))).find(Boolean)
}

const furtherDocuments = ({
  furtherForms,
  patient,
  provider,
  facility,
  testType,
  takenOn,
  status,
}: PlannedTestResult) =>
  furtherForms.map((form): PlannedDocument => {
    const isComplete = status !== 'preliminary'
    return { ...form, patient, provider, facility, category: testType, writtenOn: takenOn, isComplete }
  })

function withoutRepeated({ skipped }: Reading, documents: PlannedDocument[]): PlannedDocument[] {
  const known = new Set<string>()
  return documents.filter(({ patient, digest }) => {
    const isRepeated = known.has(`${patient} ${digest}`)
    known.add(`${patient} ${digest}`)
    if (isRepeated) count(skipped, 'document with the content of another one')
    return !isRepeated
  })
}
