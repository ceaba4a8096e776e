import { readOwnLink, issueOwnLink } from '../../practice/appointment-links.ts'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import {
  issueCapability,
  readCapability,
  type CapabilityPlace,
  type FoundCapability,
} from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { unknownLink, type AppointmentSubject } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'
import { codeFiles, codeMs } from './uploads.rules.ts'
import { uploadAddress } from './uploads.screens.ts'

export type UploadsServices = Pick<Services, 'db' | 'emrOf' | 'appointmentLinks' | 'scan'>
type LinkServices = Pick<Services, 'emrOf' | 'appointmentLinks'>

/** What a code allows: photos of one category for one appointment. */
export interface CameraSubject extends AppointmentSubject {
  category: string
}

/** Results may be sent on the day after the visit. */
const openForMs = 24 * 3_600_000

/** Where documents for an appointment of the person's patient are uploaded. */
export function linkToUpload(
  context: Context,
  { appointmentLinks }: Pick<Services, 'appointmentLinks'>,
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'minutes'>,
): string {
  return uploadAddress(issueOwnLink(appointmentLinks, context, { purpose: 'upload', appointment, openForMs }))
}

/** The appointment of a person's own link. Throws `link.*` and `uploads.over`. */
export async function findUpload(context: Context, services: LinkServices, token: string): Promise<AppointmentSubject> {
  const subject = readOwnLink(services.appointmentLinks, context, { purpose: 'upload', token })
  await refuseOver(services.emrOf(context.licensee), subject)
  return subject
}

/** Nothing is uploaded for an appointment that was cancelled, or that is another patient's by now. */
export async function refuseOver(emr: Emr, subject: AppointmentSubject): Promise<void> {
  const appointment = await emr.appointment(subject)
  if (!appointment) throw unknownLink()
  if (appointment.cancellationReason !== undefined) throw new Failure('uploads.over', { status: 409 })
}

/** A code for one category of one appointment: it only takes photos, for a while (security.md). */
export async function issueCode(
  context: Context,
  db: Db,
  subject: CameraSubject,
): Promise<{ token: string; endsAt: Date }> {
  const at = context.now()
  const endsAt = new Date(at.getTime() + codeMs)
  const token = await issueCapability<CameraSubject>(db, {
    licenseeId: context.licensee.id,
    purpose: 'camera',
    subjectKey: subject.appointmentId,
    subject,
    uses: codeFiles,
    at,
    endsAt,
  })
  return { token, endsAt }
}

export function codePlace(context: Context, token: string): CapabilityPlace {
  return { licenseeId: context.licensee.id, purpose: 'camera', token }
}

/** What a code allows whoever has it. Throws `uploads.code*`. */
export async function readCode(context: Context, db: Db, token: string): Promise<CameraSubject> {
  const found = await readCapability<CameraSubject>(db, { ...codePlace(context, token), at: context.now() })
  if (found.state === 'open') return found.subject
  throw closedCode(found.state)
}

function closedCode(state: Exclude<FoundCapability<CameraSubject>['state'], 'open'>): Failure {
  if (state === 'used') return new Failure('uploads.codeUsed', { status: 409 })
  return new Failure(state === 'ended' ? 'uploads.codeEnded' : 'uploads.codeUnknown', { status: 404 })
}
