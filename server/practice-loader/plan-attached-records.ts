import { createHash } from 'node:crypto'
import { InvalidCcda } from '../ccda/ccda.ts'
import { decodeXml } from '../ccda/decode-xml.ts'
import { readCcda } from '../ccda/read-ccda.ts'
import { contentOf, isXmlAttachment } from './document-forms.ts'
import type { DocumentReference } from './fhir/documents.ts'
import type { Attachment } from './fhir/parts.ts'
import type { LoadPlan, PlannedVisitRecord } from './load-plan.ts'
import { count, entriesOf, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'
import { isFullDate } from './written-instant.ts'

const notReadable = 'attachment of XML that is no C-CDA document'

/** Creates visit records from the XML within references to documents; see `withReadableRecords`. */
export function planAttachedRecords(reading: Reading): PlannedVisitRecord[] {
  return entriesOf(reading, 'DocumentReference').flatMap((entry) => {
    const attachments = (entry.resource.content ?? []).flatMap(({ attachment }) => attachment ?? [])
    return attachments.filter(isXmlAttachment).flatMap((attachment) => planRecord(reading, entry, attachment))
  })
}

function planRecord(reading: Reading, entry: EntryOf<DocumentReference>, attachment: Attachment): PlannedVisitRecord[] {
  const { subject, status, docStatus, date, context } = entry.resource
  if ([status, docStatus].includes('entered-in-error')) return [] // counted with the documents
  const patient = resolve(reading, subject, { pointer: `${entry.pointer}/subject`, types: ['Patient'] })
  const writtenOn = [date, context?.period?.start].find(isFullDate)
  if (!patient || !writtenOn) {
    leaveOut(reading, entry, `DocumentReference without ${patient ? 'a full date' : 'a patient that was loaded'}`)
    return []
  }
  const bytes = contentOf(attachment)
  const xml = typeof bytes === 'string' ? undefined : decoded(bytes)
  if (typeof bytes === 'string' || xml === undefined) {
    count(reading.skipped, typeof bytes === 'string' ? `attachment ${bytes}` : notReadable)
    return []
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  return [{ patient, day: writtenOn.slice(0, 'yyyy-MM-dd'.length), xml, digest }]
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return decodeXml(bytes)
  } catch (error) {
    if (error instanceof InvalidCcda) return undefined
    throw error
  }
}

/** Leaves out what is no C-CDA document, with a reason. */
export async function withReadableRecords(plan: LoadPlan): Promise<LoadPlan> {
  const skipped = { ...plan.skipped }
  const visitRecords: PlannedVisitRecord[] = []
  for (const record of plan.visitRecords)
    if (await isReadable(record.xml)) visitRecords.push(record)
    else count(skipped, notReadable)
  return { ...plan, visitRecords, skipped }
}

async function isReadable(xml: string): Promise<boolean> {
  try {
    await readCcda(Buffer.from(xml), { encoding: 'utf-8' })
    return true
  } catch (error) {
    if (error instanceof InvalidCcda) return false
    throw error
  }
}
