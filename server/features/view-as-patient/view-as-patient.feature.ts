import { adminNames } from '../../identity/account.store.ts'
import { patientPageSections } from '../../practice/extension-points.ts'
import { call } from '../../protocol/block-builders.ts'
import { feature } from '../../protocol/definitions.ts'
import { recordsStaff, viewers } from '../../protocol/guard.ts'
import { latestViews } from './account-views.store.ts'
import { isClosed, viewActions, type ViewServices } from './view-as-patient.actions.ts'
import { viewAsPatientMessages } from './view-as-patient.messages.ts'
import { mostViews, openBlocks, viewsBlocks } from './view-as-patient.screens.ts'

/**
 * Opens the account of a patient for the staff: a marked view with a reason that changes nothing (specification 2 §2.15;
 * security.md). What it may not do is refused where all actions are admitted (protocol/admit.ts).
 */
export const viewAsPatient = feature('viewAsPatient', (services: ViewServices) => {
  const { begin, end } = viewActions(services)
  return {
    messages: viewAsPatientMessages,
    actions: [begin, end],
    menu: [{ menu: 'acting', id: 'end-view', label: 'End view', icon: 'signout', guard: viewers, do: call(end) }],
    extends: [
      patientPageSections.add({
        id: 'open-account-section',
        title: 'Open the account',
        guard: recordsStaff,
        order: 26,
        actions: [begin],
        blocks: async ({ licensee }, patient) => {
          const key = { licenseeId: licensee.id, patientId: patient.id }
          return (await isClosed(services.db, key)) ? [] : openBlocks(patient, begin)
        },
      }),
      patientPageSections.add({
        id: 'views-section',
        title: 'Opened by the office',
        guard: recordsStaff,
        order: 45,
        blocks: async ({ licensee }, { id: patientId }) => {
          const licenseeId = licensee.id
          const views = await latestViews(services.db, { licenseeId, patientId, most: mostViews })
          if (views.length === 0) return []
          const names = await adminNames(services.db, { licenseeId })
          return viewsBlocks(
            views.map(({ viewedBy, ...view }) => ({ ...view, who: names.get(viewedBy) ?? viewedBy })),
            licensee.timeZone,
          )
        },
      }),
    ],
  }
})
