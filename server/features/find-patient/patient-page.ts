import { closed } from '../../../schemas/base.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import {
  patientPageFacts,
  patientPageNotices,
  patientPageSections,
  type PatientPageFact,
  type PatientPageSection,
} from '../../practice/extension-points.ts'
import { patientPageQuery, type OpenedPatient } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { openPatient } from '../../identity/open-patient.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Named, type ScreenDefinition } from '../../protocol/definitions.ts'
import { patientStaff } from '../../protocol/guard.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { lastSignIns } from '../../identity/last-sign-ins.store.ts'
import { accountsOfPatient } from '../../identity/patient-accounts.store.ts'
import {
  accountBlocks,
  detailsBlocks,
  guardianBlocks,
  patientScreen,
  sectionFailed,
  type ListedGuardian,
  type ShownFact,
  type ShownSection,
} from './patient-page.screens.ts'

type PageServices = Pick<Services, 'db' | 'emrOf' | 'uses'>

/** The page of a patient for the staff; what it shows are sections of several features. */
export function patientPage(services: PageServices): ScreenDefinition {
  const sections = () => services.uses(patientPageSections)
  return screen({
    route: paths.patientPage.route,
    about: 'Page of the patient',
    guard: patientStaff,
    under: paths.findPatients.route,
    query: closed(patientPageQuery),
    get actions(): readonly Named[] {
      return sections().flatMap(({ actions = [] }) => actions)
    },
    load: async (context, { params: { number = '' }, query: cameBy }) => {
      const patient: OpenedPatient = { ...(await openPatient(services, context, number)), cameBy }
      const shown = await Promise.all(
        sections()
          .filter(({ guard }) => guard.admits(context.principal))
          .toSorted((one, other) => one.order - other.order)
          .map((section) => shownSection(section, context, patient)),
      )
      const notices = await Promise.all(
        services
          .uses(patientPageNotices)
          .filter(({ guard }) => guard.admits(context.principal))
          .map((notice) => notice.blocks(context, patient)),
      )
      return patientScreen(patient, { notices: notices.flat(), sections: shown.flat() })
    },
  })
}

const keyOf = ({ licensee }: Context, patientId: string): PatientKey => ({ licenseeId: licensee.id, patientId })

/** Nothing of a section that has nothing to show. A section whose data cannot be read says so, and the others stay. */
async function shownSection(
  { id, title, blocks }: PatientPageSection,
  context: Context,
  patient: OpenedPatient,
): Promise<ShownSection[]> {
  try {
    const shown = await blocks(context, patient)
    return shown.length === 0 ? [] : [{ id, title, blocks: shown }]
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return [{ id, title, blocks: sectionFailed(id) }]
  }
}

/** A fact that cannot be read says so, and the others stay. */
async function shownFact(
  { id, name, value }: PatientPageFact,
  context: Context,
  patient: OpenedPatient,
): Promise<ShownFact[]> {
  try {
    const words = await value(context, patient)
    return words === undefined ? [] : [{ id, name, value: words }]
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return [{ id, name, value: 'Cannot be shown now. Reload in a moment.' }]
  }
}

/** What the record server and the portal's own accounts say about a patient. */
export function ownSections({ db, uses }: Pick<Services, 'db' | 'uses'>): PatientPageSection[] {
  const accountsOf = async (context: Context, { id }: OpenedPatient): Promise<ListedGuardian[]> => {
    const key = keyOf(context, id)
    const [accounts, signedInAt] = await Promise.all([accountsOfPatient(db, key), lastSignIns(db, key)])
    return accounts.map((each) => ({ ...each, lastSignIn: signedInAt.get(each.accountId) }))
  }
  const momentOf = (context: Context) => ({ now: context.now(), timeZone: context.licensee.timeZone })
  return [
    {
      id: 'details',
      title: 'Details',
      guard: patientStaff,
      order: 10,
      blocks: async (context, patient) => {
        if (typeof patient.record === 'string') return []
        const facts = uses(patientPageFacts)
          .filter(({ guard }) => guard.admits(context.principal))
          .toSorted((one, other) => one.order - other.order)
          .map((fact) => shownFact(fact, context, patient))
        return detailsBlocks(patient.record, (await Promise.all(facts)).flat())
      },
    },
    {
      id: 'account',
      title: 'Portal account',
      guard: patientStaff,
      order: 20,
      blocks: async (context, patient) => {
        const own = (await accountsOf(context, patient)).find(({ relation }) => relation === 'self')
        return accountBlocks(own, momentOf(context))
      },
    },
    {
      id: 'guardians',
      title: 'Guardians',
      guard: patientStaff,
      order: 30,
      blocks: async (context, patient) => {
        const guardians = (await accountsOf(context, patient)).filter(({ relation }) => relation !== 'self')
        return guardianBlocks(guardians, momentOf(context))
      },
    },
  ]
}
