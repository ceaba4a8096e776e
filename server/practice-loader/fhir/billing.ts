import Type, { type Static } from 'typebox'
import { CodeableConcept, Money, Period, Reference, shared, ShortText } from './parts.ts'

const NamedReference = Type.Object({ reference: Type.Optional(ShortText), display: Type.Optional(ShortText) })
export type NamedReference = Static<typeof NamedReference>

const Sequence = Type.Integer({ minimum: 1 })

export const Coverage = Type.Object({
  resourceType: Type.Literal('Coverage'),
  ...shared,
  status: ShortText,
  subscriberId: Type.Optional(ShortText),
  beneficiary: Type.Optional(Reference),
  period: Type.Optional(Period),
  payor: Type.Optional(Type.Array(NamedReference)),
  class: Type.Optional(
    Type.Array(Type.Object({ type: Type.Optional(CodeableConcept), value: Type.Optional(ShortText) })),
  ),
})
export type Coverage = Static<typeof Coverage>

const Diagnosis = Type.Object({
  sequence: Sequence,
  diagnosisCodeableConcept: Type.Optional(CodeableConcept),
  diagnosisReference: Type.Optional(Reference),
})
export type Diagnosis = Static<typeof Diagnosis>

const Diagnoses = Type.Optional(Type.Array(Diagnosis))

const item = {
  sequence: Sequence,
  productOrService: Type.Optional(CodeableConcept),
  diagnosisSequence: Type.Optional(Type.Array(Sequence)),
  net: Type.Optional(Money),
}

export const Claim = Type.Object({
  resourceType: Type.Literal('Claim'),
  ...shared,
  type: Type.Optional(CodeableConcept),
  billablePeriod: Type.Optional(Period),
  provider: Type.Optional(Reference),
  facility: Type.Optional(Reference),
  diagnosis: Diagnoses,
  item: Type.Optional(Type.Array(Type.Object(item))),
  total: Type.Optional(Money),
})
export type Claim = Static<typeof Claim>

/** One amount of an item, or of a whole claim. */
const Adjudication = Type.Object({ category: CodeableConcept, amount: Type.Optional(Money) })
export type Adjudication = Static<typeof Adjudication>

const Adjudications = Type.Optional(Type.Array(Adjudication))

export const BenefitItem = Type.Object({ ...item, adjudication: Adjudications })
export type BenefitItem = Static<typeof BenefitItem>

export const ExplanationOfBenefit = Type.Object({
  resourceType: Type.Literal('ExplanationOfBenefit'),
  ...shared,
  status: ShortText,
  type: Type.Optional(CodeableConcept),
  subType: Type.Optional(CodeableConcept),
  use: ShortText,
  patient: Type.Optional(Reference),
  billablePeriod: Type.Optional(Period),
  insurer: Type.Optional(NamedReference),
  provider: Type.Optional(Reference),
  facility: Type.Optional(Reference),
  claim: Type.Optional(Reference),
  outcome: ShortText,
  careTeam: Type.Optional(Type.Array(Type.Object({ provider: Type.Optional(Reference) }))),
  diagnosis: Diagnoses,
  item: Type.Optional(Type.Array(BenefitItem)),
  adjudication: Adjudications,
  total: Adjudications,
  payment: Type.Optional(Type.Object({ type: Type.Optional(CodeableConcept) })),
})
export type ExplanationOfBenefit = Static<typeof ExplanationOfBenefit>
