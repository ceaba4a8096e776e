import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import type { FacilityPlan } from '../../seed/practice-plan.ts'

const facilityColumns = {
  facility_n: 'int',
  region_n: 'int',
  name: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  phone: 'text',
  time_zone: 'text',
  info: 'text',
  map_url: 'text',
}
const providerColumns = {
  employee_n: 'int',
  first_name: 'text',
  last_name: 'text',
  job_title: 'text',
  bio: 'text',
  sees_telehealth: 'boolean',
}
const workplaceColumns = { employee_n: 'int', facility_n: 'int', rank: 'int' }

/** The facilities and providers of a practice, and who works where. */
export async function seedProviders(db: Db, { plan }: DemoPractice): Promise<void> {
  const { practice, regions, facilities, providers } = plan
  await insertRowsOf(
    db,
    { practice, name: 'regions', columns: { region_n: 'int', name: 'text', state: 'text' } },
    regions.map(({ regionN, ...region }) => ({ region_n: regionN, ...region })),
  )
  await insertRowsOf(db, { practice, name: 'facilities', columns: facilityColumns }, facilities.map(facilityRow))
  await insertRowsOf(
    db,
    { practice, name: 'providers', columns: providerColumns },
    providers.map((provider) => ({
      employee_n: provider.employeeN,
      first_name: provider.firstName,
      last_name: provider.lastName,
      job_title: provider.jobTitle,
      bio: provider.bio,
      sees_telehealth: provider.hours.some(({ mode }) => mode === 'telederm'),
    })),
  )
  await insertRowsOf(
    db,
    { practice, name: 'provider_facilities', columns: workplaceColumns },
    providers.flatMap(({ employeeN, hours }) =>
      [...new Set(hours.map(({ facilityN }) => facilityN))].map((facilityN, rank) => ({
        employee_n: employeeN,
        facility_n: facilityN,
        rank,
      })),
    ),
  )
}

const facilityRow = ({ facilityN, regionN, timeZone, ...facility }: FacilityPlan): object => ({
  ...facility,
  facility_n: facilityN,
  region_n: regionN,
  time_zone: timeZone,
  map_url: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${facility.address}, ${facility.city}, ${facility.state} ${facility.zip}`)}`,
})
