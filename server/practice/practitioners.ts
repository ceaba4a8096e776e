import type { Practitioner, Reference } from '@medplum/fhirtypes'
import type { Provider } from '../gateways/emr/reference/reference.ts'
import type { ExportedRecord } from './extension-points.ts'
import { fhirId, fhirReference, fhirUrl, usCoreProfile, type FhirResource } from './fhir.ts'

interface Named {
  reference: Reference<Practitioner>
  resource: Practitioner & FhirResource
}

/**
 * Returns who a record names; undefined if it names nobody. Records write a whole name, or the first name only: it is
 * the provider of the practice if one alone has it.
 */
export async function practitionerNamed({ licensee, emr }: ExportedRecord, name: string): Promise<Named | undefined> {
  if (name.trim() === '') return undefined
  const all = [...(await emr.providers('inoffice')), ...(await emr.providers('telederm'))]
  const byId = new Map(all.map((provider) => [provider.id, provider] as const))
  const named = [...byId.values()].filter((each) =>
    [`${each.firstName} ${each.lastName}`, each.firstName].includes(name),
  )
  const [provider] = named
  const resource =
    provider && named.length === 1 ? practitionerOf(licensee.id, provider) : unknownPractitioner(licensee.id, name)
  return { reference: fhirReference(resource.id, name), resource }
}

/** Somebody who has left, or shares the name: nothing but the name is known. */
function unknownPractitioner(licenseeId: string, name: string): Practitioner & FhirResource {
  const [last = '', ...first] = name.trim().split(/\s+/).toReversed()
  return {
    resourceType: 'Practitioner',
    id: fhirId(licenseeId, 'Practitioner by name', name),
    name: [first.length === 0 ? { given: [last] } : { family: last, given: [first.toReversed().join(' ')] }],
  }
}

export function practitionerOf(
  licenseeId: string,
  provider: Pick<Provider, 'id' | 'firstName' | 'lastName' | 'jobTitle'>,
) {
  const { id, firstName, lastName, jobTitle } = provider
  const resource: Practitioner & FhirResource = {
    resourceType: 'Practitioner',
    id: fhirId(licenseeId, 'Practitioner', id),
    ...usCoreProfile('us-core-practitioner'),
    identifier: [{ system: fhirUrl(fhirId(licenseeId, 'employee numbers', '')), value: id }],
    name: [{ family: lastName, ...(firstName === '' ? {} : { given: [firstName] }) }],
    ...(jobTitle === '' ? {} : { qualification: [{ code: { text: jobTitle } }] }),
  }
  return resource
}
