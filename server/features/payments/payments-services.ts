import { adminTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'

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

/** The payments of a practice, for its administrators. */
export function practicePaymentsTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'payments')
}
