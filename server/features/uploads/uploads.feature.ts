import Type from 'typebox'
import { uploadSettings } from '../../practice/upload.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { ownerIn } from '../../practice/appointment-links.ts'
import { reminderLinks, uploadAddresses } from '../../practice/extension-points.ts'
import { routes } from '../../practice/routes.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { createBufferPool } from './buffer-pool.ts'
import { mostBytes } from './file-types.ts'
import { linkToUpload, type UploadsServices } from './uploads.links.ts'
import { uploadsMessages } from './uploads.messages.ts'
import { loadCamera, loadChartUpload, loadCode, loadUpload } from './uploads.pages.ts'
import { chartUploadsOffered, uploadsOffer } from './uploads.rules.ts'
import { uploadActions } from './uploads.uploads.ts'

/** Limits parallel files, because an image takes several times its size while it is re-encoded. */
const filesAtOnce = 2
const guarded = { guard: patientsAndGuardians, ...uploadsOffer } as const

/** Documents for a visit or the chart, uploaded from a computer or, by a code, from a phone (specification 1 §2, §4, §5). */
export const uploads = feature('uploads', (services: UploadsServices) => {
  return {
    settings: Object.values(uploadSettings),
    messages: uploadsMessages,
    extends: [
      uploadAddresses.add(async (context, appointment) => linkToUpload(ownerIn(context), services, appointment)),
      reminderLinks.add(async (booked) => ({ upload: linkToUpload(booked, services, booked) })),
    ],
    uploads: uploadActions({ ...services, withBuffer: createBufferPool({ count: filesAtOnce, bytes: mostBytes }) }),
    screens: [
      screen({
        ...guarded,
        route: '/user/fileupload/:apptId',
        under: routes.appointments,
        about: 'Document upload',
        query: closed({ card: Type.Optional(Type.String({ maxLength: 40 })) }),
        load: (context, { params: { apptId = '' }, query: { card } }) =>
          loadUpload(context, services, { token: apptId, card }),
      }),
      screen({
        ...guarded,
        offered: chartUploadsOffered,
        route: routes.chartUpload,
        about: 'Document upload to the chart',
        load: (context) => loadChartUpload(context, services),
      }),
      screen({
        ...guarded,
        route: '/user/fileupload/qrcode/:apptId/:documentType',
        about: 'Code for uploading photos by phone',
        load: (context, { params: { apptId = '', documentType = '' } }) =>
          loadCode(context, services, { token: apptId, part: documentType }),
      }),
      screen({
        route: '/user/fileupload/camera/:apptId/:docType',
        about: 'Camera page',
        // The code is the proof; it allows uploading photos and shows nothing.
        guard: anyone,
        ...uploadsOffer,
        load: (context, { params: { apptId = '', docType = '' } }) =>
          loadCamera(context, services, { token: apptId, part: docType }),
      }),
    ],
  }
})
