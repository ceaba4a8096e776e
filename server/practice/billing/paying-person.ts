import type { Context } from '../../protocol/context.ts'
import { actingPrincipal, topicOwner, type PatientKey, type PatientRef } from '../../protocol/principal.ts'
import { paths } from '../paths.ts'

/** Who sees a patient's bill and pays it. As a `PatientKey` it names the patient. */
export interface PayingPerson extends PatientKey {
  kind: 'patient' | 'guardian' | 'guest'
  patient: PatientRef
  /** Identifies the account, or the guest: two guests who pay for one patient are two payers. */
  payer: string
  accountId: number | null
  /** Whether procedures and diagnoses are shown. */
  seesCare: boolean
  /** Their addresses of the bill and of its payment (specification 2 §2.1). */
  paths: Pick<typeof paths, 'billing' | 'payment'>
}

/**
 * Returns the person after the guard `billPayers`: asked once for a request and passed on. Who views a record sees it as
 * the patient does, without the cards of anybody. Throws for any other.
 */
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
      paths: { billing: paths.guestBilling, payment: paths.guestPayment },
    }
  const person = actingPrincipal({ principal })
  const { patient, accountId } = person
  return {
    kind: person.kind === 'guardian' ? 'guardian' : 'patient',
    licenseeId: licensee.id,
    patientId: patient.id,
    patient,
    payer: topicOwner(person),
    accountId,
    seesCare: true,
    paths: { billing: paths.billing, payment: paths.payment },
  }
}
