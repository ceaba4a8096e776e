import type { Context } from '../protocol/context.ts'
import { topicOwner, type PatientRef } from '../protocol/principal.ts'
import { routes } from './routes.ts'

/** Who sees a patient's bill and pays it. */
export interface PayingPerson {
  kind: 'patient' | 'guardian' | 'guest'
  patient: PatientRef
  /** Identifies the account, or the guest: two guests who pay for one patient are two payers. */
  payer: string
  accountId: number | null
  /** Whether procedures and diagnoses are shown. */
  seesCare: boolean
  /** Their routes of the bill and of its payment (specification 2 §2.1). */
  routes: { billing: string; payment: string }
}

/** Returns the person after the guard `payers`. Throws for any other. */
export function payingPerson({ principal }: Pick<Context, 'principal'>): PayingPerson {
  if (principal?.kind === 'guest')
    return {
      kind: 'guest',
      patient: principal.patient,
      payer: `guest:${principal.guestId}`,
      accountId: null,
      seesCare: principal.seesCare === true,
      routes: { billing: routes.guestBilling, payment: routes.guestPayment },
    }
  if (principal?.kind !== 'patient' && principal?.kind !== 'guardian')
    throw new Error('the guard requires somebody who may pay')
  const { kind, patient, accountId } = principal
  return {
    kind,
    patient,
    payer: topicOwner(principal),
    accountId,
    seesCare: true,
    routes: { billing: routes.billing, payment: routes.payment },
  }
}
