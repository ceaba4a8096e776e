import type { AreaDeps } from '../area.ts'
import { photoPathIn } from '../photos/photos.ts'
import type { RecordClient } from '../record-client.ts'
import { recordNumber } from '../record-number.ts'
import { noteOf } from '../wire/note.ts'
import { TextAnswer } from '../wire/answers.ts'
import * as wire from './reference.wire.ts'

export type VisitMode = 'inoffice' | 'telederm'

export interface Region {
  id: string
  name: string
  state: string
}

export interface Facility {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  regionId: string
  /** IANA zone. */
  timeZone: string
  mapUrl?: string
  /** When it is open, in words. */
  hours?: string
  /** The argument of `photo`; undefined without a photo. */
  photoPath?: string
  acceptsInsurance: boolean
}

export interface Provider {
  id: string
  firstName: string
  lastName: string
  jobTitle: string
  bio: string
  /** The argument of `photo`; undefined without a photo. */
  photoPath?: string
  /** The facilities where the provider sees patients; the first is the home facility. */
  facilityIds: string[]
  acceptsInsurance: boolean
}

export interface AppointmentType {
  id: string
  name: string
  minutes: number
}

export interface Insurance {
  id: string
  name: string
}

interface Reference {
  /** Returns undefined if the practice has no value of that name. */
  adminSetting(name: string): Promise<string | undefined>
  regions(): Promise<Region[]>
  facilities(query?: { insuranceId?: string }): Promise<Facility[]>
  providers(mode: VisitMode, query?: { insuranceId?: string }): Promise<Provider[]>
  appointmentTypes(mode: VisitMode): Promise<AppointmentType[]>
  /** Empty if the practice does not ask for one. */
  insurances(): Promise<Insurance[]>
}

/** Data that rarely changes; cached for a short time. */
export function createReference({ client, cache }: AreaDeps): Reference {
  const providers = (mode: VisitMode, insuranceN: number) =>
    cache.get(`providers ${mode} ${insuranceN}`, () => loadProviders(client, mode, insuranceN))
  return {
    adminSetting: (name) => cache.get(`setting ${name}`, () => loadSetting(client, name)),
    regions: () => cache.get('regions', () => loadRegions(client)),
    facilities: (query) => facilitiesBy(recordNumber(query?.insuranceId) ?? 0, { client, cache }),
    providers: (mode, query) => providers(mode, recordNumber(query?.insuranceId) ?? 0),
    appointmentTypes: (mode) => cache.get(`types ${mode}`, () => loadTypes(client, mode)),
    insurances: () => cache.get('insurances', () => loadInsurances(client)),
  }
}

type Cached = Pick<AreaDeps, 'client' | 'cache'>

/** Returns a facility by its id. Reloads all if the id is unknown: the facility may be newer than the cache. */
export async function findFacility({ client, cache }: Cached, id: string): Promise<Facility | undefined> {
  const find = async () => (await facilitiesBy(0, { client, cache })).find((facility) => facility.id === id)
  const known = await find()
  if (known) return known
  cache.forget('facilities 0')
  return find()
}

const facilitiesBy = (insuranceN: number, { client, cache }: Cached): Promise<Facility[]> =>
  cache.get(`facilities ${insuranceN}`, async () => {
    const call = 'Provider/GetFacilitiesByInsurance'
    const facilities = await client.read({ call, rest: `/${insuranceN}`, answer: wire.FacilitiesAnswer })
    return facilities.map(facilityOf)
  })

async function loadSetting(client: RecordClient, name: string): Promise<string | undefined> {
  const rest = `?${new URLSearchParams({ settingName: name })}`
  const text = await client.find({ call: 'Provider/GetAdminSettingValue', rest, answer: TextAnswer })
  return text === '' ? undefined : text
}

async function loadRegions(client: RecordClient) {
  const regions = await client.read({ call: 'Provider/GetFacilityRegions', answer: wire.RegionsAnswer })
  return regions.map((region) => ({ id: String(region.Id), name: region.REGION_NAME, state: region.REGION_STATE }))
}

async function loadTypes(client: RecordClient, mode: VisitMode): Promise<AppointmentType[]> {
  const rest = `?${new URLSearchParams({ filter: mode, patientType: 'existing' })}`
  const types = await client.read({
    call: 'Provider/Schedule/GetAppointmentTypes',
    rest,
    answer: wire.AppointmentTypesAnswer,
  })
  return types.map((type) => ({ id: String(type.Id), name: type.NAME, minutes: type.DURATION }))
}

async function loadInsurances(client: RecordClient): Promise<Insurance[]> {
  const insurances = await client.read({ call: 'Provider/GetInsurances', answer: wire.InsurancesAnswer })
  return insurances.map((insurance) => ({ id: String(insurance.Id), name: insurance.NAME }))
}

/** Loads all providers and marks those on the list of the insurance (specification 1 §7: merged by EMPLOYEE_N). */
async function loadProviders(client: RecordClient, mode: VisitMode, insuranceN: number): Promise<Provider[]> {
  const call = mode === 'telederm' ? 'Provider/TeleHealth/GetAllProviders' : 'Provider/GetAllProviders'
  const [all, accepting] = await Promise.all([
    client.read({ call, answer: wire.ProvidersAnswer }),
    insuranceN === 0
      ? undefined
      : client.read({ call: 'Provider/GetProvidersByInsurance', rest: `/${insuranceN}`, answer: wire.ProvidersAnswer }),
  ])
  const numbers = new Set(accepting?.map(({ EMPLOYEE_N }) => EMPLOYEE_N))
  return all.map((provider) => providerOf(provider, accepting === undefined || numbers.has(provider.EMPLOYEE_N)))
}

const facilityOf = (facility: wire.WireFacility): Facility => ({
  id: String(facility.Id),
  name: facility.FACILITY_NAME,
  address: facility.FACILITY_ADDRESS,
  city: facility.FACILITY_CITY,
  state: facility.FACILITY_STATE,
  zip: facility.FACILITY_ZIP,
  phone: facility.SCHEDULING_PHONE,
  regionId: String(facility.Facility_Region_N),
  timeZone: facility.TIME_ZONE,
  mapUrl: facility.GOOGLE_MAPS_LINK || undefined,
  hours: noteOf(facility.OPENING_HOURS),
  photoPath: photoPathIn(facility.PhotoUrl),
  acceptsInsurance: facility.IsInsuranceAccepted,
})

const providerOf = (provider: wire.WireProvider, acceptsInsurance: boolean): Provider => ({
  id: String(provider.EMPLOYEE_N),
  firstName: provider.EMPLOYEE_FIRST_NAME,
  lastName: provider.EMPLOYEE_LAST_NAME,
  jobTitle: noteOf(provider.EMPLOYEE_JOB_TITLE) ?? '',
  bio: noteOf(provider.EMPLOYEE_BIO) ?? '',
  photoPath: photoPathIn(provider.PhotoUrl),
  facilityIds: (provider.FACILITIES ?? [provider.FACILITY_N]).map(String),
  acceptsInsurance,
})
