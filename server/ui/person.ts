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

export type ActingPerson = Person & { patient: NonNullable<Person['patient']> }

/** Whoever a guard for patients and guardians has admitted. Throws for anybody else. */
export function actingPerson({ person }: { person: Person | undefined }): ActingPerson {
  if (!person?.patient) throw new Error('the guard admits nobody without a patient')
  return { ...person, patient: person.patient }
}
