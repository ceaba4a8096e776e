import Type from 'typebox'
import { guardianSettings } from './guardians.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { guardiansOf } from '../../identity/account.store.ts'
import { passwordWords } from '../../identity/password-words.ts'
import { todayAt } from '../../identity/today.ts'
import { guardianPaths } from './guardians.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { region, screen, feature } from '../../protocol/definitions.ts'
import { frontOffice, patients } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { acceptAction, ChosenPassword, joinAction, OwnPassword } from './accepting.ts'
import { addGuardianAction, removeGuardianAction } from './guardians.actions.ts'
import { guardiansMessages } from './guardians.messages.ts'
import { patientsMayChoosePassword } from './guardians.rules.ts'
import { guardiansRegion, guardiansScreen, guardianTable } from './guardians.screens.ts'
import { forgetInvitations } from './forget-invitations.ts'
import { invitationsOf, withdrawInvitations } from './invitation.store.ts'
import { patientDisabled, patientPageSections } from '../../practice/extension-points.ts'
import { invitationsMessages } from './invitations.messages.ts'
import { invitationTables } from './invitations.screens.ts'
import { invitationLink } from './invitations.ts'
import { inviteAction, sendAgainAction, staffSendAgainAction, withdrawAction } from './inviting.ts'

type GuardiansServices = AccountServices & Pick<Services, 'now'>

/** Account Authorization: the people who may act for a patient (specification 2 §2.14). */
export const guardians = feature('guardians', (services: GuardiansServices) => {
  const { db } = services
  const add = addGuardianAction(services)
  const invite = inviteAction(services)
  const invitation = { accept: acceptAction(services), join: joinAction(services) }
  const remove = removeGuardianAction(services)
  const ofInvitations = { withdraw: withdrawAction(services), sendAgain: sendAgainAction(services) }
  const staffSendAgain = staffSendAgainAction(services)
  return {
    settings: Object.values(guardianSettings),
    messages: { ...guardiansMessages, ...invitationsMessages },
    actions: [add, invite, remove, staffSendAgain, ...Object.values(ofInvitations), ...Object.values(invitation)],
    forms: () => [ChosenPassword, OwnPassword],
    menu: [
      {
        menu: 'account',
        id: 'access',
        label: 'Account Access',
        icon: 'people',
        guard: patients,
        do: goTo(guardianPaths.register()),
      },
    ],
    extends: [
      patientDisabled.add(withdrawInvitations),
      patientPageSections.add({
        id: 'invitations',
        title: 'Invitations',
        guard: frontOffice,
        order: 31,
        actions: [staffSendAgain],
        blocks: async (context, { id }) =>
          invitationTables({
            invitations: await invitationsOf(db, { licenseeId: context.licensee.id, patientId: id }),
            input: { patient: id },
            actions: { sendAgain: staffSendAgain },
            now: context.now(),
            timeZone: context.licensee.timeZone,
          }),
      }),
    ],
    jobs: [forgetInvitations.using(services)],
    screens: [
      invitationLink(services, invitation),
      screen({
        route: guardianPaths.register.route,
        about: 'Account Authorization',
        guard: patients,
        rules: { 'add-guardian': patientsMayChoosePassword },
        query: closed({ way: Type.Optional(Type.Literal('password')) }),
        actions: [add, invite],
        load: (context, { query }) => {
          const bothWays = context.show('add-guardian', patientsMayChoosePassword)
          const way = bothWays ? (query.way ?? 'invitation') : 'invitation'
          const words = passwordWords(context, {})
          return guardiansScreen({ way, bothWays, invite, add, words, today: todayAt(context) })
        },
      }),
    ],
    regions: [
      region({
        name: guardiansRegion,
        actions: [remove, ...Object.values(ofInvitations)],
        about: 'The people who may use the account, and those who are invited to',
        guard: patients,
        load: async (context) => {
          const person = actingPrincipal(context)
          const whose = { licenseeId: context.licensee.id, patientId: person.patient.id }
          context.dependsOn(personTopic(person, 'guardians'))
          const common = { now: context.now(), timeZone: context.licensee.timeZone }
          const [guardians, invitations] = await Promise.all([guardiansOf(db, whose), invitationsOf(db, whose)])
          return [
            guardianTable({ guardians, remove, ...common }),
            ...invitationTables({ invitations, actions: ofInvitations, ...common }),
          ]
        },
      }),
    ],
  }
})
