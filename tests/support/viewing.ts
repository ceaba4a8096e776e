import { officeActs } from '../../server/practice/office-acts.ts'
import type { Login, RunningPortal, Visitor } from './portal.ts'
import { mariaN } from './visits.ts'

interface Viewing {
  login?: Login
  patientN?: number
}

/** Opens the account of a patient as a member of the staff. */
export function openAccount(staff: Visitor, { patientN = mariaN, reason = 'Called about a bill' } = {}) {
  return staff.act(officeActs.openAccount.name, { patient: String(patientN), reason })
}

/** Signs a member of the staff in, who opens the account of a patient; by default of Maria. */
export async function viewerOf(
  portal: RunningPortal,
  { login = 'records.desk', patientN = mariaN }: Viewing = {},
): Promise<Visitor> {
  const staff = await portal.signIn(login)
  const { status } = await openAccount(staff, { patientN })
  if (status !== 200) throw new Error(`the account could not be opened: ${status}`)
  return staff
}
