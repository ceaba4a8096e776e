import { unlessEmr } from '../../gateways/emr/emr.errors.ts'
import { accountById } from '../../identity/account.store.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { partOffered } from '../../practice/offered.ts'
import { ownRecordTopic } from '../../practice/record-topics.ts'
import { profilePaths } from './profile.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, region, feature, type ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patients, patientsAndGuardians } from '../../protocol/guard.ts'
import { signedIn, actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { notifyAdmin } from './notify-admin.ts'
import { profileMessages } from './profile.messages.ts'
import {
  guardianProfileScreen,
  pharmacyBlocks,
  pharmacyRegion,
  profileBlocks,
  profileRegion,
  profileScreen,
} from './profile.screens.ts'

const recordsOffered = (reads: Reads) => partOffered(reads, 'myRecords')

/** Shows the person's details and takes requests to change them (specification 2 §2.14, §4.10). */
export const profile = feature('profile', (services: Pick<Services, 'db' | 'emrOf' | 'outbox' | 'uses'>) => {
  const { db, emrOf } = services
  const notify = notifyAdmin(services)
  return {
    messages: profileMessages,
    actions: [notify],
    menu: [
      {
        menu: 'account',
        id: 'profile',
        label: 'Profile',
        icon: 'person',
        guard: patientsAndGuardians,
        do: goTo(profilePaths.profile()),
      },
    ],
    screens: [
      screen({
        route: profilePaths.profile.route,
        about: 'Profile',
        guard: patientsAndGuardians,
        actions: [notify],
        load: (context) =>
          actingPrincipal(context).kind === 'guardian'
            ? guardianProfile(context, { db })
            : profileScreen(notify, { hasPharmacy: recordsOffered(context) }),
      }),
    ],
    regions: [
      region({
        name: pharmacyRegion,
        about: 'The pharmacy of the patient, with the way to another one',
        guard: patients,
        offered: recordsOffered,
        off: { what: 'My Records' },
        load: async (context) => {
          context.dependsOn(ownRecordTopic(context, 'pharmacy'))
          return pharmacyBlocks(await emrOf(context.licensee).pharmacyOf(actingPrincipal(context).patient.id))
        },
      }),
      region({
        name: profileRegion,
        about: "The details of the patient's own record",
        guard: patients,
        load: async (context) => {
          const { id } = actingPrincipal(context).patient
          const emr = emrOf(context.licensee)
          const [patient, insurances] = await Promise.all([emr.patient(id), emr.insurancesOf(id).catch(unlessEmr)])
          if (!patient)
            throw new Failure('profile.unknown', { status: 404, params: { practice: practiceName(context) } })
          return profileBlocks(patient, insurances)
        },
      }),
    ],
  }
})

async function guardianProfile(context: Context, { db }: Pick<Services, 'db'>): Promise<ScreenBody> {
  const person = signedIn(context)
  const account = await accountById(db, person.accountId)
  return guardianProfileScreen({ ...person, birthDay: account?.birthDay ?? null })
}
