import type { Db } from '../../../db/open.ts'
import { insertRows, type Columns } from '../../seed/insert-rows.ts'
import type { FacilityPlan, PracticePlan } from '../../seed/practice-plan.ts'
import { leaveOf, openingsOf } from '../slots/provider-times.ts'

const placeColumns = {
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
const hoursColumns = {
  employee_n: 'int',
  facility_n: 'int',
  weekday: 'int',
  start_minute: 'int',
  end_minute: 'int',
  mode: 'text',
}

/** Places, people, hours, types, insurances and settings of a practice. */
export async function insertReference(db: Db, plan: PracticePlan, today: string): Promise<void> {
  const insert = (table: string, columns: Columns, rows: object[]) =>
    insertRows(
      db,
      { name: table, columns: { practice: 'text', ...columns } },
      rows.map((row) => ({ practice: plan.practice, ...row })),
    )

  await insert(
    'practices',
    { name: 'text', license_name: 'text', website_id: 'int', time_zone: 'text', office_mail: 'text' },
    [
      {
        name: plan.name,
        license_name: plan.licenseName,
        website_id: plan.websiteId,
        time_zone: plan.timeZone,
        office_mail: plan.officeMail,
      },
    ],
  )
  await insert(
    'regions',
    { region_n: 'int', name: 'text', state: 'text' },
    plan.regions.map(({ regionN, ...region }) => ({ region_n: regionN, ...region })),
  )
  await insert('facilities', placeColumns, plan.facilities.map(facilityRow))
  await insert(
    'insurances',
    { insurance_n: 'int', name: 'text' },
    plan.insurances.map(({ insuranceN, name }) => ({ insurance_n: insuranceN, name })),
  )
  await insertProviders(insert, plan, today)
  await insertTypes(insert, plan)
  await insertAcceptance(insert, plan)
  await insert(
    'admin_settings',
    { name: 'text', value: 'text' },
    Object.entries(plan.settings).map(([name, value]) => ({ name, value })),
  )
  await insert(
    'short_links',
    { code: 'text', target: 'text' },
    Object.entries(plan.shortLinks).map(([code, target]) => ({ code, target })),
  )
}

type Insert = (table: string, columns: Columns, rows: object[]) => Promise<void>

async function insertProviders(insert: Insert, plan: PracticePlan, today: string): Promise<void> {
  await insert(
    'providers',
    {
      employee_n: 'int',
      first_name: 'text',
      last_name: 'text',
      job_title: 'text',
      bio: 'text',
      sees_telehealth: 'boolean',
    },
    plan.providers.map((provider) => ({
      employee_n: provider.employeeN,
      first_name: provider.firstName,
      last_name: provider.lastName,
      job_title: provider.jobTitle,
      bio: provider.bio,
      sees_telehealth: provider.hours.some(({ mode }) => mode === 'telederm'),
    })),
  )
  await insert(
    'provider_facilities',
    { employee_n: 'int', facility_n: 'int', rank: 'int' },
    plan.providers.flatMap(({ employeeN, hours }) =>
      [...new Set(hours.map(({ facilityN }) => facilityN))].map((facilityN, rank) => ({
        employee_n: employeeN,
        facility_n: facilityN,
        rank,
      })),
    ),
  )
  await insert(
    'weekly_hours',
    hoursColumns,
    plan.providers.flatMap(({ employeeN, hours }) =>
      openingsOf(hours).map(({ facilityN, startMinute, endMinute, ...opening }) => ({
        ...opening,
        employee_n: employeeN,
        facility_n: facilityN,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    ),
  )
  await insert(
    'leave_days',
    { employee_n: 'int', first_day: 'date', last_day: 'date' },
    plan.providers.flatMap((provider) =>
      leaveOf(provider, today).map(({ firstDay, lastDay }) => ({
        employee_n: provider.employeeN,
        first_day: firstDay,
        last_day: lastDay,
      })),
    ),
  )
}

async function insertTypes(insert: Insert, { types }: PracticePlan): Promise<void> {
  await insert(
    'appointment_types',
    { appointment_type_n: 'int', name: 'text', duration: 'int', mode: 'text', rank: 'int' },
    types.map(({ typeN, name, minutes, mode }, rank) => ({
      appointment_type_n: typeN,
      name,
      duration: minutes,
      mode,
      rank,
    })),
  )
  await insert(
    'provider_appointment_types',
    { employee_n: 'int', appointment_type_n: 'int' },
    types.flatMap(({ typeN, onlyBy = [] }) =>
      onlyBy.map((employeeN) => ({ employee_n: employeeN, appointment_type_n: typeN })),
    ),
  )
}

async function insertAcceptance(insert: Insert, { insurances, providers, facilities }: PracticePlan): Promise<void> {
  const byProviders = insurances.flatMap(({ insuranceN, notByProviders }) =>
    providers
      .filter(({ employeeN }) => !notByProviders.includes(employeeN))
      .map(({ employeeN }) => ({ employee_n: employeeN, insurance_n: insuranceN })),
  )
  const atFacilities = insurances.flatMap(({ insuranceN, notAtFacilities }) =>
    facilities
      .filter(({ facilityN }) => !notAtFacilities.includes(facilityN))
      .map(({ facilityN }) => ({ facility_n: facilityN, insurance_n: insuranceN })),
  )
  await insert('provider_insurances', { employee_n: 'int', insurance_n: 'int' }, byProviders)
  await insert('facility_insurances', { facility_n: 'int', insurance_n: 'int' }, atFacilities)
}

const facilityRow = ({ facilityN, regionN, timeZone, ...facility }: FacilityPlan): object => ({
  ...facility,
  facility_n: facilityN,
  region_n: regionN,
  time_zone: timeZone,
  map_url: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${facility.address}, ${facility.city}, ${facility.state} ${facility.zip}`)}`,
})
