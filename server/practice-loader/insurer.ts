import { lookUp, spelled } from './bundle-index.ts'
import type { NamedReference } from './fhir/billing.ts'
import { folded, plainText } from './plain-text.ts'
import type { Reading } from './reading.ts'

/** Returns the name of an insurer. Insurers are no records of a practice, so one in another file is no error. */
export function insurerName({ index }: Reading, insurer: NamedReference | undefined): string {
  const resource = insurer?.reference ? lookUp(index, spelled(insurer.reference))?.resource : undefined
  const name = resource?.resourceType === 'Organization' ? resource.name : undefined
  return plainText(insurer?.display) || plainText(name)
}

/** Synthea's name of the insurer of those who have none. */
export const isNoInsurer = (name: string) => folded(name) === 'no_insurance'
