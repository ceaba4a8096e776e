import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { HoldOwner } from './booking.store.ts'

/** Whose holds and waiting lists they are, for whom: those of the account, for the patient it acts for. */
export function holdOwner(context: Context): HoldOwner {
  const { accountId, patient } = actingPrincipal(context)
  return { licenseeId: context.licensee.id, accountId, patientId: patient.id }
}
