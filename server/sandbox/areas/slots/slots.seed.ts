import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { leaveOf, openingsOf } from './provider-times.ts'

const hoursColumns = {
  employee_n: 'int',
  facility_n: 'int',
  weekday: 'int',
  start_minute: 'int',
  end_minute: 'int',
  mode: 'text',
}
const leaveColumns = { employee_n: 'int', first_day: 'date', last_day: 'date' }
const typeColumns = { appointment_type_n: 'int', name: 'text', duration: 'int', mode: 'text', rank: 'int' }
const offeredColumns = { employee_n: 'int', appointment_type_n: 'int' }

/** The working hours of the providers, their absences, and the types of appointment. */
export async function seedSlots(db: Db, { plan, today }: DemoPractice): Promise<void> {
  const { practice, providers, types } = plan
  await insertRowsOf(
    db,
    { practice, name: 'weekly_hours', columns: hoursColumns },
    providers.flatMap(({ employeeN, hours }) =>
      openingsOf(hours).map(({ facilityN, startMinute, endMinute, ...opening }) => ({
        ...opening,
        employee_n: employeeN,
        facility_n: facilityN,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    ),
  )
  await insertRowsOf(
    db,
    { practice, name: 'leave_days', columns: leaveColumns },
    providers.flatMap((provider) =>
      leaveOf(provider, today).map(({ firstDay, lastDay }) => ({
        employee_n: provider.employeeN,
        first_day: firstDay,
        last_day: lastDay,
      })),
    ),
  )
  await insertRowsOf(
    db,
    { practice, name: 'appointment_types', columns: typeColumns },
    types.map(({ typeN, name, minutes, mode }, rank) => ({
      appointment_type_n: typeN,
      name,
      duration: minutes,
      mode,
      rank,
    })),
  )
  await insertRowsOf(
    db,
    { practice, name: 'provider_appointment_types', columns: offeredColumns },
    types.flatMap(({ typeN, onlyBy = [] }) =>
      onlyBy.map((employeeN) => ({ employee_n: employeeN, appointment_type_n: typeN })),
    ),
  )
}
