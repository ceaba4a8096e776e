import type { AppointmentType, Emr, Facility, Insurance, Provider, VisitMode } from './emr.ts'
import { photoPathIn } from './photos.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import type { ReferenceCache } from './reference-cache.ts'
import { noteOf } from './wire/note.ts'
import * as wire from './wire/reference.ts'

export type Reference = Pick<
  Emr,
  'adminSetting' | 'regions' | 'facilities' | 'providers' | 'appointmentTypes' | 'insurances'
> & {
  /** Reloads if the id is unknown: the facility may be newer than the cache. */
  facility(id: string): Promise<Facility | undefined>
}

/** Data that rarely changes; cached for a short time. */
export function createReference(client: RecordClient, cache: ReferenceCache): Reference {
  const facilities = (insuranceN: number) =>
    cache.get(`facilities ${insuranceN}`, async () =>
      (
        await client.read({
          call: 'Provider/GetFacilitiesByInsurance',
          rest: `/${insuranceN}`,
          answer: wire.FacilitiesAnswer,
        })
      ).map(facilityOf),
    )
  const providers = (mode: VisitMode, insuranceN: number) =>
    cache.get(`providers ${mode} ${insuranceN}`, () => loadProviders(client, mode, insuranceN))
  const findFacility = async (id: string) => (await facilities(0)).find((facility) => facility.id === id)

  return {
    adminSetting: (name) => cache.get(`setting ${name}`, () => loadSetting(client, name)),
    regions: () => cache.get('regions', () => loadRegions(client)),
    facilities: (query) => facilities(recordNumber(query?.insuranceId) ?? 0),
    facility: async (id) => {
      const known = await findFacility(id)
      if (known) return known
      cache.forget('facilities 0')
      return findFacility(id)
    },
    providers: (mode, query) => providers(mode, recordNumber(query?.insuranceId) ?? 0),
    appointmentTypes: (mode) => cache.get(`types ${mode}`, () => loadTypes(client, mode)),
    insurances: () => cache.get('insurances', () => loadInsurances(client)),
  }
}

async function loadSetting(client: RecordClient, name: string): Promise<string | undefined> {
  const rest = `?${new URLSearchParams({ settingName: name })}`
  const text = await client.find({ call: 'Provider/GetAdminSettingValue', rest, answer: wire.TextAnswer })
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
