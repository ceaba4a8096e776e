import { closed } from '../../../schemas/base.ts'
import { openPatient } from '../../identity/open-patient.ts'
import { patientPageSections } from '../../practice/extension-points.ts'
import { patientListQuery, fromPatientList } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { patientStaff, recordsStaff } from '../../protocol/guard.ts'
import { pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { loadActivity, loadMessages, loadTries, type HistoryServices } from './load-history.ts'
import { patientHistoryPaths } from './patient-history.paths.ts'
import { activityBlocks, activityScreen, messageBlocks, tryBlocks } from './patient-history.screens.ts'

const sizes = [20, 50, 100] as const
/** How many accesses stand on the page of the patient. */
const latest = { page: 1, size: 5 } as const

/** What was sent to a patient, tried and done: sections of the patient's page (specification 2 §2.15). */
export const patientHistory = feature('patientHistory', (services: HistoryServices) => ({
  extends: [
    patientPageSections.add({
      id: 'messages-section',
      title: 'Emails and texts',
      guard: patientStaff,
      order: 40,
      blocks: async (context, patient) =>
        messageBlocks(await loadMessages(context, services, patient), context.licensee.timeZone),
    }),
    patientPageSections.add({
      id: 'tries-section',
      title: 'Tries that failed',
      guard: patientStaff,
      order: 42,
      blocks: async (context, patient) => {
        const tries = await loadTries(context, services, patient)
        return tries.length === 0 ? [] : tryBlocks(tries, context.licensee.timeZone)
      },
    }),
    patientPageSections.add({
      id: 'activity-section',
      title: 'Activity',
      guard: recordsStaff,
      order: 50,
      blocks: async (context, patient) => {
        const { rows, total } = await loadActivity(context, services, { patientId: patient.id, request: latest })
        return activityBlocks({ patient, rows, total, timeZone: context.licensee.timeZone })
      },
    }),
  ],
  screens: [
    screen({
      route: patientHistoryPaths.activity.route,
      about: 'Activity of the patient',
      guard: recordsStaff,
      under: paths.findPatients.route,
      query: closed({ ...pageParameters, ...patientListQuery }),
      load: async (context, { params: { number = '' }, query }) => {
        const patient = { ...(await openPatient(services, context, number)), cameBy: fromPatientList(query) }
        const request = pageRequestOf(query, sizes)
        const { rows, total, page } = await loadActivity(context, services, { patientId: number, request })
        return activityScreen({
          patient,
          rows,
          total,
          request: { ...request, page },
          timeZone: context.licensee.timeZone,
        })
      },
    }),
  ],
}))
