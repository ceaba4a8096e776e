import { createHash } from 'node:crypto'
import type { Emr } from '../../gateways/emr/emr.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { Failure } from '../../protocol/failure.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import type { AcceptedFile } from './accept-file.ts'

export interface FiledDocument extends AcceptedFile {
  appointmentId: string
  category: string
  other: string
  /** The content as received, before an image was re-encoded. */
  sent: Buffer
}

/** Stores a file in the patient's chart. Throws `uploads.token`, `uploads.virus`, `link.unknown` and EmrError. */
export async function storeDocument(emr: Emr, { sent, ...document }: FiledDocument): Promise<void> {
  const token = await tokenFor(emr, document.appointmentId)
  const outcome = await emr.addDocument({ ...document, token, reference: referenceOf({ sent, ...document }) })
  if (outcome === 'infected') throw new Failure('uploads.virus', { status: 400 })
  if (outcome === 'unauthorised') throw new Failure('uploads.token', { status: 502 })
  if (outcome === 'unknown') throw unknownLink()
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
function referenceOf({ appointmentId, category, other, fileName, sent }: FiledDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([appointmentId, category, other, fileName]))
    .update(sent)
    .digest('base64url')
}
