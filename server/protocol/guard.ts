import { isStaff, scopeOf, type Principal, type PrincipalKind, type StaffRole } from './principal.ts'

/** Who may open a screen or run an action. Access is denied unless a guard allows it. */
export interface Guard {
  name: string
  admits(principal: Principal | undefined): boolean
  /** Where a visitor who is not admitted can sign in. */
  signIn: string
}

/** Where the staff set up a second factor. */
export const protectRoute = '/admin/account/authenticator'

/** The sign-in routes of people, administrators and guests (specification 1 §2, 2 §2.1). */
export const signInRoutes = { people: '/user/login', admins: '/admin', guests: '/user/guestLogin' } as const

const kinds = (name: string, admitted: PrincipalKind[], signIn: string): Guard => ({
  name,
  signIn,
  admits: (principal) => principal !== undefined && admitted.includes(principal.kind),
})

export const anyone: Guard = { name: 'anyone', admits: () => true, signIn: signInRoutes.people }
/**
 * Where people are admitted to a record, members of the staff who view it are admitted, too; actions refuse these unless
 * they are `forViewers`.
 */
export const patients: Guard = kinds('patients', ['patient', 'viewer'], signInRoutes.people)
export const guardians: Guard = kinds('guardians', ['guardian'], signInRoutes.people)
export const patientsAndGuardians: Guard = kinds(
  'patients and guardians',
  ['patient', 'guardian', 'viewer'],
  signInRoutes.people,
)
/** The same people about their own account, which is not part of a record. */
export const patientsAndGuardiansThemselves: Guard = kinds(
  'patients and guardians, about themselves',
  ['patient', 'guardian'],
  signInRoutes.people,
)
/** Members of the staff who view the record of a patient. */
export const viewers: Guard = kinds('viewers', ['viewer'], signInRoutes.admins)
/**
 * Admits patients and guardians with full access. A guardian limited to some features is refused, because this screen
 * belongs to no feature that can be granted.
 */
export const wholeRecord: Guard = {
  ...patientsAndGuardians,
  name: 'patients, and guardians without limits',
  admits: (principal) => patientsAndGuardians.admits(principal) && scopeOf(principal) === undefined,
}
/** Guardians who may act for several patients. */
export const guardiansOfSeveral: Guard = {
  ...guardians,
  name: 'guardians of several patients',
  admits: (principal) => principal?.kind === 'guardian' && principal.several === true,
}
/** Everybody who works for the practice. */
export const admins: Guard = { name: 'admins', signIn: signInRoutes.admins, admits: isStaff }
/** The same for the pages of their own account, where they set up a second factor. */
export const adminsThemselves: Guard = kinds('admins, about themselves', ['admin'], signInRoutes.admins)

/** People of the practice with one of these roles, and its owners. */
const staff = (name: string, roles: readonly StaffRole[]): Guard => ({
  name,
  signIn: signInRoutes.admins,
  admits: (principal) => isStaff(principal) && principal.roles.some((role) => role === 'owner' || roles.includes(role)),
})
export const frontOffice: Guard = staff('front desk', ['front desk'])
export const recordsStaff: Guard = staff('records staff', ['records'])
/** Those who look patients up. */
export const patientStaff: Guard = staff('front desk and records staff', ['front desk', 'records'])
export const settingsStaff: Guard = staff('settings staff', ['settings'])
export const owners: Guard = staff('owners', [])
export const everyoneSignedIn: Guard = kinds(
  'everyone signed in',
  ['patient', 'guardian', 'admin'],
  signInRoutes.people,
)
/** People without an account who have proven whose bill they pay. */
export const guests: Guard = kinds('guests', ['guest'], signInRoutes.guests)
/** Those who may see a bill and pay it. */
export const payers: Guard = kinds(
  'patients, guardians and guests',
  ['patient', 'guardian', 'viewer', 'guest'],
  signInRoutes.people,
)
export const everyoneInSession: Guard = kinds(
  'everyone in a session',
  ['patient', 'guardian', 'admin', 'viewer', 'guest'],
  signInRoutes.people,
)
