import type { Db } from '../../db/open.ts'
import { findAccount, insertAccount } from './account.store.ts'
import { hashPassword } from './password.ts'

export interface AccountWish {
  licenseeId: string
  kind: 'patient' | 'admin'
  login: string
  password: string
  firstName: string
  lastName: string
  employeeN?: string
  /** The patient whom the account belongs to. */
  patient?: { id: string; emrId: string; firstName: string; lastName: string }
}

/** Makes an account; false when the login is taken already. */
export async function makeAccount(db: Db, { password, patient, ...wish }: AccountWish): Promise<boolean> {
  if (await findAccount(db, wish)) return false
  const actsFor = patient
    ? [
        {
          patientId: patient.id,
          emrId: patient.emrId,
          firstName: patient.firstName,
          lastName: patient.lastName,
          relation: 'self',
        },
      ]
    : []
  const id = await insertAccount(db, { ...wish, passwordHash: await hashPassword(password), actsFor })
  return id !== undefined
}

export interface PatientAccountWish {
  licensee: string
  login: string
  password: string
  patient: { patientN: string | number; emrId: string; firstName: string; lastName: string }
}

/** Gives a patient of the record server an account; false when the login is taken already. */
export function makePatientAccount(
  db: Db,
  { licensee, login, password, patient }: PatientAccountWish,
): Promise<boolean> {
  const { emrId, firstName, lastName } = patient
  return makeAccount(db, {
    licenseeId: licensee,
    kind: 'patient',
    login,
    password,
    firstName,
    lastName,
    patient: { id: String(patient.patientN), emrId, firstName, lastName },
  })
}
