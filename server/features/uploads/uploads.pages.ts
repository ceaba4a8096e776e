import { uploadSettings } from '../../practice/upload.settings.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { portalBase } from '../../identity/email-content.ts'
import { ownerIn } from '../../practice/appointment-links.ts'
import { ownLinkInstead, recordIdIn } from '../../practice/record-ids.ts'
import type { Context } from '../../protocol/context.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { cameraCode, findUpload, readCode, uploadToken, type UploadsServices } from './uploads.links.ts'
import { uploadPaths } from './uploads.paths.ts'
import { categoryIn, categoryPart } from './uploads.rules.ts'
import { cameraScreen, chartUploadScreen, codeScreen, uploadScreen } from './uploads.screens.ts'

/** Loads the categories. Specification 2 §8: without them nothing can be uploaded. Throws `uploads.categories`. */
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
  { token, card, add }: { token: string; card: string | undefined; add: Named },
): Promise<ScreenBody> {
  await leadFromRecordId(context, services, { id: token, page: (apptId) => uploadPaths.upload({ apptId, card }) })
  await findUpload(context, services, token)
  return uploadScreen({
    link: token,
    about: context.setting(uploadSettings.upload_document_screen_text),
    categories: await knownCategories(services.emrOf(context.licensee)),
    isInsurance: card === 'insurance',
    add,
  })
}

/** Loads the page for documents of the chart. */
export async function loadChartUpload(
  context: Context,
  { emrOf }: Pick<UploadsServices, 'emrOf'>,
  add: Named,
): Promise<ScreenBody> {
  return chartUploadScreen({
    about: context.setting(uploadSettings.upload_document_screen_text),
    categories: await knownCategories(emrOf(context.licensee)),
    add,
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

/** Throws what leads to the portal's own link, for an address with the record server's id. */
async function leadFromRecordId(
  context: Context,
  services: UploadsServices,
  { id, page }: { id: string; page: (token: string) => string },
): Promise<void> {
  const appointmentId = recordIdIn(id)
  if (appointmentId === undefined) return
  const to = (appointment: Appointment) => page(uploadToken(ownerIn(context), services, appointment))
  throw await ownLinkInstead(context, { emr: services.emrOf(context.licensee), appointmentId, to })
}

interface CodeParams {
  token: string
  part: string
}

/** Shows the code; it leads to the camera page. */
export async function loadCode(
  context: Context,
  services: UploadsServices,
  { token, part }: CodeParams,
): Promise<ScreenBody> {
  await leadFromRecordId(context, services, {
    id: token,
    page: (apptId) => uploadPaths.code({ apptId, documentType: part }),
  })
  const subject = await findUpload(context, services, token)
  const category = categoryIn(part, await loadCategories(services.emrOf(context.licensee)))
  if (category === undefined) throw unknownLink()
  const { token: code, endsAt } = await cameraCode(context, services, { ...subject, category })
  // Practices write the category in ordinary base64 too, whose signs do not all survive in an address.
  const ownPart = categoryPart(category)
  return codeScreen({
    cameraPage: portalBase(context) + uploadPaths.camera({ apptId: code, docType: ownPart }),
    category,
    address: uploadPaths.code({ apptId: token, documentType: ownPart }),
    under: uploadPaths.upload({ apptId: token }),
    until: endsAt.toISOString(),
  })
}

export async function loadCamera(
  context: Context,
  services: UploadsServices,
  { token, part, add }: CodeParams & { add: Named },
): Promise<ScreenBody> {
  const { category } = await readCode(context, services, token)
  if (categoryIn(part, [category]) !== category) throw new Failure('uploads.codeUnknown', { status: 404 })
  return cameraScreen({ link: token, category, add })
}
