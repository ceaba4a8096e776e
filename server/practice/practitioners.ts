import type { Practitioner, Reference } from '@medplum/fhirtypes'
import type { Provider } from '../gateways/emr/reference/reference.ts'
import type { ExportedRecord } from './extension-points.ts'
import { fhirId, fhirReference, fhirUrl, usCoreProfile, type FhirResource } from './fhir.ts'

interface Named {
  /** With its resource, if the practice has one provider of this name; otherwise the name only. */
  reference: Reference<Practitioner>
  resources: FhirResource[]
}

/** Returns who a record names; undefined if it names nobody. Records write a whole name, or the first name only. */
export async function practitionerNamed({ licensee, emr }: ExportedRecord, name: string): Promise<Named | undefined> {
  if (name.trim() === '') return undefined
  const providers = await emr.providers('inoffice')
  const named = providers.filter(({ firstName, lastName }) => [`${firstName} ${lastName}`, firstName].includes(name))
  const [provider] = named
  if (named.length !== 1 || !provider) return { reference: { display: name }, resources: [] }
  const resource = practitionerOf(licensee.id, provider)
  return { reference: fhirReference(resource.id, name), resources: [resource] }
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
