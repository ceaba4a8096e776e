import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { HoldOwner } from './booking.store.ts'

/** Returns the owner of holds and waiting-list entries: the account, with the patient for whom it acts. */
export function holdOwner(context: Context): HoldOwner {
  const { accountId, patient } = actingPrincipal(context)
  return { licenseeId: context.licensee.id, accountId, patientId: patient.id }
}
