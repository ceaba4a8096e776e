import type { AccountKind } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { findAccount, insertAccount } from './account.store.ts'

type Services = Pick<AccountServices, 'db' | 'passwords'>

export interface AccountWish {
  licenseeId: string
  kind: AccountKind
  login: string
  password: string
  firstName: string
  lastName: string
  employeeN?: string
  mustReset?: boolean
  /** Of a guardian. */
  email?: string
  birthDay?: string
  /** The patient whom the account belongs to, or those whom a guardian acts for. */
  patients?: { id: string; emrId: string; firstName: string; lastName: string; relation?: string }[]
}

/** Makes an account; false when the login is taken already, or the patient has an account. */
export async function makeAccount(
  { db, passwords }: Services,
  { password, patients = [], ...wish }: AccountWish,
): Promise<boolean> {
  if (await findAccount(db, wish)) return false
  const actsFor = patients.map(({ id, relation = 'self', ...names }) => ({ ...names, patientId: id, relation }))
  const made = await insertAccount(db, { ...wish, passwordHash: await passwords.hash(password), actsFor })
  return typeof made === 'number'
}

export interface PatientAccountWish {
  licensee: string
  login: string
  password: string
  patient: { patientN: string | number; emrId: string; firstName: string; lastName: string }
}

/** Gives a patient of the record server an account; false when the login is taken already, or the patient has one. */
export function makePatientAccount(
  services: Services,
  { licensee, login, password, patient }: PatientAccountWish,
): Promise<boolean> {
  const { emrId, firstName, lastName } = patient
  return makeAccount(services, {
    licenseeId: licensee,
    kind: 'patient',
    login,
    password,
    firstName,
    lastName,
    patients: [{ id: String(patient.patientN), emrId, firstName, lastName }],
  })
}
