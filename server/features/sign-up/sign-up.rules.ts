import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Gender, Identity } from '../../gateways/emr/emr.ts'

const name = { minLength: 1, maxLength: 200, pattern: '\\S' }

/** Specification 1 §3 and §5, step 0: the details that identify a patient at the practice. */
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

export const locateCodes = {
  '/PatientFirstName': { required: 'signUp.firstName', pattern: 'signUp.firstName' },
  '/PatientLastName': { required: 'signUp.lastName', pattern: 'signUp.lastName' },
  '/PatientDOB': { required: 'signUp.birthDay', format: 'signUp.noDay' },
  '/PatientGender': { required: 'signUp.gender', type: 'signUp.gender', enum: 'signUp.gender' },
  '/PatientZIP': { required: 'signUp.zip', pattern: 'signUp.zip' },
}

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

/** A username: 4 to 100 characters of any script, without blanks at its ends and without control characters. */
export const NewLogin = Type.String({
  minLength: 4,
  maxLength: 100,
  pattern: '^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$',
})
