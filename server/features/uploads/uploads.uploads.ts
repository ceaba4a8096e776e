import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { giveBackUse, useCapability } from '../../protocol/capability-store.ts'
import { upload, type ActionContext, type IncomingFile, type UploadDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { acceptFile } from './accept-file.ts'
import type { AtDesk } from './desks.ts'
import { mostBytes } from './file-types.ts'
import { spool } from './spool.ts'
import { storeDocument, type FiledDocument } from './store-document.ts'
import { codePlace, findUpload, readCode, refuseOver, type UploadsServices } from './uploads.links.ts'
import { loadCategories } from './uploads.pages.ts'
import { isCategory, otherCategory, uploadsOffered } from './uploads.rules.ts'

const Token = Type.String({ minLength: 1, maxLength: 120 })
const FileInput = closed({
  link: Token,
  category: Type.String({ minLength: 1, maxLength: 200 }),
  other: Type.Optional(Type.String({ maxLength: 100 })),
})
const PhotoInput = closed({ link: Token })

interface UploadServices extends UploadsServices {
  /** Where files are scanned, drawn anew and sent to the record server. */
  atDesk: AtDesk
}

const common = { offered: uploadsOffered, limits: { bytes: mostBytes, files: 1 } } as const

export function uploadActions(services: UploadServices): UploadDefinition[] {
  return [addFile(services), addPhoto(services)]
}

/** A file of a signed-in person. */
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

/** A photo of whoever has the code: nothing is ever answered about the person. */
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
      const subject = await readCode(context, db, link)
      await refuseOver(emrOf(context.licensee), subject)
      const place = codePlace(context, link)
      // Of many photos at once only as many are taken as are left.
      if (!(await useCapability(db, { ...place, at: context.now() })))
        throw new Failure('uploads.codeUsed', { status: 409 })
      try {
        // Specification 1 §7: a captured picture is called after its appointment.
        await takeIn(context, services, {
          name: 'uploads.photo',
          file,
          ...subject,
          other: '',
          fileName: `${subject.appointmentId}.png`,
        })
      } catch (error) {
        await giveBackUse(db, place)
        throw error
      }
      return []
    },
  })
}

/** A file and what is known of it; `name` is that of its upload. */
interface Filing extends Pick<FiledDocument, 'appointmentId' | 'category' | 'other' | 'fileName'> {
  name: string
  file: IncomingFile
}

async function takeIn(
  context: ActionContext,
  { db, emrOf, scan, atDesk }: UploadServices,
  filing: Filing,
): Promise<void> {
  const { name, file, fileName, appointmentId, category, other } = filing
  const spooled = await spool(file.stream)
  try {
    await atDesk(async (desk) => {
      const sent = await spooled.readInto(desk)
      const accepted = await acceptFile(scan, { fileName, content: sent })
      await storeDocument(emrOf(context.licensee), { ...accepted, sent, appointmentId, category, other })
    })
  } finally {
    await spooled.close()
  }
  await noteInTransaction(db, context, { event: `upload:${name}`, subject: appointmentId })
}
