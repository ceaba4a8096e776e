import type { Identifier } from './fhir/parts.ts'
import type { Entry } from './read-bundle.ts'

/** The entries of one file by every name that a reference may use. */
export type BundleIndex = Map<string, Entry>

/** If several entries have one name, the first wins: the later ones repeat it. */
export function indexEntries(entries: Entry[]): BundleIndex {
  const index: BundleIndex = new Map()
  for (const entry of entries) {
    for (const name of [...namesOf(entry), ...identifierNames(entry)]) if (!index.has(name)) index.set(name, entry)
  }
  return index
}

/** The longest text that an index of PostgreSQL can hold in any alphabet. */
export const NAME_LIMIT = 400

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the names of an entry, the most stable first: `Type/id`, then its `fullUrl`. */
export function namesOf({ type, id, fullUrl, pointer }: Entry): string[] {
  const names = [
    ...(id ? [`${type}/${id}`] : []),
    ...(fullUrl ? [fullUrl] : []),
    ...(id && UUID.test(id) ? [`urn:uuid:${id}`] : []),
  ]
  return names.length > 0 ? [...new Set(names)] : [`${type}${pointer}`] // no reference can name it
}

/**
 * Returns identifiers in the form of conditional references of newer Synthea versions. Not unique: two systems may use
 * one number.
 */
export function identifierNames({ type, resource }: Entry): string[] {
  const named = (resource?.identifier ?? []).filter(({ value }) => value)
  const names = named.map(({ system, value }: Identifier) => `${type}?identifier=${system ?? ''}|${value}`)
  return names.filter((name) => name.length <= NAME_LIMIT)
}

/** Normalizes a reference for the index: without a version, conditional ones unescaped. */
export function spelled(reference: string): string {
  if (reference.includes('?')) return unescaped(reference)
  return reference.replace(/\/_history\/[^/]*$/, '')
}

function unescaped(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}

/** Finds the entry of a reference; an absolute one also by its last two segments. */
export function lookUp(index: BundleIndex, reference: string): Entry | undefined {
  return index.get(reference) ?? index.get(reference.match(/^https?:.*\/([A-Z][A-Za-z]+\/[^/]+)$/)?.[1] ?? '')
}
