export type PersonKind = 'patient' | 'guardian' | 'admin'

/** Who is signed in, as the session keeps it. */
export interface Person {
  accountId: number
  kind: PersonKind
  login: string
  firstName: string
  lastName: string
  /** Whose record the person acts on; an admin has none. */
  patient?: { id: string; emrId: string; firstName: string; lastName: string }
}
