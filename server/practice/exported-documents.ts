import type { Attachment, DocumentReference } from '@medplum/fhirtypes'
import type { ExportedRecord } from './extension-points.ts'
import { fhirId, fhirReference, hl7Coding, usCoreProfile, type FhirResource } from './fhir.ts'

interface ExportedDocument {
  /** Names it among documents of its kind. */
  kind: string
  id: string
  title: string
  /** `yyyy-MM-dd` */
  day: string
  isComplete: boolean
  attachments: Attachment[]
}

/** A document of the record; the record knows its day, not when it was written. */
export function documentReference(
  { licensee, subject }: Pick<ExportedRecord, 'licensee' | 'subject'>,
  { kind, id, title, day, isComplete, attachments }: ExportedDocument,
): DocumentReference & FhirResource {
  return {
    resourceType: 'DocumentReference',
    id: fhirId(licensee.id, kind, id),
    ...usCoreProfile('us-core-documentreference'),
    status: 'current',
    docStatus: isComplete ? 'final' : 'preliminary',
    type: { text: title, coding: [hl7Coding('v3-NullFlavor', 'UNK')] },
    category: [
      {
        coding: [
          {
            system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
            code: 'clinical-note',
          },
        ],
      },
    ],
    subject: fhirReference(subject),
    content: attachments.map((attachment) => ({ attachment })),
    ...(day === '' ? {} : { context: { period: { start: day } } }),
  }
}
