import Type from 'typebox'
import { uploadSettings } from '../../practice/upload.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { orAskToSwitch } from '../../identity/link-of-other.ts'
import { ownerIn, type LinkOwner } from '../../practice/appointment-links.ts'
import {
  recordSections,
  reminderLinks,
  uploadAddresses,
  type LinkedAppointment,
} from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { anyone, patientsAndGuardians } from '../../protocol/guard.ts'
import { chartDocuments } from './chart-documents.ts'
import { chartSection } from './chart-documents.screens.ts'
import { uploadPaths } from './uploads.paths.ts'
import { uploadToken, type UploadsServices } from './uploads.links.ts'
import { uploadsMessages } from './uploads.messages.ts'
import { loadCamera, loadChartUpload, loadCode, loadUpload } from './uploads.pages.ts'
import { chartUploadsOffered, uploadsOffer } from './uploads.rules.ts'
import { uploadActions } from './uploads.uploads.ts'

const guarded = { guard: patientsAndGuardians, ...uploadsOffer } as const

/** Documents for a visit or the chart, uploaded from a computer or, by a code, from a phone (specification 1 §2, §4, §5). */
export const uploads = feature('uploads', (services: UploadsServices) => {
  const uploadAt = (owner: LinkOwner, appointment: LinkedAppointment) =>
    uploadPaths.upload({ apptId: uploadToken(owner, services, appointment) })
  const added = uploadActions(services)
  const chart = chartDocuments(services)
  return {
    settings: Object.values(uploadSettings),
    messages: uploadsMessages,
    extends: [
      recordSections.add({ guard: patientsAndGuardians, blocks: () => [chartSection()] }),
      uploadAddresses.add(async (context, appointment) => uploadAt(ownerIn(context), appointment)),
      reminderLinks.add(async (booked) => ({ upload: uploadAt(booked, booked) })),
    ],
    uploads: Object.values(added),
    regions: [chart.latest, chart.list],
    files: [chart.file],
    screens: [
      chart.screen,
      screen({
        ...guarded,
        route: uploadPaths.upload.route,
        under: paths.appointments.route,
        about: 'Document upload',
        actions: [added.toVisit, switchPatient],
        query: closed({ card: Type.Optional(Type.String({ maxLength: 40 })) }),
        load: (context, { params: { apptId = '' }, query: { card } }) => {
          return orAskToSwitch(services, context, {
            purpose: 'upload',
            token: apptId,
            route: uploadPaths.upload.route,
            to: uploadPaths.upload({ apptId, card }),
            load: () => loadUpload(context, services, { token: apptId, card, add: added.toVisit }),
          })
        },
      }),
      screen({
        ...guarded,
        offered: chartUploadsOffered,
        route: paths.chartUpload.route,
        about: 'Document upload to the chart',
        actions: [added.toChart],
        load: (context) => loadChartUpload(context, services, added.toChart),
      }),
      screen({
        ...guarded,
        route: uploadPaths.code.route,
        about: 'Code for uploading photos by phone',
        load: (context, { params: { apptId = '', documentType = '' } }) =>
          loadCode(context, services, { token: apptId, part: documentType }),
      }),
      screen({
        route: uploadPaths.camera.route,
        about: 'Camera page',
        actions: [added.photo],
        // The code is the proof; it allows uploading photos and shows nothing.
        guard: anyone,
        ...uploadsOffer,
        load: (context, { params: { apptId = '', docType = '' } }) =>
          loadCamera(context, services, { token: apptId, part: docType, add: added.photo }),
      }),
    ],
  }
})
