import { staffPatientTopic } from '../practice/patient-page.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import type { AccountServices } from './account-services.ts'
import { patientsOf } from './account.store.ts'

/** Publishes to the staff that an account has changed, on the page of each patient for whom it acts. */
export async function publishAccount(
  { db }: Pick<AccountServices, 'db'>,
  context: ActionContext,
  accountId: number,
): Promise<void> {
  const patients = await patientsOf(db, { accountId, at: context.now(), evenDisabled: true })
  if (patients.length > 0) context.publish(patients.map(staffPatientTopic))
}
