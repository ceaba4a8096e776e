import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { findUpload, issueCode, readCode, type UploadsServices } from './uploads.links.ts'
import { categoryIn, categoryPart } from './uploads.rules.ts'
import { cameraScreen, codeScreen, uploadScreen } from './uploads.screens.ts'

/** Specification 2 §8: without categories nothing can be uploaded. Throws `uploads.categories`. */
export async function loadCategories(emr: Emr): Promise<string[]> {
  try {
    return await emr.documentCategories()
  } catch (error) {
    if (error instanceof EmrError) throw new Failure('uploads.categories', { status: 502, cause: error })
    throw error
  }
}

export async function loadUpload(
  context: Context,
  services: UploadsServices,
  { token, card }: { token: string; card: string | undefined },
): Promise<ScreenBody> {
  await findUpload(context, services, token)
  return uploadScreen({
    link: token,
    about: context.setting('upload_document_screen_text'),
    categories: await knownCategories(services.emrOf(context.licensee)),
    isInsurance: card === 'insurance',
  })
}

async function knownCategories(emr: Emr): Promise<string[] | undefined> {
  try {
    return await emr.documentCategories()
  } catch (error) {
    if (error instanceof EmrError) return undefined
    throw error
  }
}

interface AskedCode {
  token: string
  part: string
}

/** A code is made each time the page is opened, and leads to the camera page with nothing but itself. */
export async function loadCode(
  context: Context,
  services: UploadsServices,
  { token, part }: AskedCode,
): Promise<ScreenBody> {
  const subject = await findUpload(context, services, token)
  const category = categoryIn(part, await loadCategories(services.emrOf(context.licensee)))
  if (category === undefined) throw unknownLink()
  const { token: code, endsAt } = await issueCode(context, services.db, { ...subject, category })
  return codeScreen({
    cameraPage: `${context.client.origin}/user/fileupload/camera/${code}/${part}`,
    category,
    address: `/user/fileupload/qrcode/${token}/${part}`,
    until: endsAt.toISOString(),
  })
}

export async function loadCamera(
  context: Context,
  { db }: UploadsServices,
  { token, part }: AskedCode,
): Promise<ScreenBody> {
  const { category } = await readCode(context, db, token)
  if (categoryPart(category) !== part) throw new Failure('uploads.codeUnknown', { status: 404 })
  return cameraScreen({ link: token, category })
}
