import type { Context } from '../protocol/context.ts'
import type { AccountServices } from './account-services.ts'
import { patientsOf, type Account } from './account.store.ts'

/** The owner of an account, with the details that the practice has on record. */
export interface Owner {
  account: Account
  /** `yyyy-MM-dd`, or empty. */
  birthDay: string
  /** Empty when there is none. */
  email: string
  /** Digits, or empty. */
  cellPhone: string
}

/**
 * Placeholder ids that match no account and no patient, so that looking them up takes as long as looking up real ones.
 */
const nobody = { accountId: 0, patientId: '999999999' } as const

/**
 * Returns the owner of an account: a patient from the record server, a guardian from the account itself (db/schema.ts).
 * Returns undefined without an account, and for an account that acts for no patient any longer. Makes the same lookups
 * in every case, so that the response time does not reveal which accounts exist (security.md, enumeration). Throws
 * EmrError. `evenDisabled`: also while the practice has disabled the patient.
 */
export async function ownerOf(
  { db, emrOf }: Pick<AccountServices, 'db' | 'emrOf'>,
  { licensee, now, evenDisabled }: Pick<Context, 'licensee' | 'now'> & { evenDisabled?: boolean },
  account: Account | undefined,
): Promise<Owner | undefined> {
  const patients = await patientsOf(db, { accountId: account?.id ?? nobody.accountId, at: now(), evenDisabled })
  const own = account?.kind === 'patient' ? patients.find(({ relation }) => relation === 'self') : undefined
  const record = await emrOf(licensee).patient(own?.patientId ?? nobody.patientId)
  if (!account || patients.length === 0) return undefined
  if (account.kind === 'guardian')
    return { account, birthDay: account.birthDay ?? '', email: account.email, cellPhone: '' }
  return own && record && { account, birthDay: record.dob, email: record.email, cellPhone: record.cellPhone }
}
