import { randomUUID } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { longestToken } from '../../practice/appointment-links.ts'
import { staffTaskRequests } from '../../practice/extension-points.ts'
import { staffTasksTopic } from '../../practice/staff-tasks.ts'
import { mostBytes } from '../../practice/files/file-types.ts'
import { upload, type ActionContext, type IncomingFile, type UploadDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { chartTopic } from './chart-documents.ts'
import { storeDocument, type FiledDocument } from './store-document.ts'
import { findUpload, readCode, refuseOver, useCode, type UploadsServices } from './uploads.links.ts'
import { loadCategories } from './uploads.pages.ts'
import { chartUploadsOffered, isCategory, otherCategory, uploadsOffer } from './uploads.rules.ts'

const Token = Type.String({ minLength: 1, maxLength: longestToken })
const fileKind = {
  category: Type.String({ minLength: 1, maxLength: 200 }),
  other: Type.Optional(Type.String({ maxLength: 100 })),
}
const FileInput = closed({ link: Token, ...fileKind })
const ChartFileInput = closed(fileKind)
const codes = { '/category': { required: 'uploads.category' } }
const PhotoInput = closed({ link: Token })

const common = { ...uploadsOffer, limits: { bytes: mostBytes, files: 1 } } as const

export function uploadActions(services: UploadsServices): Record<'toVisit' | 'toChart' | 'photo', UploadDefinition> {
  return { toVisit: addFile(services), toChart: addToChart(services), photo: addPhoto(services) }
}

/** Uploads a file of a signed-in person. */
function addFile(services: UploadsServices): UploadDefinition {
  return upload({
    ...common,
    name: 'uploads.add',
    about: 'Uploaded a document',
    guard: patientsAndGuardians,
    input: FileInput,
    codes,
    run: async (context, { link, ...kind }, file) => {
      await countFile(context)
      const { appointmentId, patientId } = await findUpload(context, services, link)
      const checked = await checkKind(context, services, kind)
      const { fileName } = file
      await takeIn(context, services, { file, fileName, owner: { appointmentId }, patientId, ...checked })
      return []
    },
  })
}

/** Uploads a file of a signed-in person to the chart of the patient, without an appointment. */
function addToChart(services: UploadsServices): UploadDefinition {
  return upload({
    ...common,
    offered: chartUploadsOffered,
    name: 'uploads.addToChart',
    about: 'Uploaded a document to the chart',
    guard: patientsAndGuardians,
    input: ChartFileInput,
    codes,
    run: async (context, kind, file) => {
      await countFile(context)
      const { id: patientId } = actingPrincipal(context).patient
      const checked = await checkKind(context, services, kind)
      const { fileName } = file
      await takeIn(context, services, { file, fileName, owner: { patientId }, patientId, ...checked })
      context.publish([chartTopic(context)])
      return []
    },
  })
}

/** For one account; codes for photos have limits of their own. */
const fileLimits = [
  { tries: 60, seconds: 3600 },
  { tries: 200, seconds: 24 * 3600 },
] as const

async function countFile(context: ActionContext): Promise<void> {
  const { accountId } = actingPrincipal(context)
  for (const limit of fileLimits) await context.takeTry(`uploads:${accountId}`, limit)
}

/** Returns what a document is. Throws `uploads.category`, `uploads.categories` and `uploads.other`. */
async function checkKind(
  context: ActionContext,
  { emrOf }: UploadsServices,
  { category, other = '' }: Static<typeof ChartFileInput>,
): Promise<{ category: string; other: string }> {
  const categories = await loadCategories(emrOf(context.licensee))
  if (!isCategory(category, categories)) throw new Failure('uploads.category', { pointer: '/category' })
  const words = category === otherCategory ? other.trim() : ''
  if (category === otherCategory && words === '') throw new Failure('uploads.other', { pointer: '/other' })
  return { category, other: words }
}

/** Uploads a photo by a code. Its response contains nothing about the patient. */
function addPhoto(services: UploadsServices): UploadDefinition {
  const { db, emrOf } = services
  return upload({
    ...common,
    name: 'uploads.photo',
    about: 'Uploaded a photo by a code',
    guard: anyone,
    input: PhotoInput,
    limit: { perAddress: 60 },
    run: async (context, { link }, file) => {
      const code = await readCode(context, services, link)
      const { appointmentId, patientId, category } = code
      await refuseOver(emrOf(context.licensee), code, context.now())
      const use = await useCode(context, db, code)
      try {
        // Specification 1 §7: a captured photo is named after its appointment.
        await takeIn(context, services, {
          file,
          owner: { appointmentId },
          patientId,
          category,
          other: '',
          fileName: `${appointmentId}.png`,
        })
      } catch (error) {
        await use.giveBack()
        throw error
      }
      return []
    },
  })
}

/** A file with its metadata. */
interface Filing extends Pick<FiledDocument, 'owner' | 'category' | 'other' | 'fileName'> {
  file: IncomingFile
  patientId: string
}

async function takeIn(
  context: ActionContext,
  { db, emrOf, receiveFile, uses }: UploadsServices,
  filing: Filing,
): Promise<void> {
  const { file, fileName, owner, patientId, category, other } = filing
  await receiveFile(file, {
    fileName,
    use: (received) => storeDocument(emrOf(context.licensee), { ...received, owner, category, other }),
  })
  const subject = 'appointmentId' in owner ? owner.appointmentId : owner.patientId
  const licenseeId = context.licensee.id
  const detail = `${other || category}, ${'appointmentId' in owner ? 'for a visit' : 'to the chart'}`
  await db.transaction(async (tx) => {
    for (const add of uses(staffTaskRequests))
      await add(tx, { licenseeId, kind: 'upload', key: randomUUID(), patientId, detail, at: context.now() })
    await noteInTransaction(tx, context, { subject })
  })
  context.publish([staffTasksTopic(licenseeId)])
}
