import Type, { type Static } from 'typebox'
import { Attachment, CodeableConcept, FhirTime, Performers, Period, Reference, shared, ShortText } from './parts.ts'

const Quantity = Type.Object({
  value: Type.Optional(Type.Number()),
  /** The digits of `value` as the file has them; no part of FHIR (json-digits.ts). */
  digits: Type.Optional(Type.String()),
  comparator: Type.Optional(ShortText),
  unit: Type.Optional(ShortText),
  code: Type.Optional(ShortText),
})
export type Quantity = Static<typeof Quantity>

const ReferenceRange = Type.Object({
  low: Type.Optional(Quantity),
  high: Type.Optional(Quantity),
  type: Type.Optional(CodeableConcept),
  appliesTo: Type.Optional(Type.Array(CodeableConcept)),
  age: Type.Optional(Type.Object({ low: Type.Optional(Quantity), high: Type.Optional(Quantity) })),
  text: Type.Optional(Type.String()),
})
export type ReferenceRange = Static<typeof ReferenceRange>

/** When it was taken, and when it was issued. */
const times = {
  effectiveDateTime: Type.Optional(FhirTime),
  effectivePeriod: Type.Optional(Period),
  issued: Type.Optional(FhirTime),
}

/** What was measured, and how that is meant. */
const Measurement = Type.Object({
  code: Type.Optional(CodeableConcept),
  valueQuantity: Type.Optional(Quantity),
  valueInteger: Type.Optional(Type.Integer()),
  valueString: Type.Optional(Type.String()),
  valueBoolean: Type.Optional(Type.Boolean()),
  valueCodeableConcept: Type.Optional(CodeableConcept),
  valueRange: Type.Optional(Type.Object({ low: Type.Optional(Quantity), high: Type.Optional(Quantity) })),
  valueRatio: Type.Optional(Type.Object({ numerator: Type.Optional(Quantity), denominator: Type.Optional(Quantity) })),
  valueTime: Type.Optional(ShortText),
  valueDateTime: Type.Optional(FhirTime),
  valuePeriod: Type.Optional(Period),
  valueSampledData: Type.Optional(Type.Object({})),
  dataAbsentReason: Type.Optional(CodeableConcept),
  interpretation: Type.Optional(Type.Array(CodeableConcept)),
  referenceRange: Type.Optional(Type.Array(ReferenceRange)),
})
export type Measurement = Static<typeof Measurement>

export const Observation = Type.Object({
  resourceType: Type.Literal('Observation'),
  ...shared,
  ...times,
  ...Measurement.properties,
  status: ShortText,
  subject: Type.Optional(Reference),
  component: Type.Optional(Type.Array(Measurement)),
})
export type Observation = Static<typeof Observation>

export const DiagnosticReport = Type.Object({
  resourceType: Type.Literal('DiagnosticReport'),
  ...shared,
  ...times,
  status: ShortText,
  category: Type.Optional(Type.Array(CodeableConcept)),
  code: Type.Optional(CodeableConcept),
  subject: Type.Optional(Reference),
  encounter: Type.Optional(Reference),
  basedOn: Type.Optional(Type.Array(Reference)),
  performer: Type.Optional(Performers),
  resultsInterpreter: Type.Optional(Performers),
  result: Type.Optional(Type.Array(Reference)),
  conclusion: Type.Optional(Type.String()),
  presentedForm: Type.Optional(Type.Array(Attachment)),
})
export type DiagnosticReport = Static<typeof DiagnosticReport>
