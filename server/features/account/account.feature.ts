import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { screen, type Feature } from '../../ui/definitions.ts'
import { anyone } from '../../ui/guard.ts'
import { accountActions } from './account.actions.ts'
import { accountMessages } from './account.messages.ts'
import { adminSignInScreen, signInScreen } from './account.screens.ts'

const query = Type.Object({ next: Type.Optional(Type.String({ maxLength: 2000 })) }, { additionalProperties: false })

/** Links of the sign-in form; each shows once its screen is there. */
const signInLinks = [
  { id: 'forgot-username', label: 'Forgot Username?', to: '/user/forgotusername' },
  { id: 'forgot-password', label: 'Forgot Password?', to: '/user/forgotpassword' },
  { id: 'sign-up', label: 'Sign up', to: '/user/signup' },
]

/** Signing in and out, of patients and of administrators. */
export function accountFeature({ db, reachable }: { db: Db; reachable: (route: string) => boolean }): Feature {
  const actions = accountActions({ db })
  return {
    name: 'account',
    messages: accountMessages,
    actions: Object.values(actions),
    regions: [],
    screens: [
      screen({
        route: '/user/login',
        about: 'Sign-in of patients and guardians',
        guard: anyone,
        query,
        actions: ['account.signIn'],
        load: (context, { query: { next = '' } }) =>
          signInScreen({
            practice: practiceName(context),
            action: actions.signIn,
            next,
            links: signInLinks.filter(({ to }) => reachable(to)),
          }),
      }),
      screen({
        route: '/admin',
        about: 'Sign-in of administrators',
        guard: anyone,
        query,
        actions: ['account.adminSignIn'],
        load: (context, { query: { next = '' } }) =>
          adminSignInScreen({ practice: practiceName(context), action: actions.adminSignIn, next }),
      }),
    ],
  }
}
