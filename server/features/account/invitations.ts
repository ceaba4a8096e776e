import { practiceName } from '../../licensees/practice-name.ts'
import { screen, type ActionDefinition, type RoomPart, type ScreenDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { acceptAction, ChosenPassword, invitedAccount, joinAction, openInvitation, OwnPassword } from './accepting.ts'
import type { AccountTools } from './account-tools.ts'
import { invitationsMessages } from './invitations.messages.ts'
import { invitationOverScreen, invitationRoute, invitationScreen } from './invitations.screens.ts'

/** What the link of an invitation opens. */
export function invitationsPart(tools: AccountTools): RoomPart {
  const accept = acceptAction(tools)
  const join = joinAction(tools)
  return {
    messages: invitationsMessages,
    actions: [accept, join],
    forms: [ChosenPassword, OwnPassword],
    screens: [invitationLink(tools, { accept, join })],
  }
}

function invitationLink(tools: AccountTools, actions: Record<'accept' | 'join', ActionDefinition>): ScreenDefinition {
  return screen({
    route: invitationRoute,
    about: 'An invitation to use the account of a patient',
    guard: anyone, // the link is the proof
    actions: [actions.accept.name, actions.join.name],
    load: async (context, { params: { token = '' } }) => {
      const invitation = await openInvitation(tools, context, token).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
        const place = { route: invitationRoute, topics: [] }
        throw new Failure('invitation.over', { status: 404, screen: invitationOverScreen(), place })
      })
      return invitationScreen({
        ...actions,
        token,
        practice: practiceName(context),
        inviter: invitation.patientFirstName,
        hasAccount: (await invitedAccount(tools, invitation)) !== undefined,
      })
    },
  })
}
