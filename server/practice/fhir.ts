import { randomUUID } from 'node:crypto'
import type { CodeableConcept, Coding, Reference, Resource } from '@medplum/fhirtypes'
import { v5 as uuidOf } from 'uuid'

/** A resource of FHIR R4 with its id, which `fhirId` makes. */
export type FhirResource = Resource & { id: string }

/** What the ids of all records are derived from, with the practice and the number in its record server. */
const namespace = '6f0e6f0a-9d1c-4a7e-8a51-5d3b1d0c7f52'

/** Returns the same UUID for the same thing of a practice in every file, so that a file that is read again adds nothing. */
export function fhirId(licenseeId: string, kind: string, id: string): string {
  return uuidOf(JSON.stringify([licenseeId, kind, id]), namespace)
}

export const fhirUrl = (id: string): string => `urn:uuid:${id}`

export function fhirReference<R extends Resource>(id: string, display?: string): Reference<R> {
  return { reference: fhirUrl(id), ...(display ? { display } : {}) }
}

const terminology = 'http://terminology.hl7.org/CodeSystem'

/** A code of HL7's own systems: `hl7Code('v2-0203', 'MR')`. */
export function hl7Code(system: string, code: string, display?: string): CodeableConcept {
  return { coding: [{ system: `${terminology}/${system}`, code, ...(display ? { display } : {}) }] }
}

export const hl7Coding = (system: string, code: string): Coding => ({ system: `${terminology}/${system}`, code })

/** Words, with the code that the record has for them, if any. */
export function concept(text: string, { code, codeSystem }: { code: string; codeSystem: string }): CodeableConcept {
  return { text, ...(code !== '' && codeSystem !== '' ? { coding: [{ system: codeSystem, code }] } : {}) }
}

const usCore = 'http://hl7.org/fhir/us/core/StructureDefinition'

/** States that a resource fits a profile of US Core: `usCoreProfile('us-core-patient')`. */
export const usCoreProfile = (name: string) => ({ meta: { profile: [`${usCore}/${name}`] } })

/** Stands around digits until `fhirJson` writes them; no text of a record has it. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?)${mark}"`, 'g')

/**
 * A number with the digits of the text: `5.10` is more exact than `5.1` (FHIR R4, decimal). Use `fhirJson` to write it.
 * Undefined if the text is no decimal number.
 */
export function decimal(text: string): number | undefined {
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? (`${mark}${text}${mark}` as unknown as number) : undefined // until `fhirJson`
}

export const fhirJson = (value: unknown): string => JSON.stringify(value).replace(marked, '$1')
