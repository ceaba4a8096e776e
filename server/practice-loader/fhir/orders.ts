import Type, { type Static } from 'typebox'
import { CodeableConcept, FhirTime, Performers, Reference, shared, ShortText } from './parts.ts'

export const ServiceRequest = Type.Object({
  resourceType: Type.Literal('ServiceRequest'),
  ...shared,
  status: ShortText,
  intent: Type.Optional(ShortText),
  category: Type.Optional(Type.Array(CodeableConcept)),
  code: Type.Optional(CodeableConcept),
  subject: Type.Optional(Reference),
  encounter: Type.Optional(Reference),
  occurrenceDateTime: Type.Optional(FhirTime),
  authoredOn: Type.Optional(FhirTime),
  requester: Type.Optional(Reference),
  performer: Type.Optional(Performers),
})
export type ServiceRequest = Static<typeof ServiceRequest>
