import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { keptSignInName } from '../../identity/sign-in-name.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { adminSignInMethods, signInMethods } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { everyoneSignedIn, guardiansOfSeveral, anyone, viewers } from '../../protocol/guard.ts'
import { call } from '../../protocol/block-builders.ts'
import { accountActions } from './sign-in.actions.ts'
import type { SignInServices } from './sign-in.actions.ts'
import { adminSignInScreen, signInScreen } from './sign-in.screens.ts'
import { warnOwner } from './warn-owner.ts'

const query = closed({ next: Type.Optional(Type.String({ maxLength: 2000 })) })

/** Links of the sign-in form; each is shown only if its screen exists. */
const signInLinks = [
  { id: 'forgot-username', label: 'Forgot Username?', to: paths.forgotUsername() },
  { id: 'forgot-password', label: 'Forgot Password?', to: paths.forgotPassword() },
  { id: 'sign-up', label: 'Sign up', to: paths.signUp() },
]

const adminLinks = [{ id: 'forgot-password', label: 'Forgot password?', to: paths.adminForgotPassword() }]

/** Sign-in and sign-out of patients, guardians and administrators. */
export const signIn = feature('sign-in', (services: SignInServices) => {
  const actions = accountActions(services)
  const methods = () => services.uses(signInMethods)
  const ofAdmins = () => services.uses(adminSignInMethods)
  return {
    actions: Object.values(actions),
    jobs: [warnOwner.using(services)],
    menu: [
      ...(['account', 'acting'] as const).map((menu) => ({
        menu,
        id: 'switch',
        label: 'Switch patient',
        icon: 'people' as const,
        guard: guardiansOfSeveral,
        do: call(actions.switchPatient),
      })),
      ...[everyoneSignedIn, viewers].map((guard) => ({
        menu: 'account' as const,
        id: 'logout',
        label: 'Logout',
        icon: 'signout' as const,
        guard,
        do: call(actions.signOut),
      })),
    ],
    screens: [
      screen({
        route: paths.signIn.route,
        about: 'Sign-in of patients and guardians',
        guard: anyone,
        query,
        get actions() {
          return [actions.signIn, ...methods().flatMap((method) => method.actions)]
        },
        get rules() {
          return Object.fromEntries(methods().map(({ id, rule }) => [id, rule]))
        },
        load: async (context, { query: { next = '' } }) =>
          signInScreen({
            name: await keptSignInName(services, context, ['patient', 'guardian']),
            practice: practiceName(context),
            action: actions.signIn,
            next,
            links: signInLinks.filter(({ to }) => services.index.reachable(to)),
            more: methods().flatMap((method) => method.blocks(context, next)),
          }),
      }),
      screen({
        route: paths.adminSignIn.route,
        about: 'Sign-in of administrators',
        guard: anyone,
        query,
        get actions() {
          return [actions.adminSignIn, ...ofAdmins().flatMap((method) => method.actions)]
        },
        get rules() {
          return Object.fromEntries(ofAdmins().map(({ id, rule }) => [id, rule]))
        },
        load: async (context, { query: { next = '' } }) =>
          adminSignInScreen({
            name: await keptSignInName(services, context, ['admin']),
            practice: practiceName(context),
            action: actions.adminSignIn,
            next,
            links: adminLinks.filter(({ to }) => services.index.reachable(to)),
            more: ofAdmins().flatMap((method) => method.blocks(context, next)),
          }),
      }),
    ],
  }
})
