import type { Context } from '../protocol/context.ts'
import type { AccountServices } from './account-services.ts'
import { patientsOf, type Account } from './account.store.ts'

/** Whom an account belongs to, as the practice knows them. */
export interface Owner {
  account: Account
  /** `yyyy-MM-dd`, or empty. */
  birthDay: string
  /** Empty when there is none. */
  email: string
  /** Digits, or empty. */
  cellPhone: string
}

/** An account and a patient that nobody has: looking for them takes as long as for others. */
const nobody = { accountId: 0, patientId: '999999999' } as const

/**
 * The owner of an account: a patient as the record server knows them, a guardian as the account does (db/schema.ts).
 * Undefined for no account, and for one that has nobody left to act for. The lookups are the same in every case, so
 * that the time they take tells nothing (security.md, enumeration). Throws EmrError.
 */
export async function ownerOf(
  { db, emrOf }: Pick<AccountServices, 'db' | 'emrOf'>,
  context: Pick<Context, 'licensee' | 'now'>,
  account: Account | undefined,
): Promise<Owner | undefined> {
  const patients = await patientsOf(db, { accountId: account?.id ?? nobody.accountId, at: context.now() })
  const own = account?.kind === 'patient' ? patients.find(({ relation }) => relation === 'self') : undefined
  const record = await emrOf(context.licensee).patient(own?.patientId ?? nobody.patientId)
  if (!account || patients.length === 0) return undefined
  if (account.kind === 'guardian')
    return { account, birthDay: account.birthDay ?? '', email: account.email, cellPhone: '' }
  return own && record && { account, birthDay: record.dob, email: record.email, cellPhone: record.cellPhone }
}
