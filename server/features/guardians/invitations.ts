import type { AccountServices } from '../../identity/account-services.ts'
import { passwordWords } from '../../identity/password-words.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { screen, type ActionDefinition, type ScreenDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { invitedAccount, openInvitation } from './accepting.ts'
import { guardianPaths } from './guardians.paths.ts'
import { invitationOverScreen, invitationScreen } from './invitations.screens.ts'

/** The screen that the link of an invitation opens. */
export function invitationLink(
  services: AccountServices,
  actions: Record<'accept' | 'join', ActionDefinition>,
): ScreenDefinition {
  return screen({
    route: guardianPaths.invitation.route,
    about: 'An invitation to use the account of a patient',
    guard: anyone, // the link is the proof
    actions: [actions.accept, actions.join],
    load: async (context, { params: { token = '' } }) => {
      const invitation = await openInvitation(services, context, token).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
        const place = { route: guardianPaths.invitation.route, topics: [] }
        throw new Failure('invitation.over', { status: 404, screen: invitationOverScreen(), place })
      })
      return invitationScreen({
        ...actions,
        token,
        practice: practiceName(context),
        words: passwordWords(context, {}),
        inviter: invitation.patientFirstName,
        hasAccount: (await invitedAccount(services, invitation)) !== undefined,
      })
    },
  })
}
