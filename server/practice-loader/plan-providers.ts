import { identifierNames, namesOf } from './bundle-index.ts'
import { npiOf, postalAddress, streetName, wordsOf } from './contact.ts'
import type { Practitioner, PractitionerRole } from './fhir/resource.ts'
import type { PlannedProvider, PlannedRole } from './load-plan.ts'
import { personName } from './person-name.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

/**
 * Returns practitioners with the data of their roles; roles of practitioners in other files are returned separately.
 */
export function planProviders(reading: Reading): { providers: PlannedProvider[]; roles: PlannedRole[] } {
  const providers = new Map<string, PlannedProvider>()
  for (const entry of entriesOf(reading, 'Practitioner')) {
    providers.set(firstName(entry), planPractitioner(reading, entry))
  }
  const roles: PlannedRole[] = []
  for (const entry of entriesOf(reading, 'PractitionerRole')) {
    const role = planRole(reading, entry)
    const provider = role && providers.get(role.provider)
    if (provider) addRole(provider, role)
    if (role && !provider) roles.push(role)
  }
  return { providers: [...providers.values()], roles }
}

function planPractitioner(reading: Reading, entry: EntryOf<Practitioner>): PlannedProvider {
  const { firstName, lastName } = personName(entry.resource.name, reading.dropDigits)
  return {
    names: namesOf(entry),
    otherNames: identifierNames(entry),
    firstName,
    lastName: firstName || lastName ? lastName : 'Unnamed provider',
    npi: npiOf(entry.resource.identifier),
    jobTitle: wordsOf((entry.resource.qualification ?? []).flatMap(({ code }) => code ?? [])),
    places: [],
    // A provider without a role and an encounter works at their postal address.
    otherwise: [streetName(postalAddress(entry.resource.address?.[0])) ?? []].flat(),
  }
}

function planRole(reading: Reading, entry: EntryOf<PractitionerRole>): PlannedRole | undefined {
  const { practitioner, location, organization, specialty } = entry.resource
  const at = (part: string) => `${entry.pointer}/${part}`
  const provider = resolve(reading, practitioner, { pointer: at('practitioner'), types: ['Practitioner'] })
  const sites = (location ?? []).map((site, n) =>
    resolve(reading, site, { pointer: at(`location/${n}`), types: ['Location'] }),
  )
  const owner = resolve(reading, organization, { pointer: at('organization'), types: ['Organization'] })
  if (!provider) {
    leaveOut(reading, entry, 'PractitionerRole without a practitioner')
    return undefined
  }
  return {
    names: namesOf(entry),
    otherNames: identifierNames(entry),
    provider,
    jobTitle: wordsOf(specialty),
    places: sites.filter((site) => site !== undefined),
    otherwise: owner ? [owner] : [],
  }
}

function addRole(provider: PlannedProvider, role: PlannedRole): void {
  provider.names.push(...role.names)
  provider.jobTitle = role.jobTitle || provider.jobTitle
  provider.places.push(...role.places.filter((place) => !provider.places.includes(place)))
  provider.otherwise.unshift(...role.otherwise)
}
