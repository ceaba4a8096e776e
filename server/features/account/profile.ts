import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, type RoomPart, type ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patients, patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal, signedIn } from '../../protocol/principal.ts'
import { accountById } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { notifyAdmin } from './notify-admin.ts'
import { profileMessages } from './profile.messages.ts'
import { guardianProfileScreen, profileBlocks, profileRegion, profileScreen } from './profile.screens.ts'
import { routes } from '../../practice/routes.ts'

/** The own details, and a request to change them (specification 2 §2.14, §4.10). */
export function profilePart(tools: AccountTools): RoomPart {
  const { db, emrOf } = tools
  const notify = notifyAdmin(tools)
  return {
    messages: profileMessages,
    actions: [notify],
    screens: [
      screen({
        route: routes.profile,
        about: 'Profile',
        guard: patientsAndGuardians,
        actions: [notify.name],
        load: (context) =>
          signedIn(context).kind === 'patient' ? profileScreen(notify) : guardianProfile(context, { db }),
      }),
    ],
    regions: [
      region({
        name: profileRegion,
        about: "The details of the patient's own record",
        guard: patients,
        load: async (context) => {
          const { id } = actingPrincipal(context).patient
          const emr = emrOf(context.licensee)
          const [patient, insurances] = await Promise.all([emr.patient(id), emr.insurancesOf(id)])
          if (!patient)
            throw new Failure('profile.unknown', { status: 404, params: { practice: practiceName(context) } })
          return profileBlocks(patient, insurances)
        },
      }),
    ],
  }
}

async function guardianProfile(context: Context, { db }: Pick<AccountTools, 'db'>): Promise<ScreenBody> {
  const person = signedIn(context)
  const account = await accountById(db, person.accountId)
  return guardianProfileScreen({ ...person, birthDay: account?.birthDay ?? null })
}
