/** The patient whose record is used: the record server's two ids, and the name. */
export interface PatientRef {
  id: string
  emrId: string
  firstName: string
  lastName: string
}

interface AccountHolder {
  accountId: number
  login: string
  /** The version of the password that they signed in with; its sessions end with it. Default the first, 0. */
  passwordVersion?: number
  firstName: string
  lastName: string
}

interface ActingForPatient extends AccountHolder {
  patient: PatientRef
  /** What the account holder is to the patient, in lower case: `mother`, `guardian`. */
  relation?: string
  /** The color of the patient among those whom the account acts for, `#rrggbb`. */
  color?: string
  /** The account acts for other patients too; its holder can switch between them. */
  several?: boolean
  /** Numbers of the portal features that may be used for this patient; undefined for all. */
  scope?: number[]
  /** When the authorization for the patient ends; ISO 8601 in UTC. */
  until?: string
}

interface PatientPrincipal extends ActingForPatient {
  kind: 'patient'
}

interface GuardianPrincipal extends ActingForPatient {
  kind: 'guardian'
}

/** What people of a practice may do; an owner may do everything, and one person may have several roles. */
export const staffRoles = ['front desk', 'records', 'settings', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

export interface AdminPrincipal extends AccountHolder {
  kind: 'admin'
  /** In the order of `staffRoles`. The session ends when they change. */
  roles: readonly StaffRole[]
  /** Signed in by password alone where the practice wants a second factor: only setting that up is open to them. */
  unprotected?: true
}

/** Of the staff, somebody who sees the portal as a patient does and can change nothing there. */
export interface ViewerPrincipal extends ActingForPatient {
  kind: 'viewer'
  /** As of the member of the staff; the view ends when they change. */
  roles: readonly StaffRole[]
  /** The address to which the end of the view leads. */
  returnTo: string
}

/** A person without an account who has proven which patient's bill is to be paid. */
interface GuestPrincipal {
  kind: 'guest'
  /** Identifies the guest while the session gets new ids. */
  guestId: string
  licenseeId: string
  patient: PatientRef
  /** True if it was proven beyond name and birth date: what was done, and why, is shown. */
  seesCare?: true
  /** ISO 8601 in UTC. */
  until: string
}

/** A person who uses their own account. */
export type SignedIn = PatientPrincipal | GuardianPrincipal | AdminPrincipal
/** A person who sees the record of a patient; of these, a viewer runs only actions that are `forViewers`. */
export type ActingPrincipal = PatientPrincipal | GuardianPrincipal | ViewerPrincipal
/** The requester, as stored in the session. A visitor has no principal. */
export type Principal = SignedIn | ViewerPrincipal | GuestPrincipal
export type AccountKind = SignedIn['kind']
export type PrincipalKind = Principal['kind']

/** Returns the patient whose record the principal uses; an admin and a visitor have none. */
export function patientOf(principal: Principal | undefined): PatientRef | undefined {
  return principal && 'patient' in principal ? principal.patient : undefined
}

/** Sees what a patient sees, and must leave no trace in it: nothing is marked as read or uses up a number. */
export function isViewer(principal: Principal | undefined): principal is ViewerPrincipal {
  return principal?.kind === 'viewer'
}

/** A member of the staff whose sign-in is complete. */
export function isStaff(principal: Principal | undefined): principal is AdminPrincipal {
  return principal?.kind === 'admin' && !principal.unprotected
}

/** Returns the features that the principal is limited to, by number; undefined without a limit. */
export function scopeOf(principal: Principal | undefined): number[] | undefined {
  return principal && 'scope' in principal ? principal.scope : undefined
}

/** Returns when the authorization ends, ISO 8601 in UTC; undefined without an end. */
export function endOfActing(principal: Principal | undefined): string | undefined {
  return principal && 'until' in principal ? principal.until : undefined
}

/** Returns the principal after a guard for patients and guardians. Throws for any other. */
export function actingPrincipal({ principal }: { principal: Principal | undefined }): ActingPrincipal {
  if (principal && principal.kind !== 'guest' && 'patient' in principal) return principal
  throw new Error('the guard requires an account and a patient')
}

/** Returns the principal after a guard for people who use their own account. Throws for any other. */
export function signedIn({ principal }: { principal: Principal | undefined }): SignedIn {
  if (!principal || principal.kind === 'guest' || principal.kind === 'viewer')
    throw new Error('the guard requires an account of their own')
  return principal
}

/** Returns the prefix of a principal's own topics, which only they may watch (protocol.md, Live). */
export function topicOwner(owner: Principal | Pick<SignedIn, 'accountId'>): string {
  return 'accountId' in owner ? `person:${owner.accountId}` : `guest:${owner.guestId}`
}

export function personTopic(owner: Principal | Pick<SignedIn, 'accountId'>, what: string): string {
  return `${topicOwner(owner)}/${what}`
}

/** One patient of one practice. */
export interface PatientKey {
  licenseeId: string
  patientId: string
}

/** A topic of a patient, for the people who act for the patient. */
export function patientTopic({ licenseeId, patientId }: PatientKey, what: string): string {
  return `${patientPrefix}${licenseeId}:${patientId}/${what}`
}

const patientPrefix = 'patient:'
const guestPrefix = 'guest/'

/** How guests, who receive no number of a record, call a topic of their patient: `guest/bills`. Undefined for others. */
export function guestTopic(topic: string): string | undefined {
  return topic.startsWith(patientPrefix) ? `${guestPrefix}${topic.slice(topic.indexOf('/') + 1)}` : undefined
}

/** Returns the topic that a principal calls so. */
export function topicNamed(principal: Principal | undefined, name: string): string {
  if (principal?.kind !== 'guest' || !name.startsWith(guestPrefix)) return name
  const { licenseeId, patient } = principal
  return patientTopic({ licenseeId, patientId: patient.id }, name.slice(guestPrefix.length))
}

/** A topic of the administrators of a practice. */
export function adminTopic(licenseeId: string, what: string): string {
  return `admins:${licenseeId}/${what}`
}

/** Returns how the audit log names a principal. `actor` is a user name, empty if there is none. */
export function auditActor(principal: Principal | undefined) {
  return {
    accountId: principal && 'accountId' in principal ? principal.accountId : null,
    patientId: patientOf(principal)?.id ?? null,
    actorKind: principal?.kind ?? ('visitor' as const),
    actor: principal && 'login' in principal ? principal.login : '',
  }
}

/** Returns the owner of idempotency keys: a session, or a visitor's address at a practice. */
export function idempotencyOwner(
  principal: Principal | undefined,
  { sessionHash, licenseeId, address }: { sessionHash: string; licenseeId: string; address: string },
): string {
  return principal ? sessionHash : `visitor:${licenseeId}:${address}`
}
