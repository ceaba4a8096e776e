import type { PatientKey } from '../../protocol/principal.ts'
import type { PayingPerson } from './paying-person.ts'

/** What was paid or made for a patient, by whom. */
interface Made extends PatientKey {
  payer: string
}

/** Those who act for the patient see all payments and invoices; a guest sees those of the own session. */
export function maySee({ kind, licenseeId, patientId, payer }: PayingPerson, made: Made): boolean {
  const isOfPatient = made.licenseeId === licenseeId && made.patientId === patientId
  return isOfPatient && (kind !== 'guest' || made.payer === payer)
}

/**
 * Which of a patient's cards on file a person may pay with: the own ones, and for the patient also those that the office
 * saved, which have no owner; none for guests. `owner` is the name under which the processor keeps the person.
 */
export function mayPayWith(
  card: { owner: string },
  { kind, owner }: Pick<PayingPerson, 'kind'> & { owner: string },
): boolean {
  if (kind === 'guest') return false
  return card.owner === owner || (card.owner === '' && kind === 'patient')
}
