import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../../server/db/open.ts'
import { areas } from '../../../server/sandbox/areas.ts'
import { appointments } from '../../../server/sandbox/areas/appointments/appointments.area.ts'
import { planUpcomingVisits } from '../../../server/sandbox/areas/appointments/invented-visits.ts'
import { draftVisits } from '../../../server/sandbox/areas/appointments/visit-draft.ts'
import { inventedPatients } from '../../../server/sandbox/areas/patients/demo-patients.ts'
import { patients } from '../../../server/sandbox/areas/patients/patients.area.ts'
import { practice } from '../../../server/sandbox/areas/practice/practice.area.ts'
import { providers } from '../../../server/sandbox/areas/providers/providers.area.ts'
import { slots } from '../../../server/sandbox/areas/slots/slots.area.ts'
import { dayOf } from '../../../server/sandbox/local-time.ts'
import { createTables } from '../../../server/sandbox/prepare-database.ts'
import type { DemoPractice } from '../../../server/sandbox/seed/demo-practice.ts'
import { lakeside } from '../../../server/sandbox/seed/lakeside.ts'
import type { HoursPlan, PracticePlan, ProviderPlan } from '../../../server/sandbox/seed/practice-plan.ts'
import { randomFrom } from '../../../server/sandbox/seed/random.ts'

const workdays = [1, 2, 3, 4, 5]
/** Number of the first provider of the generated practice; the others follow. */
export const firstProviderN = 101
const historyDays = 730

/**
 * Fills an empty record server with the demo practice's places and patients, but with so many providers who all see
 * patients on every workday, half of their coming four weeks and of their last two years taken.
 */
export async function fillBigPractice(records: Database, count: number): Promise<void> {
  await createTables(records, areas)
  const drawn = drawBigPractice(count)
  await records.db.transaction(async (tx) => {
    for (const { seed } of [practice, providers, slots, patients, appointments]) await seed?.(tx, drawn)
    await insertHistory(tx, drawn.plan)
  })
  await records.db.execute(sql`analyze`)
}

function drawBigPractice(count: number): DemoPractice {
  const plan = bigPlan(count)
  const now = Date.now()
  const today = dayOf(plan.timeZone, now)
  const random = randomFrom(plan.randomSeed)
  const invented = inventedPatients(plan, random, today)
  const draft = draftVisits(plan, now)
  const numbers = invented.map(({ patient_n: number }) => number)
  planUpcomingVisits({ plan, random, draft, today }, numbers)
  return { ...draft, plan, now, today, patients: invented, inventedPatients: numbers }
}

function bigPlan(count: number): PracticePlan {
  return { ...lakeside, providers: Array.from({ length: count }, (_, n) => providerPlan(n)) }
}

/** In the office by day, by video in the evening. */
function providerPlan(n: number): ProviderPlan {
  const { facilityN = 0 } = lakeside.facilities[n % lakeside.facilities.length] ?? {}
  const hours = (from: string, to: string, mode?: HoursPlan['mode']) => ({
    facilityN,
    weekdays: workdays,
    from,
    to,
    mode,
  })
  return {
    employeeN: firstProviderN + n,
    firstName: 'Provider',
    lastName: `Number ${n + 1}`,
    jobTitle: 'MD, Dermatologist',
    bio: 'Sees patients on every workday.',
    taken: 0.5,
    hours: [hours('08:00', '12:00'), hours('13:00', '17:00'), hours('17:00', '19:00', 'telederm')],
  }
}

/** Every second of 24 visits a day, in one statement: 375,000 rows for sixty providers, whose keys are known to be right. */
async function insertHistory(db: Db, { practice, timeZone, patients }: PracticePlan): Promise<void> {
  await db.execute(sql`set local session_replication_role = replica`)
  await db.execute(
    sql`insert into appointments (practice, appointment_n, patient_n, employee_n, facility_n, starts_at, duration,
        appointment_type_n, type_name, created_at)
      select ${practice}, 1000000 + row_number() over (), ${patients.firstN} + (place.employee_n * 31 + day * 7 + slot) % ${patients.count},
        place.employee_n, place.facility_n, held.starts_at, 20, 1, 'Follow-up', held.starts_at - interval '21 days'
      from provider_facilities place, generate_series(1, ${historyDays}::int) day, generate_series(0, 23) slot,
        lateral (select (current_date - day + time '08:00' + make_interval(mins => slot * 20 + slot / 12 * 60))
          at time zone ${timeZone} as starts_at) held
      where extract(isodow from current_date - day) < 6 and (slot + day) % 2 = 0`,
  )
}
