import { lookUp, namesOf, spelled, type BundleIndex } from './bundle-index.ts'
import type { Reference } from './fhir/parts.ts'
import type { Resource, ResourceType } from './fhir/resource.ts'
import type { Fault } from './file-refused.ts'
import type { Kind, Need, Tally } from './load-plan.ts'
import type { Entry } from './read-bundle.ts'

/** One file while it is being turned into a plan: what it holds, and what was found out about it so far. */
export interface Reading {
  entries: Entry[]
  index: BundleIndex
  dropDigits: boolean
  faults: Fault[]
  needs: Need[]
  skipped: Tally
  /** First names of entries that no row was made of. */
  left: Set<string>
}

const KIND: Partial<Record<string, Kind>> = {
  Organization: 'facility',
  Location: 'facility',
  Practitioner: 'provider',
  PractitionerRole: 'provider',
  Patient: 'patient',
}

export interface Found<R extends Resource> extends Entry {
  resource: R
}

/** The entries of one type, each once. */
export function entriesOf<T extends ResourceType>(
  { entries, index }: Reading,
  type: T,
): Found<Extract<Resource, { resourceType: T }>>[] {
  return entries.filter(
    (entry): entry is Found<Extract<Resource, { resourceType: T }>> =>
      entry.resource?.resourceType === type && index.get(firstName(entry)) === entry,
  )
}

export const firstName = (entry: Entry) => namesOf(entry)[0] ?? ''

/** Leaves a resource out and counts why. */
export function leaveOut(reading: Reading, entry: Entry, reason: string): void {
  reading.left.add(firstName(entry))
  count(reading.skipped, reason)
}

export function count(tally: Tally, what: string, by = 1): void {
  tally[what] = (tally[what] ?? 0) + by
}

/**
 * The name of what a reference points at, or undefined when it points at nothing we hold: it has no target, is
 * contained, or its target was left out. One of a wrong type is a fault; one outside of the file becomes a need.
 */
export function resolve(
  reading: Reading,
  reference: Reference | undefined,
  at: { pointer: string; types: ResourceType[] },
) {
  if (!reference?.reference || reference.reference.startsWith('#')) return undefined
  const pointer = `${at.pointer}/reference`
  const name = spelled(reference.reference)
  const entry = lookUp(reading.index, name)
  if (!entry) return need(reading, { name, pointer, type: typeIn(name) ?? at.types[0] })
  if (!at.types.some((type) => type === entry.type)) {
    reading.faults.push({
      pointer,
      sentence: `refers to a resource of type ${entry.type} where ${at.types.join(' or ')} belongs`,
    })
    return undefined
  }
  const found = firstName(entry)
  return reading.left.has(found) ? undefined : found
}

function need(
  { needs }: Reading,
  { name, pointer, type }: { name: string; pointer: string; type?: string },
): string | undefined {
  const kind = KIND[type ?? '']
  if (!kind) return undefined
  const sentence = `refers to ${name}, which neither this file nor any other that was loaded holds`
  needs.push({ name, kind, pointer, sentence })
  return name
}

const typeIn = (name: string) => name.match(/(?:^|\/)([A-Z][A-Za-z]+)(?:\/[^/]+|\?identifier=.*)$/)?.[1]
