/** Whose record somebody acts on: the record server's two ids, and the name. */
export interface PatientRef {
  id: string
  emrId: string
  firstName: string
  lastName: string
}

interface AccountHolder {
  accountId: number
  login: string
  /** Which of the account's passwords let them in; its sessions end with it. Default the first, 0. */
  passwordVersion?: number
  firstName: string
  lastName: string
}

interface ActingForPatient extends AccountHolder {
  patient: PatientRef
  /** The account acts for other patients too; its holder may go from one to another. */
  several?: boolean
  /** Numbers of the parts of the portal that may be used for this patient; all of them without it. */
  scope?: number[]
  /** When acting for the patient ends; ISO 8601 in UTC. */
  until?: string
}

interface PatientPrincipal extends ActingForPatient {
  kind: 'patient'
}

interface GuardianPrincipal extends ActingForPatient {
  kind: 'guardian'
}

export interface AdminPrincipal extends AccountHolder {
  kind: 'admin'
}

/** Somebody without an account who has proven which patient's bill is to be paid. */
interface GuestPrincipal {
  kind: 'guest'
  licenseeId: string
  patient: PatientRef
  /** ISO 8601 in UTC. */
  until: string
}

/** Whoever acts by an account. */
export type SignedIn = PatientPrincipal | GuardianPrincipal | AdminPrincipal
/** Whoever acts for a patient by an account. */
export type ActingPrincipal = PatientPrincipal | GuardianPrincipal
/** Who asks, as the session keeps it. A visitor is none. */
export type Principal = SignedIn | GuestPrincipal
export type AccountKind = SignedIn['kind']
export type PrincipalKind = Principal['kind']

/** Whose record the principal acts on; an admin and a visitor have none. */
export function patientOf(principal: Principal | undefined): PatientRef | undefined {
  return principal && 'patient' in principal ? principal.patient : undefined
}

/** The parts of the portal that the principal is limited to, by number; undefined where there is no limit. */
export function scopeOf(principal: Principal | undefined): number[] | undefined {
  return principal && 'scope' in principal ? principal.scope : undefined
}

/** When acting ends by itself, ISO 8601 in UTC; undefined for whoever may go on. */
export function endOfActing(principal: Principal | undefined): string | undefined {
  return principal && 'until' in principal ? principal.until : undefined
}

/** Whoever a guard for patients and guardians has admitted. Throws for anybody else. */
export function actingPrincipal({ principal }: { principal: Principal | undefined }): ActingPrincipal {
  if (principal?.kind === 'patient' || principal?.kind === 'guardian') return principal
  throw new Error('the guard admits nobody without an account and a patient')
}

/** Whoever a guard for people who are signed in has admitted. Throws for a visitor and a guest. */
export function signedIn({ principal }: { principal: Principal | undefined }): SignedIn {
  if (!principal || principal.kind === 'guest') throw new Error('the guard admits nobody without an account')
  return principal
}

/** What all topics of a principal begin with: one's own may be watched, nobody else's (protocol.md, Live). */
export function topicOwner(owner: Principal | Pick<SignedIn, 'accountId'>): string {
  return 'accountId' in owner ? `person:${owner.accountId}` : `guest:${owner.licenseeId}:${owner.patient.id}`
}

export function personTopic(owner: Principal | Pick<SignedIn, 'accountId'>, what: string): string {
  return `${topicOwner(owner)}/${what}`
}

/** As whom the audit log names a principal. `actor` is a user name, empty where there is none. */
export function auditActor(principal: Principal | undefined) {
  return {
    accountId: principal && 'accountId' in principal ? principal.accountId : null,
    patientId: patientOf(principal)?.id ?? null,
    actorKind: principal?.kind ?? ('visitor' as const),
    actor: principal && 'login' in principal ? principal.login : '',
  }
}

/** Whose idempotency keys count together: those of a session, or of a visitor's address at a practice. */
export function idempotencyOwner(
  principal: Principal | undefined,
  { sessionHash, licenseeId, address }: { sessionHash: string; licenseeId: string; address: string },
): string {
  return principal ? sessionHash : `visitor:${licenseeId}:${address}`
}
