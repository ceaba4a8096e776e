import { region, screen, type RoomPart } from '../../protocol/definitions.ts'
import { patients } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { guardiansOf } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { addGuardianAction, removeGuardianAction } from './guardians.actions.ts'
import { guardiansMessages } from './guardians.messages.ts'
import { guardiansAreInvited } from './guardians.rules.ts'
import { guardiansRegion, guardiansScreen, guardianTable } from './guardians.screens.ts'
import { invitationsOf } from './invitation.store.ts'
import { invitationTables } from './invitations.screens.ts'
import { inviteAction, sendAgainAction, withdrawAction } from './inviting.ts'
import { todayAt } from './today.ts'
import { routes } from '../../practice/routes.ts'

/** Account Authorization: the people who may act for a patient (specification 2 §2.14). */
export function guardiansPart(tools: AccountTools): RoomPart {
  const { db } = tools
  const add = addGuardianAction(tools)
  const invite = inviteAction(tools)
  const others = [removeGuardianAction(tools), withdrawAction(tools), sendAgainAction(tools)]
  return {
    messages: guardiansMessages,
    actions: [add, invite, ...others],
    screens: [
      screen({
        route: routes.guardians,
        about: 'Account Authorization',
        guard: patients,
        rules: { 'invite-guardian': guardiansAreInvited },
        actions: [add, invite, ...others].map(({ name }) => name),
        load: (context) => {
          const isInvited = context.show('invite-guardian', guardiansAreInvited)
          return guardiansScreen({ action: isInvited ? invite : add, isInvited, today: todayAt(context) })
        },
      }),
    ],
    regions: [
      region({
        name: guardiansRegion,
        about: 'The people who may use the account, and those who are invited to',
        guard: patients,
        load: async (context) => {
          const person = actingPrincipal(context)
          const whose = { licenseeId: context.licensee.id, patientId: person.patient.id }
          context.dependsOn(personTopic(person, 'guardians'))
          const common = { now: context.now(), timeZone: context.licensee.timeZone }
          const [guardians, invitations] = await Promise.all([guardiansOf(db, whose), invitationsOf(db, whose)])
          return [guardianTable({ guardians, ...common }), ...invitationTables({ invitations, ...common })]
        },
      }),
    ],
  }
}
