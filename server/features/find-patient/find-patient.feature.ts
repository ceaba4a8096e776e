import { closed } from '../../../schemas/base.ts'
import { todayAt } from '../../identity/today.ts'
import { patientPageSections, staffCards, staffShortcuts } from '../../practice/extension-points.ts'
import { resultsQuery } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { patientStaff } from '../../protocol/guard.ts'
import { pageRequestOf } from '../../protocol/paging.ts'
import type { Services } from '../../services.ts'
import { searchActions, searchTries } from './find-patient.actions.ts'
import { findPatientMessages } from './find-patient.messages.ts'
import { findPatientPaths } from './find-patient.paths.ts'
import { findPatientsScreen, quickSearch, resultBlocks, resultSizes, usualSize } from './find-patient.screens.ts'
import { keptSearch } from './kept-search.ts'
import { loadResults } from './load-results.ts'
import { ownSections, patientPage } from './patient-page.ts'

const query = closed(resultsQuery)

/** Finds a patient of the practice, and shows what its staff may know of them (specification 2 §2.15). */
export const findPatient = feature('findPatient', (services: Pick<Services, 'db' | 'emrOf' | 'cipher' | 'uses'>) => {
  const actions = searchActions(services)
  return {
    messages: findPatientMessages,
    actions: Object.values(actions),
    menu: [
      {
        menu: 'main',
        id: 'find-patients',
        label: 'Find Patients',
        icon: 'search',
        guard: patientStaff,
        do: goTo(paths.findPatients()),
      },
    ],
    extends: [
      staffCards.add({
        id: 'find-patients',
        guard: patientStaff,
        order: 10,
        title: 'Find Patients',
        text: 'Search by name, birth date, phone, email or number.',
        icon: 'search',
        to: paths.findPatients(),
      }),
      staffShortcuts.add({ guard: patientStaff, actions: [actions.byText], blocks: () => [quickSearch(actions)] }),
      ...ownSections(services).map(patientPageSections.add),
    ],
    screens: [
      screen({
        route: paths.findPatients.route,
        about: 'Search for a patient',
        guard: patientStaff,
        query,
        actions: Object.values(actions),
        load: (context, { query: { search: kept, ...pages } }) =>
          findPatientsScreen({
            actions,
            today: todayAt(context),
            search: keptSearch(context, services, kept),
            kept,
            pages: pageRequestOf(pages, resultSizes, usualSize),
          }),
      }),
      patientPage(services),
    ],
    regions: [
      region({
        name: findPatientPaths.resultsRegion.route,
        about: 'The patients who fit a search, a page of them',
        guard: patientStaff,
        query,
        tries: (context, pages) => (pageRequestOf(pages, resultSizes).page > 1 ? searchTries(context) : []),
        load: async (context, { search: kept = '', ...pages }) => {
          const search = keptSearch(context, services, kept)
          if (!search) return []
          const request = pageRequestOf(pages, resultSizes, usualSize)
          const results = await loadResults(services.emrOf(context.licensee), search, request)
          context.trace.listed = results.page.rows.map(({ id }) => id)
          return resultBlocks(results, kept)
        },
      }),
    ],
  }
})
