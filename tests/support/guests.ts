import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import type { RunningPortal, Visitor } from './portal.ts'

/** What a guest types to verify whose bill it is (specification 2 §2.6). */
function typedFor({ firstName, lastName, dob, gender, zip }: NamedPerson) {
  return {
    PatientFirstName: firstName,
    PatientLastName: lastName,
    PatientDOB: dob,
    PatientGender: gender,
    PatientZIP: zip,
  }
}

/** Who is billed at Lakeside without an account (demo-practice.md). */
export const eleanor = typedFor(people.eleanorWhitfield)

/** A browser that has verified whose bill it pays. */
export async function guestOf(
  portal: Pick<RunningPortal, 'visitor'>,
  person: NamedPerson = people.eleanorWhitfield,
): Promise<Visitor> {
  const visitor = portal.visitor(`${person.practice}.localhost`)
  const { status } = await visitor.act('guests.verify', typedFor(person))
  if (status !== 200) throw new Error(`the guest was not verified: ${status}`)
  return visitor
}
