import { paths } from '../practice/paths.ts'
import { adminsThemselves, patientsAndGuardiansThemselves } from '../protocol/guard.ts'
import type { Principal } from '../protocol/principal.ts'

/**
 * The account page of each kind of account, the entry of the menu above it, and where its people sign in. The screens of
 * the password and of the second factor are below its route.
 */
export const accountHomes = [
  {
    of: 'people',
    guard: patientsAndGuardiansThemselves,
    root: paths.settings(),
    title: 'Account settings',
    under: paths.settings.route,
    signIn: paths.signIn(),
  },
  {
    of: 'admins',
    guard: adminsThemselves,
    root: paths.adminAccount(),
    title: 'Your account',
    under: paths.adminDashboard.route,
    signIn: paths.adminSignIn(),
  },
] as const
export type AccountHome = (typeof accountHomes)[number]

export function homeOf({ kind }: Pick<Principal, 'kind'>): AccountHome {
  return accountHomes[kind === 'admin' ? 1 : 0]
}
