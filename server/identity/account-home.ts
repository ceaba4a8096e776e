import { routes } from '../practice/routes.ts'
import { admins, patientsAndGuardians } from '../protocol/guard.ts'
import type { Principal } from '../protocol/principal.ts'

/**
 * The account page of each kind of account, the entry of the menu above it, and where its people sign in. The screens of
 * the password and of the second factor are below its route.
 */
export const accountHomes = [
  {
    guard: patientsAndGuardians,
    root: routes.settings,
    title: 'Account settings',
    under: routes.settings,
    signIn: routes.signIn,
  },
  {
    guard: admins,
    root: routes.adminAccount,
    title: 'Your account',
    under: routes.adminDashboard,
    signIn: routes.adminSignIn,
  },
] as const
export type AccountHome = (typeof accountHomes)[number]

export function homeOf({ kind }: Pick<Principal, 'kind'>): AccountHome {
  return accountHomes[kind === 'admin' ? 1 : 0]
}
