import type { ResultStatus } from '../sandbox/areas/test-results/test-results.store.ts'

/** States of FHIR reports and observations; those that no record server has become the nearest. */
const STATUSES: Readonly<Record<string, ResultStatus>> = {
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  appended: 'corrected',
  preliminary: 'preliminary',
  partial: 'preliminary',
  cancelled: 'cancelled',
}

/** Returns undefined for a state in which a laboratory has reported nothing yet, or something by mistake. */
export const laboratoryStatus = (written: string): ResultStatus | undefined =>
  Object.hasOwn(STATUSES, written) ? STATUSES[written] : undefined
