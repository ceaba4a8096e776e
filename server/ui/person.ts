export type PersonKind = 'patient' | 'guardian' | 'admin'

/** Who is signed in, as the session keeps it. */
export interface Person {
  accountId: number
  kind: PersonKind
  login: string
  /** Which of the account's passwords let them in; its sessions end with it. Default the first, 0. */
  passwordVersion?: number
  firstName: string
  lastName: string
  /** Whose record the person acts on; an admin has none. */
  patient?: { id: string; emrId: string; firstName: string; lastName: string }
  /** Whether a guardian acts for other patients too, from one to another of whom they may go. */
  several?: boolean
  /** Numbers of the parts of the portal that a guardian may use; all of them without it. */
  scope?: number[]
  /** When acting for the patient ends; ISO 8601 in UTC. */
  until?: string
}

export type ActingPerson = Person & { patient: NonNullable<Person['patient']> }

/** Whoever a guard for patients and guardians has admitted. Throws for anybody else. */
export function actingPerson({ person }: { person: Person | undefined }): ActingPerson {
  if (!person?.patient) throw new Error('the guard admits nobody without a patient')
  return { ...person, patient: person.patient }
}

/** Whoever a guard for people who are signed in has admitted. Throws for a visitor. */
export function signedIn({ person }: { person: Person | undefined }): Person {
  if (!person) throw new Error('the guard admits nobody without a session')
  return person
}
