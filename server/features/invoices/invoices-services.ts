import { patientTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import type { InvoiceRow } from './invoices.store.ts'

export type InvoiceServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'jobs' | 'now' | 'log' | 'encryption'>

/** What every screen with the invoices of a patient depends on. */
export function invoicesTopic({ licenseeId, patientId }: Pick<InvoiceRow, 'licenseeId' | 'patientId'>): string {
  return patientTopic({ licenseeId, patientId }, 'invoices')
}
