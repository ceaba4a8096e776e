import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import { acceptInsurances } from './accept-insurances.ts'
import type { Count } from './file-report.ts'
import type { PlannedProvider, PlannedRole, Workplaces } from './load-plan.ts'
import { addNames, jsonRows, knownNumber, numberOf, settle, type Numbered, type Writing } from './source-names.ts'

export async function writeProviders(writing: Writing, rows: PlannedProvider[], roles: PlannedRole[]): Promise<Count> {
  const count = await settle(writing, 'provider', {
    rows,
    insert: async (fresh) => {
      const inserted = await insertProviders(writing, fresh)
      await acceptInsurances(writing, 'provider', inserted)
      return inserted
    },
  })
  const known = roles.map((role) => ({ ...role, n: numberOf(writing, 'provider', role.provider) }))
  const others = known.filter((role): role is PlannedRole & { n: number } => role.n !== undefined)
  await addTitles(writing, others)
  const own = rows.map((row) => ({ ...row, n: knownNumber(writing, 'provider', row) ?? 0 }))
  await writeWorkplaces(writing, [...own, ...others])
  return count
}

function insertProviders({ tx, practice }: Writing, fresh: PlannedProvider[]): Promise<Numbered[]> {
  const rows = fresh.map((row) => ({ ...row, sourceId: row.names[0] }))
  return rowsOf(
    tx,
    sql`insert into providers (practice, first_name, last_name, npi, job_title, source_id)
      select ${practice}, r."firstName", r."lastName", r.npi, r."jobTitle", r."sourceId"
      from json_to_recordset(${jsonRows(rows)})
        as r("firstName" text, "lastName" text, npi text, "jobTitle" text, "sourceId" text)
      returning source_id as "sourceId", employee_n as n`,
  )
}

/** For a file of roles that is loaded after the file of practitioners. */
async function addTitles(writing: Writing, roles: (PlannedRole & { n: number })[]): Promise<void> {
  await addNames(
    writing,
    'provider',
    roles.flatMap(({ names, n }) => names.map((name) => ({ name, n }))),
  )
  const titled = roles.filter(({ jobTitle }) => jobTitle !== '')
  if (titled.length === 0) return
  await writing.tx.execute(
    sql`update providers p set job_title = r."jobTitle"
      from json_to_recordset(${jsonRows(titled)}) as r(n int, "jobTitle" text)
      where p.practice = ${writing.practice} and p.employee_n = r.n and p.job_title = ''`,
  )
}

/** Providers who have a place already keep it: the practice may have changed it since. */
async function writeWorkplaces(writing: Writing, providers: (Workplaces & { n: number })[]): Promise<void> {
  const byProvider = new Map<number, number[]>()
  for (const provider of providers) {
    const places = workplacesOf(writing, provider)
    if (!byProvider.has(provider.n) && places.length > 0) byProvider.set(provider.n, places)
  }
  const rows = [...byProvider].flatMap(([n, places]) => places.map((facilityN, rank) => ({ n, facilityN, rank })))
  const { tx, practice } = writing
  const homes = await rowsOf<{ n: number; facilityN: number; rank: number }>(
    tx,
    sql`insert into provider_facilities (practice, employee_n, facility_n, rank)
      select ${practice}, r.n, r."facilityN", r.rank
      from json_to_recordset(${jsonRows(rows)}) as r(n int, "facilityN" int, rank int)
      where not exists (select 1 from provider_facilities f where f.practice = ${practice} and f.employee_n = r.n)
      returning employee_n as n, facility_n as "facilityN", rank`,
  )
  await writeHours(
    writing,
    homes.filter(({ rank }) => rank === 0),
  )
}

function workplacesOf(writing: Writing, { places, otherwise }: Workplaces): number[] {
  const numbers = (names: string[]) => names.flatMap((name) => numberOf(writing, 'facility', name) ?? [])
  const own = [...new Set(numbers(places))]
  return own.length > 0 ? own : numbers(otherwise).slice(0, 1)
}

/** Files contain no working hours. Monday to Friday, 9 to 12 and 13 to 17, so that providers can be booked. */
async function writeHours({ tx, practice }: Writing, homes: { n: number; facilityN: number }[]): Promise<void> {
  if (homes.length === 0) return
  await tx.execute(
    sql`insert into weekly_hours (practice, employee_n, facility_n, weekday, start_minute, end_minute, mode)
      select ${practice}, r.n, r."facilityN", weekday, opening.start_minute, opening.end_minute, 'inoffice'
      from json_to_recordset(${jsonRows(homes)}) as r(n int, "facilityN" int)
      cross join generate_series(1, 5) as weekday
      cross join (values (540, 720), (780, 1020)) as opening(start_minute, end_minute)
      on conflict do nothing`,
  )
}
