import { adminTopic, patientTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import type { Payment } from './payments.store.ts'

export type PaymentServices = Pick<
  Services,
  | 'db'
  | 'licensees'
  | 'emrOf'
  | 'cardsOf'
  | 'jobs'
  | 'now'
  | 'log'
  | 'publish'
  | 'encryption'
  | 'linkTokens'
  | 'outbox'
  | 'settings'
>

/** What every screen with the bills of a patient depends on. */
export function billsTopic({ licenseeId, patientId }: Pick<Payment, 'licenseeId' | 'patientId'>): string {
  return patientTopic({ licenseeId, patientId }, 'bills')
}

/** The payments of a practice, for its administrators. */
export function practicePaymentsTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'payments')
}
