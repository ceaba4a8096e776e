import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { dayOf } from '../local-time.ts'
import { rowsOf } from '../rows.ts'
import { insertForms } from '../areas/forms/forms.seed.ts'
import { insertRows } from './insert-rows.ts'
import { insertInsurances } from '../areas/insurances/insurances.seed.ts'
import { lakeside } from './lakeside.ts'
import { planNamedVisits } from '../areas/appointments/named-visits.ts'
import { northgate } from './northgate.ts'
import { inventedPatients, namedPatients, patientColumns } from '../areas/patients/demo-patients.ts'
import type { PracticePlan } from './practice-plan.ts'
import { randomFrom } from './random.ts'
import { insertReference } from '../areas/providers/providers.seed.ts'
import { appointmentColumns, busyColumns, draftVisits } from '../areas/appointments/visit-draft.ts'
import { planPastVisits, planUpcomingVisits } from '../areas/appointments/invented-visits.ts'

/** Fills an empty record server with the demo practices, their dates around `now`; all of it or nothing. */
export async function seedIfEmpty(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(720313)`) // two processes may start together
    const known = await rowsOf(tx, sql`select practice from practices limit 1`)
    if (known.length > 0) return
    for (const plan of [lakeside, northgate]) await seedPractice(tx, plan, now)
  })
}

async function seedPractice(db: Db, plan: PracticePlan, now: number): Promise<void> {
  const random = randomFrom(plan.randomSeed)
  const today = dayOf(plan.timeZone, now)
  const draft = draftVisits(plan, now)
  const invented = inventedPatients(plan, random, today)
  const numbers = invented.map(({ patient_n: number }) => number)
  const season = { plan, random, draft, today }
  planNamedVisits(season)
  planPastVisits(season, numbers)
  planUpcomingVisits(season, numbers)

  await insertReference(db, plan, today)
  await insertRows(db, { name: 'patients', columns: patientColumns }, [...namedPatients(plan, random), ...invented])
  await insertInsurances(db, plan, numbers)
  await insertForms(db, plan.practice, now)
  await insertRows(db, { name: 'appointments', columns: appointmentColumns }, draft.appointments)
  await insertRows(db, { name: 'busy_units', columns: busyColumns }, draft.busyUnits)
}
