import Type, { type Static } from 'typebox'
import { guardianSettings } from './guardians.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { comparedName } from '../../../schemas/compared-name.ts'
import type { Account } from '../../identity/account.store.ts'
import { NewPassword } from '../../identity/password.rules.ts'
import { parts } from '../../practice/offered.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { addDays, startOfDay } from '../../protocol/time-words.ts'
import type { Rule } from '../../protocol/trace.ts'
import { Day, EmailAddress, OneLine } from '../../protocol/typed-values.ts'

/** Specification 2 §9. */
export const relations = ['Brother', 'Sister', 'Father', 'Mother', 'Other'] as const

/** One line, because e-mails and tables show it. */
const Name = OneLine(100)
const Email = EmailAddress(200)

const who = {
  Auth_FirstName: Name,
  Auth_LastName: Name,
  relation: Type.Unsafe<(typeof relations)[number]>({ type: 'string', enum: relations }),
  Auth_DOB: Day,
  Auth_Login: Email,
}
const partNumbers = Object.values(parts)

export const NewGuardian = closed({ ...who, Password: NewPassword, Password2: NewPassword })
export const NewInvitation = closed({
  ...who,
  scope: Type.Array(Type.Unsafe<number>({ type: 'integer', enum: partNumbers }), { minItems: 1, uniqueItems: true }),
  until: Type.Optional(Day),
})

export const whoCodes = {
  '/Auth_FirstName': { required: 'guardian.name', pattern: 'guardian.name' },
  '/Auth_LastName': { required: 'guardian.name', pattern: 'guardian.name' },
  '/relation': { required: 'guardian.relation', enum: 'guardian.relation' },
  '/Auth_DOB': { required: 'guardian.birthDay', format: 'guardian.birthDay' },
  '/Auth_Login': { required: 'guardian.login', pattern: 'guardian.login' },
}

export const notBornAfterToday = { '/Auth_DOB': 'guardian.birthDayFuture' }

/** A person to be authorized for a patient. `birthDay` is `yyyy-MM-dd`. */
export interface Guardian {
  firstName: string
  lastName: string
  relation: string
  birthDay: string
  email: string
}

export function typedGuardian(typed: Omit<Static<typeof NewGuardian>, 'Password' | 'Password2'>): Guardian {
  return {
    firstName: typed.Auth_FirstName.trim(),
    lastName: typed.Auth_LastName.trim(),
    relation: typed.relation,
    birthDay: typed.Auth_DOB,
    email: typed.Auth_Login.trim(),
  }
}

/** Returns whether an account belongs to the named person. Only then may another person add to its authorizations. */
export function isSamePerson(account: Account, { firstName, lastName, birthDay }: Guardian): boolean {
  return (
    account.birthDay === birthDay &&
    comparedName(account.firstName) === comparedName(firstName) &&
    comparedName(account.lastName) === comparedName(lastName)
  )
}

/** Choosing all features means no limit: the scope then includes features that the practice adds later. */
export function scopeOf(chosen: readonly number[]): number[] | null {
  return partNumbers.every((part) => chosen.includes(part)) ? null : chosen.toSorted((one, other) => one - other)
}

/** Returns the instant after the last day; null without one. Throws InvalidInput for a past day. */
export function endOf(
  until: string | undefined,
  { today, timeZone }: { today: string; timeZone: string },
): Date | null {
  if (until === undefined) return null
  if (until < today) throw new InvalidInput([{ pointer: '/until', code: 'guardian.endPast' }])
  return startOfDay(addDays(until, 1), timeZone)
}

/** Returns whether patients may also choose a guardian's password, instead of inviting the person. */
export const patientsMayChoosePassword: Rule = function patientsMayChoosePassword({ setting }) {
  return !setting(guardianSettings.Guardian_Invitations)
}
