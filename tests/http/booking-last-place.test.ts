import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
const index = '/ui/screens/user/bookappointment/index'

it('the place of the last appointment is offered first, to those who had one', async ({ portal, maria, nora }) => {
  const wordsOf = async (visitor: typeof maria, query: string) =>
    JSON.stringify((await visitor.get<Screen>(index + query)).body.blocks)
  const [last] = await rowsOf<{ place: string }>(
    portal.records.db,
    sql`select f.name as place from appointments a join facilities f on f.practice = a.practice and f.facility_n = a.facility_n
      where a.practice = 'lakeside' and a.patient_n = ${people.mariaAlvarez.patientN} and a.cancelled_at is null
        and a.starts_at < now() order by a.starts_at desc limit 1`,
  )
  expect(await wordsOf(maria, '')).toContain(`"title":"Book again at ${last?.place}"`)
  for (const query of ['?type=inoffice', '?type=inoffice&by=location'])
    expect(await wordsOf(maria, query)).toMatch(/"lines":\["Last time: \w+day \d\d\/\d\d\/\d{4}"\]/)
  for (const query of ['', '?type=inoffice', '?type=inoffice&by=location'])
    expect(await wordsOf(nora, query)).not.toMatch(/Last time|Book again/)
})

it('booking starts also while the record server cannot say where the last appointment was', async ({
  portal,
  maria,
}) => {
  await maria.get(index)
  await portal.fault({ kind: 'down', path: 'GetPastAppointments' })
  const { status, body } = await maria.get<Screen>(index)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('Book again')])
})
