import type { TLocalizedValidationError } from 'typebox/error'
import type { Fault } from './file-refused.ts'

const NOT_OF_TYPE: Record<string, string> = {
  string: 'is no text',
  object: 'is no object',
  array: 'is no list',
  boolean: 'is neither true nor false',
  number: 'is no number',
}

interface Check {
  Check(value: unknown): boolean
  Errors(value: unknown): TLocalizedValidationError[]
}

/** Returns one message for each place of `value` that fails the schema, with `base` before its pointer. */
export function schemaFaults(check: Check, value: unknown, base: string): Fault[] {
  if (check.Check(value)) return [] // this check is compiled and fast; collecting the errors is interpreted and slow
  const byPlace = new Map<string, Fault>()
  for (const fault of check.Errors(value).flatMap((error) => faultOf(error, base))) {
    if (!byPlace.has(fault.pointer)) byPlace.set(fault.pointer, fault)
  }
  return [...byPlace.values()]
}

function faultOf(error: TLocalizedValidationError, base: string): Fault[] {
  const pointer = base + error.instancePath
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({ pointer: `${pointer}/${name}`, sentence: 'is missing' }))
  }
  return [{ pointer, sentence: sentenceOf(error) }]
}

function sentenceOf(error: TLocalizedValidationError): string {
  if (error.keyword === 'type') return NOT_OF_TYPE[String(error.params.type)] ?? 'is of a wrong type'
  if (error.keyword === 'maxLength') return `is longer than ${error.params.limit} characters`
  if (error.keyword === 'minimum') return `is less than ${error.params.limit}`
  if (error.keyword === 'maximum') return `is more than ${error.params.limit}`
  if (error.keyword === 'pattern') return 'is no name of a FHIR resource type'
  return error.message
}
