import Type, { type Static } from 'typebox'
import { Attachment, CodeableConcept, FhirTime, Period, Reference, shared, ShortText } from './parts.ts'

export const DocumentReference = Type.Object({
  resourceType: Type.Literal('DocumentReference'),
  ...shared,
  status: ShortText,
  docStatus: Type.Optional(ShortText),
  type: Type.Optional(CodeableConcept),
  category: Type.Optional(Type.Array(CodeableConcept)),
  subject: Type.Optional(Reference),
  date: Type.Optional(FhirTime),
  content: Type.Optional(Type.Array(Type.Object({ attachment: Type.Optional(Attachment) }))),
  context: Type.Optional(
    Type.Object({ encounter: Type.Optional(Type.Array(Reference)), period: Type.Optional(Period) }),
  ),
})
export type DocumentReference = Static<typeof DocumentReference>
