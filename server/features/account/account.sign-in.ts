import Type from 'typebox'
import { practiceName } from '../../licensees/practice-name.ts'
import { screen, type RoomPart } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { accountActions } from './account.actions.ts'
import { accountMessages } from './account.messages.ts'
import { adminSignInScreen, signInScreen } from './account.screens.ts'
import type { AccountTools } from './account-tools.ts'
import { passkeySignInActions } from './passkey-sign-in.ts'
import { passkeysOffered, relyingPartyOf } from './passkeys.rules.ts'
import { passkeyButton } from './passkeys.screens.ts'
import { routes } from '../../practice/routes.ts'

const query = Type.Object({ next: Type.Optional(Type.String({ maxLength: 2000 })) }, { additionalProperties: false })

/** Links of the sign-in form; each shows once its screen is there. */
const signInLinks = [
  { id: 'forgot-username', label: 'Forgot Username?', to: routes.forgotUsername },
  { id: 'forgot-password', label: 'Forgot Password?', to: routes.forgotPassword },
  { id: 'sign-up', label: 'Sign up', to: routes.signUp },
]

/** Signing in and out, of patients, guardians and administrators. */
export function signInPart(tools: AccountTools): RoomPart {
  const actions = accountActions(tools)
  const passkey = passkeySignInActions(tools)
  return {
    messages: accountMessages,
    actions: [...Object.values(actions), ...Object.values(passkey)],
    screens: [
      screen({
        route: routes.signIn,
        about: 'Sign-in of patients and guardians',
        guard: anyone,
        query,
        actions: [actions.signIn, actions.choose, passkey.options, passkey.signIn].map(({ name }) => name),
        rules: { passkey: passkeysOffered },
        load: (context, { query: { next = '' } }) => {
          const withPasskey = relyingPartyOf(context.visit.origin) && context.show('passkey', passkeysOffered)
          return signInScreen({
            practice: practiceName(context),
            action: actions.signIn,
            next,
            links: signInLinks.filter(({ to }) => tools.reachable(to)),
            more: withPasskey ? [passkeyButton(passkey.options, next)] : [],
          })
        },
      }),
      screen({
        route: routes.adminSignIn,
        about: 'Sign-in of administrators',
        guard: anyone,
        query,
        actions: [actions.adminSignIn.name],
        load: (context, { query: { next = '' } }) =>
          adminSignInScreen({ practice: practiceName(context), action: actions.adminSignIn, next }),
      }),
    ],
  }
}
