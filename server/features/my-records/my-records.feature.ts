import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { messageSubjects, recordParts, recordSections } from '../../practice/extension-points.ts'
import { firstNameOfOther } from '../../practice/for-whom.ts'
import { partOffered, writingOffered } from '../../practice/offered.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { paths } from '../../practice/paths.ts'
import { ownRecordTopic } from '../../practice/record-topics.ts'
import { myRecordPaths } from './my-records.paths.ts'
import { goTo, phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { cutPage, pageParameters, pageParametersOf, pageQueryOf, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { choosePharmacy, findPharmacy } from './choose-pharmacy.ts'
import { loadPharmacies } from './load-pharmacies.ts'
import { myRecordsMessages } from './my-records.messages.ts'
import {
  medicationBlocks,
  medicationList,
  listSizes,
  medicationsRegion,
  myRecordsScreen,
  pharmacyBlocks,
  pharmacyRegion,
  refillOf,
  refillText,
  stopOf,
} from './my-records.screens.ts'
import { allergiesPart, conditionsPart, medicationsPart } from './record-parts.ts'
import { searchOf, searchParameters } from './pharmacy-search.ts'
import { resultBlocks, resultSizes, pharmaciesScreen, pharmacySearchScreen } from './pharmacy.screens.ts'
import { visitRecordsPart } from './visits-part.ts'
import { visitRecords } from './visit-records.ts'
import { visitList, visitRecordBlocks, visitsRegion } from './visit-records.screens.ts'

const offered = (reads: Reads) => partOffered(reads, 'myRecords')
const guarded = { guard: patientsAndGuardians, offered, off: { what: 'My Records' } } as const
const searchQuery = closed({ ...searchParameters, ...pageParameters })
const part = { id: 'myRecords', label: 'My Records', icon: 'folder', ...guarded } as const
const tileText = 'See your medications and visit records, and choose your pharmacy.'

/** Medications, the pharmacy and the visit records of the patient (specification 2 §2.9). */
export const myRecords = feature('myRecords', ({ emrOf, uses }: Pick<Services, 'emrOf' | 'uses'>) => {
  const find = findPharmacy(guarded)
  const choose = choosePharmacy({ emrOf }, guarded)
  const visits = visitRecords({ emrOf }, guarded)
  const subjectOf = async (context: Context, id: string, lead: string) => {
    if (!offered(context)) return undefined
    const all = await emrOf(context.licensee).medications(actingPrincipal(context).patient.id)
    const medication = all.find((each) => each.id === id)
    if (!medication) return undefined
    // A subject has one line.
    const label = `${medication.name} ${medication.strength}`.replace(/\s+/gu, ' ').trim()
    return { label, subject: `${lead}: ${label}`.slice(0, 200) }
  }
  return {
    messages: myRecordsMessages,
    extends: [
      recordParts.add(medicationsPart),
      recordParts.add(allergiesPart),
      recordParts.add(conditionsPart),
      recordParts.add(visitRecordsPart),
      messageSubjects.add({
        kind: refillOf,
        load: async (context, id) => {
          const about = await subjectOf(context, id, 'Refill request')
          if (!about) return undefined
          const { patient } = actingPrincipal(context)
          // Without it, a refill can be requested all the same.
          const pharmacy = await emrOf(context.licensee)
            .pharmacyOf(patient.id)
            .catch(() => undefined)
          return { ...about, to: 'Refill Requests', text: refillText(about.label, pharmacy) }
        },
      }),
      messageSubjects.add({
        kind: stopOf,
        refersTo: refillOf,
        load: async (context, id) => {
          const about = await subjectOf(context, id, 'No longer taking')
          return about && { ...about, text: `I no longer take ${about.label}.` }
        },
      }),
    ],
    actions: [find, choose, visits.open],
    files: visits.files,
    menu: [{ menu: 'main', ...part, do: goTo(paths.myRecords()) }],
    cards: [{ kind: 'tile', ...part, text: tileText, to: paths.myRecords() }],
    landingTiles: [{ ...part, text: tileText, to: paths.myRecords() }],
    screens: [
      screen({
        ...guarded,
        route: paths.myRecords.route,
        about: 'My Records',
        query: closed({ ...pageParametersOf(medicationList), ...pageParametersOf(visitList) }),
        load: ({ principal }, { query }) =>
          myRecordsScreen({
            medications: pageRequestOf(pageQueryOf(query, medicationList), listSizes),
            visits: pageRequestOf(pageQueryOf(query, visitList), listSizes),
            further: uses(recordSections)
              .filter(({ guard }) => guard.admits(principal))
              .flatMap(({ blocks }) => blocks()),
          }),
      }),
      screen({
        ...guarded,
        route: paths.pharmacySearch.route,
        about: 'Find Pharmacy',
        query: closed({ ...searchQuery.properties, change: Type.Optional(Type.Literal('yes')) }),
        actions: [find],
        load: (_context, { query: { page, size, change, ...query } }) => {
          const search = searchOf(query)
          if (!search || change) return pharmacySearchScreen(find, search)
          return pharmaciesScreen(search, pageRequestOf({ page, size }, resultSizes))
        },
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: pharmacyRegion,
        about: 'The pharmacy of the patient',
        load: async (context) => {
          context.dependsOn(ownRecordTopic(context, 'pharmacy'))
          return pharmacyBlocks(await emrOf(context.licensee).pharmacyOf(actingPrincipal(context).patient.id))
        },
      }),
      region({
        ...guarded,
        name: medicationsRegion,
        about: 'The medications of the patient, a page of them',
        query: closed(pageParameters),
        load: async (context, query) => {
          context.dependsOn(ownRecordTopic(context, 'medications'))
          const all = await emrOf(context.licensee).medications(actingPrincipal(context).patient.id)
          const page = cutPage(all, pageRequestOf(query, listSizes))
          return medicationBlocks(page, {
            canWrite: writingOffered(context),
            office: phone(context.setting(practiceSettings.Practice_Phone)),
          })
        },
      }),
      region({
        ...guarded,
        name: visitsRegion,
        actions: [visits.open],
        about: 'The visit records of the patient, a page of them',
        query: closed(pageParameters),
        load: async (context, query) => {
          context.dependsOn(ownRecordTopic(context, 'visitRecords'))
          const all = await emrOf(context.licensee).visitRecords(actingPrincipal(context).patient.id)
          return visitRecordBlocks(cutPage(all, pageRequestOf(query, listSizes)), visits.open)
        },
      }),
      region({
        ...guarded,
        name: myRecordPaths.pharmaciesRegion.route,
        actions: [choose],
        about: 'The pharmacies that a search finds, a page of them',
        query: searchQuery,
        load: async (context, { page, size, ...query }) => {
          context.dependsOn(ownRecordTopic(context, 'pharmacy'))
          const search = searchOf(query) ?? {}
          const { pharmacies, ...loaded } = await loadPharmacies(context, { emrOf }, search)
          return resultBlocks({
            page: cutPage(pharmacies, pageRequestOf({ page, size }, resultSizes)),
            ...loaded,
            search,
            choose,
            firstName: firstNameOfOther(context.principal),
          })
        },
      }),
    ],
  }
})
