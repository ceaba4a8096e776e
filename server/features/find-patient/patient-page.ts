import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { patientPageSections, type PatientPageSection } from '../../practice/extension-points.ts'
import { staffPatientTopic, type OpenedPatient } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Named, type ScreenDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientStaff } from '../../protocol/guard.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { accountsOfPatient, lastSignIns } from '../../identity/patient-accounts.store.ts'
import {
  accountBlocks,
  detailsBlocks,
  guardianBlocks,
  patientScreen,
  sectionFailed,
  type ListedGuardian,
  type ShownSection,
} from './patient-page.screens.ts'

type PageServices = Pick<Services, 'db' | 'emrOf' | 'uses'>

/** The page of a patient for the staff; what it shows are sections of several features. */
export function patientPage(services: PageServices): ScreenDefinition {
  const sections = () => services.uses(patientPageSections)
  return screen({
    route: paths.patientPage.route,
    about: 'A patient, for the staff of the practice',
    guard: patientStaff,
    under: paths.findPatients.route,
    query: closed({ search: Type.Optional(Type.String({ maxLength: 1900 })) }),
    get actions(): readonly Named[] {
      return sections().flatMap(({ actions = [] }) => actions)
    },
    load: async (context, { params: { number = '' }, query: { search } }) => {
      const patient = await openPatient(services, context, number)
      const shown = await Promise.all(
        sections()
          .filter(({ guard }) => guard.admits(context.principal))
          .toSorted((one, other) => one.order - other.order)
          .map((section) => shownSection(section, context, patient)),
      )
      return patientScreen(patient, { sections: shown.flat(), search })
    },
  })
}

/**
 * Returns a patient of the practice, and notes for the audit log who it is. Throws the Failure `findPatient.unknown` if
 * neither the record server nor the portal knows the number.
 */
async function openPatient({ db, emrOf }: PageServices, context: Context, number: string): Promise<OpenedPatient> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw unknownPatient()
  context.trace.patientId = number
  const key = keyOf(context, number)
  context.dependsOn(staffPatientTopic(key))
  try {
    const record = await emrOf(context.licensee).patient(number)
    if (record) return { ...record, record }
    return await knownByAccount(db, key, { record: 'removed', orElse: unknownPatient() })
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return knownByAccount(db, key, { record: 'unavailable', orElse: error })
  }
}

async function knownByAccount(
  db: Services['db'],
  key: PatientKey,
  { record, orElse }: { record: 'removed' | 'unavailable'; orElse: Error },
): Promise<OpenedPatient> {
  const [account] = await accountsOfPatient(db, key)
  if (!account) throw orElse
  return { id: key.patientId, ...account.patient, record }
}

const unknownPatient = () => new Failure('findPatient.unknown', { status: 404 })
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

/** What the record server and the portal's own accounts say about a patient. */
export function ownSections({ db }: Pick<Services, 'db'>): PatientPageSection[] {
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
      blocks: (_context, { record }) => (typeof record === 'string' ? [] : detailsBlocks(record)),
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
