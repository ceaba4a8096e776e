import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import { comparedName } from '../../schemas/compared-name.ts'
import type { Gender, Identity } from '../gateways/emr/patients/patients.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { isWithin } from '../protocol/limits.ts'
import { adminTopic } from '../protocol/principal.ts'
import { Day, OneLine } from '../protocol/typed-values.ts'
import type { Services } from '../services.ts'
import { countFailedLookup } from './failed-lookups.store.ts'

/** Specification 1 §3 and §5, step 0; specification 2 §2.6: the details that identify a patient at the practice. */
export const LocateInput = closed({
  PatientFirstName: OneLine(200),
  PatientLastName: OneLine(200),
  PatientDOB: Day,
  PatientGender: Type.Unsafe<Gender>({ type: 'integer', enum: [1, 2, 3] }),
  PatientZIP: OneLine(20),
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
 * Counts lookups per name, however it is written. What an attacker who knows the name would guess is excluded: birth date,
 * gender and ZIP code.
 */
export function lookupKey({ firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].map(comparedName).join('\n')
}

/**
 * security.md: lookups are limited for whatever purpose, tightly for one name from one network, loosely for one name from
 * anywhere. Over the loose limit one lookup in ten minutes is left, so that a stranger slows the owner of a name down and
 * does not lock them out.
 */
const perAddress = { tries: 20, seconds: 600 }
const perNameAndAddress = [
  { tries: 5, seconds: 600 },
  { tries: 20, seconds: 86_400 },
]
const perName = { tries: 40, seconds: 86_400 }
const perNameThen = { tries: 1, seconds: 600 }

/** Counts a lookup. Throws the Failure `request.tooMany` over a limit. */
export async function countLookup(context: ActionContext, identity: Identity): Promise<void> {
  context.trace.claimedIdentity = `${identity.firstName} ${identity.lastName}`
  const { network } = context.client
  await context.takeTry(`locate:from:${network}`, perAddress)
  const who = lookupKey(identity)
  for (const limit of perNameAndAddress) await context.takeTry(`locate:who:${who}:${network}`, limit)
  if (!(await isWithin(context, `locate:who:${who}`, perName))) await context.takeTry(`locate:who:${who}`, perNameThen)
}

/** So many lookups in an hour that match nobody are no typing errors any more, in a practice of any size. */
export const mostFailedLookups = 60

/** For the administrators of a practice. */
export function failedLookupsTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'failed-lookups')
}

/**
 * Counts a lookup that matched nobody. The practice's limit refuses nobody, because strangers could use it up: it is
 * logged and shown to administrators (security.md).
 */
export async function countFailed(context: ActionContext, { db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { id: licenseeId } = context.licensee
  const count = await countFailedLookup(db, { licenseeId, at: context.now() })
  if (count !== mostFailedLookups) return
  log.warn({ licenseeId, count }, 'many lookups of patients match nobody in this hour')
  context.publish([failedLookupsTopic(licenseeId)])
}
