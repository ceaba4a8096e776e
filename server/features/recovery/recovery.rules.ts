import type { Owner } from '../../identity/account-owner.ts'
import { EmailAddress, OneLine } from '../../protocol/typed-values.ts'

export const Name = OneLine(200)
export const Email = EmailAddress(254)

/** The error codes of the personal details on both forms. */
export const aboutOneselfCodes = {
  '/PatientDOB': { required: 'recovery.birthDay', format: 'recovery.noDay' },
  '/PatientEmail': { required: 'recovery.email', pattern: 'recovery.emailForm' },
} as const

export interface Claim {
  PatientDOB: string
  PatientEmail: string
}

/** Specification 1 §5. */
export const notBornAfterToday = { '/PatientDOB': 'recovery.future' }

/**
 * Returns whether the claimed details match the owner's record. An owner without an e-mail address never matches,
 * because nothing could be sent.
 */
export function fits(owner: Owner, { PatientDOB, PatientEmail }: Claim): boolean {
  return owner.email !== '' && owner.birthDay === PatientDOB && emailKey(owner.email) === emailKey(PatientEmail)
}

function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
