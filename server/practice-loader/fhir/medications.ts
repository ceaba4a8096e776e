import Type, { type Static } from 'typebox'
import { CodeableConcept, FhirTime, Period, Reference, shared, ShortText } from './parts.ts'

export const Medication = Type.Object({
  resourceType: Type.Literal('Medication'),
  ...shared,
  code: Type.Optional(CodeableConcept),
})
export type Medication = Static<typeof Medication>

const Dose = Type.Object({ value: Type.Optional(Type.Number()), unit: Type.Optional(ShortText) })
const Repeat = Type.Object({
  frequency: Type.Optional(Type.Integer()),
  period: Type.Optional(Type.Number()),
  periodUnit: Type.Optional(ShortText),
})

/** How much of it, how often. */
const Dosage = Type.Object({
  text: Type.Optional(Type.String()),
  patientInstruction: Type.Optional(Type.String()),
  asNeededBoolean: Type.Optional(Type.Boolean()),
  timing: Type.Optional(Type.Object({ repeat: Type.Optional(Repeat) })),
  doseAndRate: Type.Optional(Type.Array(Type.Object({ doseQuantity: Type.Optional(Dose) }))),
})
export type Dosage = Static<typeof Dosage>

const medicationParts = {
  ...shared,
  status: ShortText,
  subject: Type.Optional(Reference),
  medicationCodeableConcept: Type.Optional(CodeableConcept),
  medicationReference: Type.Optional(Reference),
  contained: Type.Optional(
    Type.Array(
      Type.Object({ resourceType: ShortText, id: Type.Optional(ShortText), code: Type.Optional(CodeableConcept) }),
    ),
  ),
}

export const MedicationRequest = Type.Object({
  resourceType: Type.Literal('MedicationRequest'),
  ...medicationParts,
  intent: Type.Optional(ShortText),
  doNotPerform: Type.Optional(Type.Boolean()),
  authoredOn: Type.Optional(FhirTime),
  dosageInstruction: Type.Optional(Type.Array(Dosage)),
})
export type MedicationRequest = Static<typeof MedicationRequest>

/** What somebody takes, also what nobody at the practice has ordered. */
export const MedicationStatement = Type.Object({
  resourceType: Type.Literal('MedicationStatement'),
  ...medicationParts,
  effectiveDateTime: Type.Optional(FhirTime),
  effectivePeriod: Type.Optional(Period),
  dateAsserted: Type.Optional(FhirTime),
  dosage: Type.Optional(Type.Array(Dosage)),
})
export type MedicationStatement = Static<typeof MedicationStatement>
