import type { Emr } from '../../gateways/emr/emr.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Context } from '../../protocol/context.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { LastPlace } from './booking.options.ts'

/** The most past appointments in which one at an office is searched; the latest are the first. */
const most = 5

/**
 * Returns the place of the patient's last appointment in an office. Undefined also when the record server cannot say:
 * it only saves a step.
 */
export async function findLastPlace(context: Context, emr: Emr): Promise<LastPlace | undefined> {
  const patientId = actingPrincipal(context).patient.id
  try {
    const { items } = await emr.appointments({ patientId, list: 'past', page: 1, size: most })
    return items.find(({ mode }) => mode === 'inoffice')
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return undefined
  }
}
