import { issueOwnLink, readOwnLink, type LinkOwner } from '../../practice/appointment-links.ts'
import { disablingOf } from '../../identity/disabled-patients.store.ts'
import type { Db } from '../../db/open.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { isUsedUp, returnUse, takeUse, type AccessLinkKey } from '../../protocol/access-link-store.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'
import { unknownLink, type AppointmentSubject } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'
import { uploadPaths } from './uploads.paths.ts'
import { codeEndsAt, codeFiles } from './uploads.rules.ts'
import { codeEndedScreen, linkEndedScreen } from './uploads.screens.ts'

export type UploadsServices = Pick<Services, 'db' | 'emrOf' | 'appointmentLinks' | 'receiveFile' | 'uses'>
type LinkServices = Pick<Services, 'emrOf' | 'appointmentLinks'>

/** Results may be uploaded until the day after the visit. */
const openForMs = 24 * 3_600_000

/** Returns the token of a link for uploading documents for an appointment of a patient. */
export function uploadToken(
  owner: LinkOwner,
  { appointmentLinks }: Pick<Services, 'appointmentLinks'>,
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'minutes'>,
): string {
  return issueOwnLink(appointmentLinks, owner, { purpose: 'upload', appointment, openForMs })
}

/** Returns the appointment of a person's own link. Throws `link.unknown`, `uploads.linkEnded` and `uploads.over`. */
export async function findUpload(context: Context, services: LinkServices, token: string): Promise<AppointmentSubject> {
  try {
    const subject = readOwnLink(services.appointmentLinks, context, { purpose: 'upload', token })
    await refuseOver(services.emrOf(context.licensee), subject, context.now())
    return subject
  } catch (error) {
    throw error instanceof Failure && error.code === 'link.ended' ? ended(context, linkEnded) : error
  }
}

function ended(
  context: Context,
  { code, route, screen }: { code: string; route: string; screen: typeof linkEndedScreen },
): Failure {
  const office = phone(context.setting(practiceSettings.Practice_Phone))
  return new Failure(code, {
    status: 404,
    params: { office: office.text || 'the office' },
    screen: screen(office),
    place: { route, topics: [] },
  })
}

const linkEnded = { code: 'uploads.linkEnded', route: uploadPaths.upload.route, screen: linkEndedScreen }
const codeEnded = { code: 'uploads.codeEnded', route: uploadPaths.camera.route, screen: codeEndedScreen }

/**
 * Throws for an appointment that was cancelled or is no longer the patient's, and for links that the record server has
 * ended. After the visit it calls all links ended, but results may still be uploaded.
 */
export async function refuseOver(emr: Emr, subject: AppointmentSubject, now: Date): Promise<void> {
  const [appointment, isEnded] = await Promise.all([emr.appointment(subject), emr.linkEnded(subject.appointmentId)])
  if (!appointment) throw unknownLink()
  if (appointment.cancellationReason !== undefined) throw new Failure('uploads.over', { status: 409 })
  const isPast = Date.parse(appointment.startsAt) + appointment.minutes * 60_000 <= now.getTime()
  if (isEnded && !isPast) throw new Failure('link.ended', { status: 404 })
}

/** A code as the camera page and the upload of a photo receive it. */
export interface CameraCode extends AppointmentSubject {
  token: string
  category: string
  endsAt: Date
}

/**
 * Returns the code for one category of one appointment: it allows only photos, for a limited time (security.md).
 * Nothing is stored, and the same page shows the same code until the end of the code changes, or it is used up.
 */
export async function cameraCode(
  context: Context,
  { db, appointmentLinks }: Pick<Services, 'db' | 'appointmentLinks'>,
  { appointmentId, patientId, category }: AppointmentSubject & { category: string },
): Promise<{ token: string; endsAt: Date }> {
  const licenseeId = context.licensee.id
  const endsAt = codeEndsAt(context.now())
  for (let serial = 0; ; serial++) {
    const details = { category, serial }
    const token = appointmentLinks.issue({ licenseeId, purpose: 'camera', appointmentId, patientId, endsAt, details })
    if (!(await isUsedUp(db, codePlace(context, token)))) return { token, endsAt }
  }
}

function codePlace(context: Context, token: string): AccessLinkKey {
  return { licenseeId: context.licensee.id, purpose: 'camera', token }
}

/** Returns the permission of a code. Throws `uploads.code*`. */
export async function readCode(
  context: Context,
  { db, appointmentLinks }: Pick<Services, 'db' | 'appointmentLinks'>,
  token: string,
): Promise<CameraCode> {
  const code = appointmentLinks.read({ licenseeId: context.licensee.id, purpose: 'camera', token })
  if (!code) throw new Failure('uploads.codeUnknown', { status: 404 })
  const now = context.now()
  // One that ends later than a new one was shown before the clock was set back.
  if (now >= code.endsAt || code.endsAt > latestStamp(codeEndsAt(now))) throw ended(context, codeEnded)
  const key = { licenseeId: context.licensee.id, patientId: code.patientId }
  if (await disablingOf(db, key)) throw ended(context, codeEnded)
  if (await isUsedUp(db, codePlace(context, token))) throw codeUsed()
  const { appointmentId, patientId, endsAt, details } = code
  return { token, appointmentId, patientId, endsAt, category: details.category }
}

/** Takes one use of a code, so that parallel photos cannot exceed its limit. Throws `uploads.codeUsed`. */
export async function useCode(
  context: Context,
  db: Db,
  { token, appointmentId, endsAt }: CameraCode,
): Promise<{ giveBack: () => Promise<void> }> {
  const place = codePlace(context, token)
  const use = { place, subjectKey: appointmentId, uses: codeFiles, endsAt, at: context.now() }
  if (!(await takeUse(db, use))) throw codeUsed()
  return { giveBack: () => returnUse(db, place) }
}

const codeUsed = () => new Failure('uploads.codeUsed', { status: 409 })
