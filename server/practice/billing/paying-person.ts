import type { Context } from '../../protocol/context.ts'
import { topicOwner, type PatientKey, type PatientRef } from '../../protocol/principal.ts'
import { routes } from '../routes.ts'

/** Who sees a patient's bill and pays it. As a `PatientKey` it names the patient. */
export interface PayingPerson extends PatientKey {
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

/** The address of the bill with these charges ticked, as in addresses; without any, the bill as it opens. */
export function billPath({ routes: own }: Pick<PayingPerson, 'routes'>, ticked?: string): string {
  return ticked === undefined ? own.billing : `${own.billing}?pay=${ticked}`
}

/** Returns the person after the guard `billPayers`: asked once for a request and passed on. Throws for any other. */
export function payingPerson({ licensee, principal }: Pick<Context, 'licensee' | 'principal'>): PayingPerson {
  if (principal?.kind === 'guest')
    return {
      kind: 'guest',
      licenseeId: licensee.id,
      patientId: principal.patient.id,
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
    licenseeId: licensee.id,
    patientId: patient.id,
    patient,
    payer: topicOwner(principal),
    accountId,
    seesCare: true,
    routes: { billing: routes.billing, payment: routes.payment },
  }
}
