import { EmrError } from '../gateways/emr/emr.errors.ts'
import { staffPatientTopic, type OpenedPatient } from '../practice/patient-page.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import type { PatientKey } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { accountsOfPatient } from './patient-accounts.store.ts'

type OpeningServices = Pick<AccountServices, 'db' | 'emrOf'>

/**
 * Returns a patient of the practice for a page of the staff, and notes for the audit log who it is. Throws the Failure
 * `patient.unknown` if neither the record server nor the portal knows the number.
 */
export async function openPatient(
  { db, emrOf }: OpeningServices,
  context: Context,
  number: string,
): Promise<OpenedPatient> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw unknownPatient()
  context.trace.patientId = number
  const key: PatientKey = { licenseeId: context.licensee.id, patientId: number }
  context.dependsOn(staffPatientTopic(key))
  try {
    const record = await emrOf(context.licensee).patient(number)
    if (record) return { ...record, record }
    return await knownByAccount(db, key, { record: 'removed', orElse: unknownPatient() })
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return knownByAccount(db, key, { record: 'unavailable', orElse: error })
  }
}

async function knownByAccount(
  db: AccountServices['db'],
  key: PatientKey,
  { record, orElse }: { record: 'removed' | 'unavailable'; orElse: Error },
): Promise<OpenedPatient> {
  const [account] = await accountsOfPatient(db, key)
  if (!account) throw orElse
  return { id: key.patientId, ...account.patient, record }
}

const unknownPatient = () => new Failure('patient.unknown', { status: 404 })
