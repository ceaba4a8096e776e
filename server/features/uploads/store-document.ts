import { createHash } from 'node:crypto'
import type { Emr } from '../../gateways/emr/emr.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { Failure } from '../../protocol/failure.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import type { ReceivedFile } from '../../practice/files/receive-file.ts'

/** Where a document belongs: to a visit, or to the patient. */
type DocumentOwner = { appointmentId: string } | { patientId: string }

export interface FiledDocument extends ReceivedFile {
  owner: DocumentOwner
  category: string
  other: string
}

/**
 * Stores a file in the patient's chart. Throws `uploads.token`, `uploads.virus`, `uploads.noChart`, `link.unknown` and
 * EmrError.
 */
export async function storeDocument(emr: Emr, { owner, sent, ...document }: FiledDocument): Promise<void> {
  const file = { ...document, reference: referenceOf({ owner, sent, ...document }) }
  const ofVisit = 'appointmentId' in owner
  const outcome = ofVisit
    ? await emr.addDocument({ ...owner, ...file, token: await tokenFor(emr, owner.appointmentId) })
    : await emr.addChartDocument({ ...owner, ...file })
  if (outcome === 'infected') throw new Failure('uploads.virus', { status: 400 })
  if (outcome === 'unauthorised') throw new Failure('uploads.token', { status: 502 })
  if (outcome === 'unknown') throw ofVisit ? unknownLink() : new Failure('uploads.noChart', { status: 404 })
}

/** Specification 1 §8: a missing or failed token has its own error. */
async function tokenFor(emr: Emr, appointmentId: string): Promise<string> {
  try {
    const token = await emr.documentToken(appointmentId)
    if (token !== undefined) return token
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    throw new Failure('uploads.token', { status: 502, cause: error })
  }
  throw new Failure('uploads.token', { status: 502 })
}

/**
 * Returns the same reference for the same content, name and purpose, so that a repeated upload creates one document.
 */
function referenceOf({ owner, category, other, fileName, sent }: FiledDocument): string {
  const key = 'appointmentId' in owner ? owner.appointmentId : owner
  return createHash('sha256')
    .update(JSON.stringify([key, category, other, fileName]))
    .update(sent)
    .digest('base64url')
}
