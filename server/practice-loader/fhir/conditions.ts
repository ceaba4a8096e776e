import Type, { type Static } from 'typebox'
import { CodeableConcept, FhirTime, Period, Reference, shared, ShortText } from './parts.ts'

/** When it began; an age or a range of ages is not read. */
const onset = {
  onsetDateTime: Type.Optional(FhirTime),
  onsetPeriod: Type.Optional(Period),
  recordedDate: Type.Optional(FhirTime),
}

export const Condition = Type.Object({
  resourceType: Type.Literal('Condition'),
  ...shared,
  ...onset,
  clinicalStatus: Type.Optional(CodeableConcept),
  verificationStatus: Type.Optional(CodeableConcept),
  category: Type.Optional(Type.Array(CodeableConcept)),
  code: Type.Optional(CodeableConcept),
  subject: Type.Optional(Reference),
  abatementDateTime: Type.Optional(FhirTime),
  abatementPeriod: Type.Optional(Period),
})
export type Condition = Static<typeof Condition>

const Reaction = Type.Object({
  manifestation: Type.Optional(Type.Array(CodeableConcept)),
  severity: Type.Optional(ShortText),
})

export const AllergyIntolerance = Type.Object({
  resourceType: Type.Literal('AllergyIntolerance'),
  ...shared,
  ...onset,
  clinicalStatus: Type.Optional(CodeableConcept),
  verificationStatus: Type.Optional(CodeableConcept),
  code: Type.Optional(CodeableConcept),
  patient: Type.Optional(Reference),
  reaction: Type.Optional(Type.Array(Reaction)),
})
export type AllergyIntolerance = Static<typeof AllergyIntolerance>
