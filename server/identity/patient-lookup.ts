import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { Gender, Identity } from '../gateways/emr/emr.ts'
import type { ActionContext } from '../protocol/definitions.ts'

const name = { minLength: 1, maxLength: 200, pattern: '\\S' }

/** Specification 1 §3 and §5, step 0; specification 2 §2.6: the details that identify a patient at the practice. */
export const LocateInput = closed({
  PatientFirstName: Type.String(name),
  PatientLastName: Type.String(name),
  PatientDOB: Type.String({ format: 'date' }),
  PatientGender: Type.Unsafe<Gender>({ type: 'integer', enum: [1, 2, 3] }),
  PatientZIP: Type.String({ ...name, maxLength: 20 }),
})
export type LocateInput = Static<typeof LocateInput>

/** In the order of the codes 1, 2, 3 (specification 1 §9). */
export const genderLabels = ['Male', 'Female', 'Unknown']

export function identityOf(input: LocateInput): Identity {
  return {
    firstName: input.PatientFirstName.trim(),
    lastName: input.PatientLastName.trim(),
    dob: input.PatientDOB,
    gender: input.PatientGender,
    zip: input.PatientZIP.trim(),
  }
}

/**
 * Counts lookups per name and birth date, however the name is written; gender and ZIP code are excluded, because an
 * attacker would vary them.
 */
export function lookupKey({ firstName, lastName, dob }: Identity): string {
  return [firstName, lastName, dob].map((each) => each.normalize('NFKC').toLowerCase()).join('\n')
}

/** Days of the practice, `yyyy-MM-dd`. */
export function isFuture(day: string, today: string): boolean {
  return day > today
}

/** security.md: lookups are limited per address and per identity, for whatever purpose. */
const perAddress = { tries: 20, seconds: 600 }
const perIdentity = [
  { tries: 5, seconds: 600 },
  { tries: 30, seconds: 86_400 },
]

/** Counts a lookup. Throws the Failure `request.tooMany` over a limit. */
export async function countLookup(context: ActionContext, identity: Identity): Promise<void> {
  context.trace.claimedIdentity = `${identity.firstName} ${identity.lastName}`
  await context.takeTry(`locate:from:${context.client.network}`, perAddress)
  const who = hashed(lookupKey(identity))
  for (const limit of perIdentity) await context.takeTry(`locate:who:${who}`, limit)
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
