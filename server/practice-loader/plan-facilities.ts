import { npiOf, phoneOf, postalAddress, streetName } from './contact.ts'
import { identifierNames, NAME_LIMIT, namesOf } from './bundle-index.ts'
import type { Address, Identifier, Telecom } from './fhir/parts.ts'
import type { Location, Organization } from './fhir/resource.ts'
import type { PlannedFacility } from './load-plan.ts'
import { folded, plainText } from './plain-text.ts'
import type { Entry } from './read-bundle.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

/** Types of organizations that see patients; one without a type may as well. Insurers, churches and schools do not. */
const CARE = ['prov', 'dept', 'team', 'other']

type ByName = Map<string, PlannedFacility>

/** Creates facilities from Locations; from an Organization only if the file has no Location of it. */
export function planFacilities(reading: Reading): PlannedFacility[] {
  const organizations = new Map(entriesOf(reading, 'Organization').map((entry) => [firstName(entry), entry]))
  const facilities: ByName = new Map()
  const siteOf: ByName = new Map()
  for (const entry of entriesOf(reading, 'Location')) {
    const at = { pointer: `${entry.pointer}/managingOrganization`, types: ['Organization' as const] }
    const owner = resolve(reading, entry.resource.managingOrganization, at) ?? ''
    const facility = planLocation(reading, entry, organizations.get(owner)?.resource)
    if (!facility) continue
    const site = add(facilities, facility, entry)
    if (!siteOf.has(owner)) siteOf.set(owner, site)
  }
  for (const [name, entry] of organizations) planOrganization(reading, { entry, site: siteOf.get(name), facilities })
  return [...new Set(facilities.values())]
}

function planLocation(
  reading: Reading,
  entry: EntryOf<Location>,
  owner: Organization | undefined,
): PlannedFacility | undefined {
  const { mode, name, telecom, address, identifier } = entry.resource
  if (mode !== 'kind') {
    return facilityFrom(
      {
        name: name ?? owner?.name,
        telecom: telecom ?? owner?.telecom,
        identifier: npiOf(identifier) ? identifier : owner?.identifier,
      },
      address ?? owner?.address?.[0],
    )
  }
  leaveOut(reading, entry, 'Location that is a kind of place')
  return undefined
}

function planOrganization(
  reading: Reading,
  { entry, site, facilities }: { entry: EntryOf<Organization>; site: PlannedFacility | undefined; facilities: ByName },
): void {
  if (site) return addNames(site, entry)
  const codes = (entry.resource.type ?? []).flatMap(({ coding }) => (coding ?? []).map(({ code }) => code ?? ''))
  if (codes.length > 0 && !codes.some((code) => CARE.includes(code))) {
    return leaveOut(reading, entry, 'Organization that gives no care')
  }
  add(facilities, facilityFrom(entry.resource, entry.resource.address?.[0]), entry)
}

interface Described {
  name?: string
  telecom?: Telecom[]
  identifier?: Identifier[]
}

function facilityFrom(from: Described, written: Address | undefined): PlannedFacility {
  const { line, ...place } = postalAddress(written)
  const name = plainText(from.name) || line || 'Unnamed facility'
  const [npi, phone] = [npiOf(from.identifier), phoneOf(from.telecom)]
  return { names: [], otherNames: [], name, npi, address: line, ...place, phone }
}

/**
 * One file may contain a place both as a Location and as its Organization: the same name at the same street is one
 * facility.
 */
function add(facilities: ByName, facility: PlannedFacility, entry: Entry): PlannedFacility {
  const street = streetName({ ...facility, line: facility.address })
  const place = street ? `place:${folded(facility.name)}|${street}`.slice(0, NAME_LIMIT) : firstName(entry)
  const kept = facilities.get(place) ?? facility
  addNames(kept, entry)
  if (kept === facility && street) {
    kept.names.push(place)
    kept.otherNames.push(street)
  }
  facilities.set(place, kept)
  return kept
}

function addNames(facility: PlannedFacility, entry: Entry): void {
  facility.names.push(...namesOf(entry))
  facility.otherNames.push(...identifierNames(entry))
}
