import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { Claim, Coverage, ExplanationOfBenefit } from './billing.ts'
import { AllergyIntolerance, Condition } from './conditions.ts'
import { DocumentReference } from './documents.ts'
import { DiagnosticReport, Observation } from './results.ts'
import { ServiceRequest } from './orders.ts'
import { Medication, MedicationRequest, MedicationStatement } from './medications.ts'
import {
  Address,
  CodeableConcept,
  FhirDate,
  FhirTime,
  HumanName,
  Reference,
  shared,
  ShortText,
  Telecom,
} from './parts.ts'

// The schemas describe only the parts that the loader reads; bundles contain far more, and may.

export const Organization = Type.Object({
  resourceType: Type.Literal('Organization'),
  ...shared,
  name: Type.Optional(ShortText),
  type: Type.Optional(Type.Array(CodeableConcept)),
  telecom: Type.Optional(Type.Array(Telecom)),
  address: Type.Optional(Type.Array(Address)),
})
export type Organization = Static<typeof Organization>

export const Location = Type.Object({
  resourceType: Type.Literal('Location'),
  ...shared,
  name: Type.Optional(ShortText),
  mode: Type.Optional(ShortText),
  telecom: Type.Optional(Type.Array(Telecom)),
  address: Type.Optional(Address),
  managingOrganization: Type.Optional(Reference),
})
export type Location = Static<typeof Location>

export const Practitioner = Type.Object({
  resourceType: Type.Literal('Practitioner'),
  ...shared,
  name: Type.Optional(Type.Array(HumanName)),
  address: Type.Optional(Type.Array(Address)),
  qualification: Type.Optional(Type.Array(Type.Object({ code: Type.Optional(CodeableConcept) }))),
})
export type Practitioner = Static<typeof Practitioner>

export const PractitionerRole = Type.Object({
  resourceType: Type.Literal('PractitionerRole'),
  ...shared,
  practitioner: Type.Optional(Reference),
  organization: Type.Optional(Reference),
  location: Type.Optional(Type.Array(Reference)),
  specialty: Type.Optional(Type.Array(CodeableConcept)),
})
export type PractitionerRole = Static<typeof PractitionerRole>

export const Patient = Type.Object({
  resourceType: Type.Literal('Patient'),
  ...shared,
  name: Type.Optional(Type.Array(HumanName)),
  telecom: Type.Optional(Type.Array(Telecom)),
  gender: Type.Optional(ShortText),
  birthDate: Type.Optional(FhirDate),
  address: Type.Optional(Type.Array(Address)),
})
export type Patient = Static<typeof Patient>

export const Encounter = Type.Object({
  resourceType: Type.Literal('Encounter'),
  ...shared,
  status: ShortText,
  class: Type.Optional(Type.Object({ code: Type.Optional(ShortText) })),
  type: Type.Optional(Type.Array(CodeableConcept)),
  subject: Type.Optional(Reference),
  participant: Type.Optional(Type.Array(Type.Object({ individual: Type.Optional(Reference) }))),
  period: Type.Object({ start: FhirTime, end: Type.Optional(FhirTime) }),
  location: Type.Optional(Type.Array(Type.Object({ location: Reference }))),
  serviceProvider: Type.Optional(Reference),
})
export type Encounter = Static<typeof Encounter>

/** A resource that the loader reads. */
export type Resource =
  | Organization
  | Location
  | Practitioner
  | PractitionerRole
  | Patient
  | Encounter
  | AllergyIntolerance
  | Condition
  | Coverage
  | Claim
  | ExplanationOfBenefit
  | DiagnosticReport
  | DocumentReference
  | Observation
  | Medication
  | MedicationRequest
  | MedicationStatement
  | ServiceRequest
export type ResourceType = Resource['resourceType']

/** The check of each type; resources of other types are counted and left out. */
export const resourceChecks = {
  Organization: Compile(Organization),
  Location: Compile(Location),
  Practitioner: Compile(Practitioner),
  PractitionerRole: Compile(PractitionerRole),
  Patient: Compile(Patient),
  Encounter: Compile(Encounter),
  AllergyIntolerance: Compile(AllergyIntolerance),
  Condition: Compile(Condition),
  Coverage: Compile(Coverage),
  Claim: Compile(Claim),
  ExplanationOfBenefit: Compile(ExplanationOfBenefit),
  DiagnosticReport: Compile(DiagnosticReport),
  DocumentReference: Compile(DocumentReference),
  Observation: Compile(Observation),
  Medication: Compile(Medication),
  MedicationRequest: Compile(MedicationRequest),
  MedicationStatement: Compile(MedicationStatement),
  ServiceRequest: Compile(ServiceRequest),
} satisfies Record<ResourceType, unknown>

export const isResourceType = (type: string): type is ResourceType => Object.hasOwn(resourceChecks, type)
