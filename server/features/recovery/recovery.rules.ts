import Type from 'typebox'
import type { Owner } from '../../identity/account-owner.ts'
import { todayAt } from '../../identity/today.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import type { Reads } from '../../protocol/trace.ts'

const named = { minLength: 1, maxLength: 200, pattern: '\\S' } as const
export const Name = Type.String(named)
export const BirthDay = Type.String({ format: 'date' })
/** Specification 1 §5: a simple pattern. */
export const Email = Type.String({ minLength: 1, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' })

/** Ten tries within so many: what somebody knows of another person is not to be completed by trying all days of birth. */
export const lookupSeconds = 600

/** The codes of what people say of themselves on both forms. */
export const aboutOneselfCodes = {
  '/PatientDOB': { required: 'recovery.birthDay', format: 'recovery.noDay' },
  '/PatientEmail': { required: 'recovery.email', pattern: 'recovery.emailForm' },
} as const

export interface Claim {
  PatientDOB: string
  PatientEmail: string
}

/** Specification 1 §5: nobody is born after today, as the practice has it. */
export function refuseFuture(context: Pick<Reads, 'now'> & { licensee: { timeZone: string } }, day: string): void {
  if (day > todayAt(context)) throw new InvalidInput([{ pointer: '/PatientDOB', code: 'recovery.future' }])
}

/** Whether somebody has said what the practice knows of an account's owner. Who has no e-mail there cannot be written to. */
export function fits(owner: Owner, { PatientDOB, PatientEmail }: Claim): boolean {
  return owner.email !== '' && owner.birthDay === PatientDOB && emailKey(owner.email) === emailKey(PatientEmail)
}

function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
