import { lookUp, namesOf, spelled, type BundleIndex } from './bundle-index.ts'
import type { Reference } from './fhir/parts.ts'
import type { Resource, ResourceType } from './fhir/resource.ts'
import type { Fault } from './file-refused.ts'
import type { Kind, Need, Tally } from './load-plan.ts'
import type { Entry } from './read-bundle.ts'

/** The state of converting one file to a plan: its content, and the results so far. */
export interface Reading {
  entries: Entry[]
  index: BundleIndex
  dropDigits: boolean
  faults: Fault[]
  needs: Need[]
  skipped: Tally
  /** First names of entries without a row. */
  left: Set<string>
}

const KIND: Partial<Record<string, Kind>> = {
  Organization: 'facility',
  Location: 'facility',
  Practitioner: 'provider',
  PractitionerRole: 'provider',
  Patient: 'patient',
}

export interface EntryOf<R extends Resource> extends Entry {
  resource: R
}

/** Returns the entries of one type, each once. */
export function entriesOf<T extends ResourceType>(
  { entries, index }: Reading,
  type: T,
): EntryOf<Extract<Resource, { resourceType: T }>>[] {
  return entries.filter(
    (entry): entry is EntryOf<Extract<Resource, { resourceType: T }>> =>
      entry.resource?.resourceType === type && index.get(firstName(entry)) === entry,
  )
}

export const firstName = (entry: Entry) => namesOf(entry)[0] ?? ''

/** Leaves a resource out and counts the reason. */
export function leaveOut(reading: Reading, entry: Entry, reason: string): void {
  reading.left.add(firstName(entry))
  count(reading.skipped, reason)
}

export function count(tally: Tally, what: string, by = 1): void {
  tally[what] = (tally[what] ?? 0) + by
}

/**
 * Returns the name of a reference's target, or undefined if there is no record of it: it has no target, is contained,
 * or its target was left out. A target of a wrong type is an error; one outside of the file is added to `needs`.
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
  const target = firstName(entry)
  return reading.left.has(target) ? undefined : target
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
