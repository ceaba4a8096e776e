import type { AccountKind, StaffRole } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { findAccount, insertAccount } from './account.store.ts'

type Services = Pick<AccountServices, 'db' | 'passwords'>

export interface AccountRequest {
  licenseeId: string
  kind: AccountKind
  login: string
  password: string
  firstName: string
  lastName: string
  employeeN?: string
  /** Administrators only. */
  staffRoles?: StaffRole[]
  mustReset?: boolean
  /** Guardians and administrators only. */
  email?: string
  birthDay?: string
  /** The patient who owns the account, or the patients for whom a guardian acts. */
  patients?: { id: string; emrId: string; firstName: string; lastName: string; relation?: string }[]
}

/** Makes an account. Returns false when the login is taken, or the patient already has an account. */
export async function makeAccount(
  { db, passwords }: Services,
  { password, patients = [], ...request }: AccountRequest,
): Promise<boolean> {
  if (await findAccount(db, request)) return false
  const actsFor = patients.map(({ id, relation = 'self', ...names }) => ({ ...names, patientId: id, relation }))
  const made = await insertAccount(db, { ...request, passwordHash: await passwords.hash(password), actsFor })
  return typeof made === 'number'
}

export interface PatientAccountRequest {
  licensee: string
  login: string
  password: string
  patient: { patientN: string | number; emrId: string; firstName: string; lastName: string }
}

/**
 * Makes an account for a patient of the record server. Returns false when the login is taken, or the patient already
 * has one.
 */
export function makePatientAccount(
  services: Services,
  { licensee, login, password, patient }: PatientAccountRequest,
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
