import type { Db } from '../../db/open.ts'
import { disablingOf, type Disabling } from '../../identity/disabled-patients.store.ts'
import { accountsOfPatient, type PatientAccount } from '../../identity/patient-accounts.store.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import type { PatientKey } from '../../protocol/principal.ts'

/** A patient whose account the staff looks after, as the portal knows them. */
export interface HelpedPatient {
  key: PatientKey
  name: string
  /** The patient's own account; undefined if only guardians use the portal. */
  own: PatientAccount | undefined
  accounts: readonly PatientAccount[]
  disabling: Disabling | undefined
}

/** Returns undefined if nobody has an account for the patient. */
export async function findHelped(db: Db, context: Context, patientId: string): Promise<HelpedPatient | undefined> {
  const key = { licenseeId: context.licensee.id, patientId }
  const [accounts, disabling] = await Promise.all([accountsOfPatient(db, key), disablingOf(db, key)])
  const [first] = accounts
  if (!first) return undefined
  const { firstName, lastName } = first.patient
  return {
    key,
    name: `${firstName} ${lastName}`.trim(),
    own: accounts.find(({ relation }) => relation === 'self'),
    accounts,
    disabling,
  }
}

/** The same for an act, which the audit log then notes for the patient. Throws the Failure `accountHelp.noAccount`. */
export async function helpedPatient(db: Db, context: Context, patientId: string): Promise<HelpedPatient> {
  context.trace.patientId = patientId
  const helped = await findHelped(db, context, patientId)
  if (!helped) throw new Failure('accountHelp.noAccount', { status: 404 })
  return helped
}
