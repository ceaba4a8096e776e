import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEngines } from '../../../tests/support/databases.ts'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'
import { firstRow, rowsOf } from '../../db/rows.ts'
import { people, type NamedPerson } from './people.ts'
import { seedIfEmpty } from './seed.ts'

describe.each(testEngines)('the demo practices on %s', (engine) => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await openTestSandbox({ engine })
  })
  afterAll(() => sandbox.close())

  const count = async (query: ReturnType<typeof sql>) =>
    (await firstRow<{ n: number }>(sandbox.database.db, sql`select count(*)::int as n from ${query}`))?.n

  test('every named person has a record under the number and EMRID that others rely on', async () => {
    for (const person of Object.values<NamedPerson>(people)) {
      const row = await firstRow(
        sandbox.database.db,
        sql`select first_name, last_name, dob::text, emrid from patients where practice = ${person.practice} and patient_n = ${person.patientN}`,
      )
      expect(row).toEqual({
        first_name: person.firstName,
        last_name: person.lastName,
        dob: person.dob,
        emrid: person.emrid,
      })
    }
  })

  test('each practice has at least 200 patients and visits over two years', async () => {
    for (const practice of ['lakeside', 'northgate']) {
      expect(await count(sql`patients where practice = ${practice}`)).toBeGreaterThanOrEqual(200)
      const months = sql`(select distinct date_trunc('month', starts_at) from appointments where practice = ${practice} and starts_at < '2026-02-25') m`
      expect(await count(months)).toBeGreaterThanOrEqual(24)
    }
  })

  test('the new patient has nothing at all', async () => {
    expect(
      await count(sql`appointments where practice = 'lakeside' and patient_n = ${people.noraQuinn.patientN}`),
    ).toBe(0)
  })

  test('nobody else shares a name and birthday with a named person, so that a sign-up finds whom it should', async () => {
    const twins = await rowsOf(
      sandbox.database.db,
      sql`select 1 from patients a join patients b on a.practice = b.practice and a.patient_n < b.patient_n
        and lower(a.first_name) = lower(b.first_name) and lower(a.last_name) = lower(b.last_name) and a.dob = b.dob`,
    )
    expect(twins).toHaveLength(1)
  })

  test('calendars of the next four weeks are about a third to two thirds full', async () => {
    for (const employeeN of [101, 102, 105, 107, 109, 110, 111, 112, 113]) {
      const path = `/lakeside/api/Provider/GetSlotsForProvider/28/02-26-2026/${employeeN}/inoffice/0/1`
      const schedules: { AvailableSlotsCount: number }[] = (await sandbox.app.inject(path)).json()
      const free = schedules.reduce((sum, schedule) => sum + schedule.AvailableSlotsCount, 0)
      const taken =
        await count(sql`appointments where employee_n = ${employeeN} and cancelled_at is null and mode = 'inoffice'
        and starts_at >= '2026-02-26T05:00:00Z' and starts_at < '2026-03-26T04:00:00Z'`)
      expect((taken ?? 0) / ((taken ?? 0) + free)).toSatisfy((share: number) => share > 0.25 && share < 0.75)
    }
  })

  test('a second start adds nothing', async () => {
    const before = await count(sql`appointments`)
    await seedIfEmpty(sandbox.database.db, Date.parse('2026-05-01T00:00:00Z'))
    expect(await count(sql`appointments`)).toBe(before)
  })

  test('no provider is double-booked', async () => {
    const overlaps = sql`appointments a join appointments b on a.practice = b.practice and a.employee_n = b.employee_n
      and a.appointment_n < b.appointment_n and a.cancelled_at is null and b.cancelled_at is null
      and a.starts_at < b.starts_at + make_interval(mins => b.duration) and b.starts_at < a.starts_at + make_interval(mins => a.duration)`
    expect(await count(overlaps)).toBe(0)
  })
})
