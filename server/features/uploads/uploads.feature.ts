import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import type { Scan } from '../../gateways/scan/scan.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Feature } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import type { LinkTokens } from '../../protocol/link-tokens.ts'
import { openDesks } from './desks.ts'
import { mostBytes } from './file-types.ts'
import { linkToUpload } from './uploads.links.ts'
import { uploadsMessages } from './uploads.messages.ts'
import { loadCamera, loadCode, loadUpload } from './uploads.pages.ts'
import { uploadsOffered } from './uploads.rules.ts'
import { uploadDoors } from './uploads.uploads.ts'

export interface UploadsOptions {
  db: Db
  emrOf: (licensee: Licensee) => Emr
  tokens: LinkTokens
  scan: Scan
}

export interface UploadsRoom {
  feature: Feature
  /** Where documents for an appointment of the person's patient are uploaded. */
  addressOf: (context: Context, appointment: Appointment) => Promise<string>
}

/** A picture takes several times its size while it is drawn anew. */
const filesAtOnce = 2
const guarded = { guard: patientsAndGuardians, offered: uploadsOffered } as const

/** Documents for a visit, from a computer or by a code from a phone (specification 1 §2, §4, §5). */
export function openUploads(options: UploadsOptions): UploadsRoom {
  return {
    feature: uploadsFeature(options),
    addressOf: (context, appointment) => linkToUpload(context, options, appointment),
  }
}

function uploadsFeature(options: UploadsOptions): Feature {
  return {
    name: 'uploads',
    messages: uploadsMessages,
    actions: [],
    regions: [],
    uploads: uploadDoors({ ...options, atDesk: openDesks({ count: filesAtOnce, bytes: mostBytes }) }),
    screens: [
      screen({
        ...guarded,
        route: '/user/fileupload/:apptId',
        about: 'Document upload',
        query: Type.Object({ card: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: false }),
        load: (context, { params: { apptId = '' }, query: { card } }) =>
          loadUpload(context, options, { token: apptId, card }),
      }),
      screen({
        ...guarded,
        route: '/user/fileupload/qrcode/:apptId/:documentType',
        about: 'Code for uploading photos by phone',
        load: (context, { params: { apptId = '', documentType = '' } }) =>
          loadCode(context, options, { token: apptId, part: documentType }),
      }),
      screen({
        route: '/user/fileupload/camera/:apptId/:docType',
        about: 'Camera page',
        // The code is the key; it takes photos and shows nothing.
        guard: anyone,
        offered: uploadsOffered,
        load: (context, { params: { apptId = '', docType = '' } }) =>
          loadCamera(context, options, { token: apptId, part: docType }),
      }),
    ],
  }
}
