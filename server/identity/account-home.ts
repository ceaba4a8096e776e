import { routes } from '../practice/routes.ts'
import { admins, patientsAndGuardians } from '../protocol/guard.ts'
import type { Principal } from '../protocol/principal.ts'

/** The account page of each kind of account; the screens of the second factor are below its route. */
export const accountHomes = [
  { guard: patientsAndGuardians, root: routes.settings, label: 'Settings' },
  { guard: admins, root: routes.adminAccount, label: 'Your account' },
] as const
export type AccountHome = (typeof accountHomes)[number]

export function homeOf({ kind }: Pick<Principal, 'kind'>): AccountHome {
  return accountHomes[kind === 'admin' ? 1 : 0]
}
