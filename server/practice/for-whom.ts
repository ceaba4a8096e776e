import type { Principal } from '../protocol/principal.ts'

/** The first name of the patient for buttons: for people who act for somebody else; undefined for their own record. */
export function firstNameOfOther(principal: Principal | undefined): string | undefined {
  return principal?.kind === 'guardian' ? principal.patient.firstName : undefined
}

/** The fact that says whose appointment it is, to people who act for somebody else. */
export function patientFact(principal: Principal | undefined): { id: string; name: string; value: string }[] {
  if (principal?.kind !== 'guardian') return []
  const { firstName, lastName } = principal.patient
  return [{ id: 'fact-patient', name: 'Patient', value: `${firstName} ${lastName}` }]
}
