import { routes } from '../practice/routes.ts'
import { admins, patientsAndGuardians } from '../protocol/guard.ts'
import type { Principal } from '../protocol/principal.ts'

/** The account page of each kind of account and the entry of the menu above it; the screens of the second factor are below its route. */
export const accountHomes = [
  { guard: patientsAndGuardians, root: routes.settings, label: 'Settings', under: routes.settings },
  { guard: admins, root: routes.adminAccount, label: 'Your account', under: routes.adminDashboard },
] as const
export type AccountHome = (typeof accountHomes)[number]

export function homeOf({ kind }: Pick<Principal, 'kind'>): AccountHome {
  return accountHomes[kind === 'admin' ? 1 : 0]
}
