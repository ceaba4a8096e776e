import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { offTexts } from '../../practice/offered.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { longestToken } from '../../practice/appointment-links.ts'
import { upload, type ActionContext, type IncomingFile, type UploadDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { acceptFile } from './accept-file.ts'
import type { WithBuffer } from './buffer-pool.ts'
import { mostBytes } from './file-types.ts'
import { spool } from './spool.ts'
import { storeDocument, type FiledDocument } from './store-document.ts'
import { findUpload, readCode, refuseOver, useCode, type UploadsServices } from './uploads.links.ts'
import { loadCategories } from './uploads.pages.ts'
import { isCategory, otherCategory, uploadsOffered } from './uploads.rules.ts'

const Token = Type.String({ minLength: 1, maxLength: longestToken })
const FileInput = closed({
  link: Token,
  category: Type.String({ minLength: 1, maxLength: 200 }),
  other: Type.Optional(Type.String({ maxLength: 100 })),
})
const PhotoInput = closed({ link: Token })

interface UploadServices extends UploadsServices {
  /** Buffers in which files are scanned, re-encoded and sent to the record server. */
  withBuffer: WithBuffer
}

const common = { offered: uploadsOffered, off: offTexts.uploads, limits: { bytes: mostBytes, files: 1 } } as const

export function uploadActions(services: UploadServices): UploadDefinition[] {
  return [addFile(services), addPhoto(services)]
}

/** Uploads a file of a signed-in person. */
function addFile(services: UploadServices): UploadDefinition {
  return upload({
    ...common,
    name: 'uploads.add',
    about: 'Uploaded a document',
    guard: patientsAndGuardians,
    input: FileInput,
    codes: { '/category': { required: 'uploads.category' } },
    run: async (context, { link, category, other = '' }, file) => {
      const { appointmentId } = await findUpload(context, services, link)
      const categories = await loadCategories(services.emrOf(context.licensee))
      if (!isCategory(category, categories)) throw new Failure('uploads.category', { pointer: '/category' })
      const words = category === otherCategory ? other.trim() : ''
      if (category === otherCategory && words === '') throw new Failure('uploads.other', { pointer: '/other' })
      await takeIn(context, services, {
        name: 'uploads.add',
        file,
        appointmentId,
        category,
        other: words,
        fileName: file.fileName,
      })
      return []
    },
  })
}

/** Uploads a photo by a code. Its response contains nothing about the patient. */
function addPhoto(services: UploadServices): UploadDefinition {
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
      const { appointmentId, category } = code
      await refuseOver(emrOf(context.licensee), code, context.now())
      const use = await useCode(context, db, code)
      try {
        // Specification 1 §7: a captured photo is named after its appointment.
        await takeIn(context, services, {
          name: 'uploads.photo',
          file,
          appointmentId,
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

/** A file with its metadata; `name` is the name of its upload action. */
interface Filing extends Pick<FiledDocument, 'appointmentId' | 'category' | 'other' | 'fileName'> {
  name: string
  file: IncomingFile
}

async function takeIn(
  context: ActionContext,
  { db, emrOf, scan, withBuffer }: UploadServices,
  filing: Filing,
): Promise<void> {
  const { name, file, fileName, appointmentId, category, other } = filing
  const spooled = await spool(file.stream)
  try {
    await withBuffer(async (buffer) => {
      const sent = await spooled.readInto(buffer)
      const accepted = await acceptFile(scan, { fileName, content: sent })
      await storeDocument(emrOf(context.licensee), { ...accepted, sent, appointmentId, category, other })
    })
  } finally {
    await spooled.close()
  }
  await noteInTransaction(db, context, { event: `upload:${name}`, subject: appointmentId })
}
