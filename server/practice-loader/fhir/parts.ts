import Type, { type Static } from 'typebox'
import { DateTime } from 'luxon'

/** Names, lines and ids. No real one is near the limit; a longer one is a mistake or an attack. */
export const ShortText = Type.String({ maxLength: 1000 })

/** The name of a resource. FHIR allows 64 characters in an id; a full URL may be longer. */
export const IdText = Type.String({ maxLength: 300 })

/** FHIR lists contain null where an element has only extensions (such as data-absent-reason). */
const ShortTexts = Type.Array(Type.Union([ShortText, Type.Null()]))

const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

const isFhirDate = (text: string) => DATE.test(text) && DateTime.fromISO(text).isValid
const isFhirTime = (text: string) => isFhirDate(text) || (TIME.test(text) && DateTime.fromISO(text).isValid)

/** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
export const FhirDate = Type.Refine(Type.String(), isFhirDate, () => 'is no date')

/** A date as above, or a time with its offset from UTC. */
export const FhirTime = Type.Refine(Type.String(), isFhirTime, () => 'is no date or time')

export const Reference = Type.Object({ reference: Type.Optional(ShortText) })
export type Reference = Static<typeof Reference>

const Coding = Type.Object({
  system: Type.Optional(ShortText),
  code: Type.Optional(ShortText),
  display: Type.Optional(Type.String()),
})

export const CodeableConcept = Type.Object({
  text: Type.Optional(Type.String()),
  coding: Type.Optional(Type.Array(Coding)),
})
export type CodeableConcept = Static<typeof CodeableConcept>

export const Identifier = Type.Object({
  system: Type.Optional(ShortText),
  value: Type.Optional(ShortText),
  type: Type.Optional(CodeableConcept),
})
export type Identifier = Static<typeof Identifier>

/** What every resource has. */
export const shared = { id: Type.Optional(IdText), identifier: Type.Optional(Type.Array(Identifier)) }

export const Period = Type.Object({ start: Type.Optional(FhirTime), end: Type.Optional(FhirTime) })

/** Four of these amounts together still fit into the dollars of an invoice (gateways/emr/billing/billing.wire.ts). */
const AMOUNT_LIMIT = 5_000_000

/** Dollars. Other currencies are refused: the record server has none. */
export const Money = Type.Object({
  value: Type.Optional(Type.Number({ minimum: -AMOUNT_LIMIT, maximum: AMOUNT_LIMIT })),
  currency: Type.Optional(
    Type.Refine(
      Type.String(),
      (code) => code === 'USD',
      () => 'is not USD',
    ),
  ),
})

export const HumanName = Type.Object({
  use: Type.Optional(ShortText),
  text: Type.Optional(ShortText),
  family: Type.Optional(ShortText),
  given: Type.Optional(ShortTexts),
})
export type HumanName = Static<typeof HumanName>

export const Address = Type.Object({
  use: Type.Optional(ShortText),
  line: Type.Optional(ShortTexts),
  city: Type.Optional(ShortText),
  state: Type.Optional(ShortText),
  postalCode: Type.Optional(ShortText),
})
export type Address = Static<typeof Address>

export const Telecom = Type.Object({
  system: Type.Optional(ShortText),
  use: Type.Optional(ShortText),
  value: Type.Optional(ShortText),
})
export type Telecom = Static<typeof Telecom>

/** A file within a resource (base64), or a link to it. */
export const Attachment = Type.Object({
  contentType: Type.Optional(ShortText),
  data: Type.Optional(Type.String()),
  url: Type.Optional(ShortText),
})
export type Attachment = Static<typeof Attachment>

/** Who did something: a reference to it, or its name only. */
export const Performers = Type.Array(
  Type.Object({ reference: Type.Optional(ShortText), display: Type.Optional(ShortText) }),
)
export type Performers = Static<typeof Performers>
