import { bundleCheck, RECORD_BUNDLES, type Bundle } from './fhir/bundle.ts'
import { isResourceType, resourceChecks, type Resource } from './fhir/resource.ts'
import { foreignFile, refused, wholeRefused, type Fault } from './file-refused.ts'
import { withDigits } from './json-digits.ts'
import { jsonPlace } from './json-place.ts'
import { schemaFaults } from './schema-faults.ts'

/** One resource of a file. `resource` is missing if the loader does not read resources of that type. */
export interface Entry {
  /** JSON pointer of the resource. */
  pointer: string
  fullUrl?: string
  id?: string
  type: string
  resource?: Resource
}

/** 200 MB: the largest practices export one patient per file; a larger file would not fit into memory as text. */
export const FILE_LIMIT = 200 * 1024 * 1024

/** Reads and checks a whole file. Throws FileRefused with a message for every error and its place. */
export function readBundle(name: string, bytes: Uint8Array): Entry[] {
  if (bytes.length > FILE_LIMIT) throw wholeRefused(name, `is larger than ${FILE_LIMIT / 1024 / 1024} MB; split it`)
  const bundle = asBundle(name, parse(name, decode(name, bytes)))
  if (!RECORD_BUNDLES.includes(bundle.type)) {
    throw foreignFile(name, `is a ${bundle.type} bundle, not a FHIR R4 bundle of ours (${RECORD_BUNDLES.join(', ')})`)
  }
  const faults: Fault[] = []
  const entries = (bundle.entry ?? []).map((entry, place) => readEntry(entry, place, faults))
  if (faults.length > 0) throw refused(name, faults)
  return entries
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) // removes a byte-order mark
  } catch {
    throw wholeRefused(name, 'is no UTF-8 text')
  }
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(withDigits(text))
  } catch {
    throw wholeRefused(name, `is no JSON: it stops making sense at ${jsonPlace(text) ?? 'its end'}`)
  }
}

function asBundle(name: string, value: unknown): Bundle {
  const type = resourceTypeOf(value)
  if (type === undefined) throw wholeRefused(name, 'is JSON, but no FHIR resource: /resourceType is missing')
  if (type !== 'Bundle') throw wholeRefused(name, `is a FHIR ${type}, not a Bundle`)
  const faults = schemaFaults(bundleCheck, value, '')
  if (faults.length > 0) throw refused(name, faults)
  return value as Bundle // checked above
}

function resourceTypeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('resourceType' in value)) return undefined
  return typeof value.resourceType === 'string' ? value.resourceType.slice(0, 60) : undefined
}

function readEntry({ fullUrl, resource }: NonNullable<Bundle['entry']>[number], place: number, faults: Fault[]): Entry {
  const pointer = `/entry/${place}/resource`
  const type = resource.resourceType
  const entry: Entry = { pointer, fullUrl, id: resource.id, type }
  if (!isResourceType(type)) return entry
  const wrong = schemaFaults(resourceChecks[type], resource, pointer)
  faults.push(...wrong)
  return wrong.length > 0 ? entry : { ...entry, resource: resource as Resource } // checked above
}
