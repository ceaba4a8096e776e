import { adminTopic, staffRoles, type StaffRole } from '../protocol/principal.ts'

/** Published when the staff of a practice, their roles or invitations change. */
export function staffTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'staff')
}

/** The roles as people choose them, in the order of `staffRoles`. */
export const roleNames: Readonly<Record<StaffRole, { label: string; text: string }>> = {
  'front desk': { label: 'Front desk', text: 'finds patients, helps with their accounts, sees open payments' },
  records: { label: 'Records', text: 'finds patients, sees their documents and accounts' },
  settings: { label: 'Settings', text: 'switches features, changes words, colors and the logo' },
  owner: { label: 'Owner', text: 'may do everything, and decides who works here' },
}

/** Returns roles in words: `Front desk, Settings`. */
export function roleWords(roles: readonly StaffRole[]): string {
  return inOrder(roles)
    .map((role) => roleNames[role].label)
    .join(', ')
}

/** Returns roles in the order of `staffRoles`, each once. */
export function inOrder(roles: readonly StaffRole[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role))
}
