import { admins, patientsAndGuardians } from '../../ui/guard.ts'
import type { Principal } from '../../ui/principal.ts'

export const settingsRoute = '/user/home/Settings'
const adminAccountRoute = '/admin/account'

/** Where people look after their account, by kind; the screens of the second factor lie under it. */
export const accountHomes = [
  { guard: patientsAndGuardians, root: settingsRoute, label: 'Settings' },
  { guard: admins, root: adminAccountRoute, label: 'Your account' },
] as const
export type AccountHome = (typeof accountHomes)[number]

export function homeOf({ kind }: Pick<Principal, 'kind'>): AccountHome {
  return accountHomes[kind === 'admin' ? 1 : 0]
}
