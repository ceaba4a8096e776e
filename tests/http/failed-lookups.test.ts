import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { mostFailedLookups } from '../../server/identity/patient-lookup.ts'
import { deleteExpired } from '../../server/delete-expired.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { eleanor } from '../support/guests.ts'
import { runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ admin: 'front.desk' })

const title = 'Somebody may be guessing patients’ details'
const dashboard = async (admin: Visitor) => wordsOf((await admin.get<Screen>('/ui/screens/admin/home/dashboard')).body)
const counted = ({ database }: RunningPortal) =>
  rowsOf<{ practice: string; count: number }>(
    database.db,
    sql`select licensee_id as practice, count from failed_lookups order by hour`,
  )
/** What was counted in this hour before. */
const before = ({ database, portal }: RunningPortal, count: number) =>
  database.db.execute(
    sql`insert into failed_lookups values ('lakeside', date_trunc('hour', ${portal.now().toISOString()}::timestamptz), ${count})`,
  )
const nobody = { ...eleanor, PatientLastName: 'Nobody' }

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  portal.clock.aheadMs = 3_600_000 - (Date.now() % 3_600_000) + 60_000
  await portal.database.db.execute(sql`delete from failed_lookups`)
})

it('lookups that match nobody are counted for the practice, whoever tries what for; others are not', async ({
  portal,
}) => {
  await portal.visitor().act('guests.verify', nobody)
  await portal.visitor().act('account.locateRecord', nobody)
  await portal.visitor().act('guests.verify', eleanor)
  expect(await counted(portal)).toEqual([{ practice: 'lakeside', count: 2 }])
})

it(
  'many of them in an hour reach the open dashboard of administrators, and nobody is refused',
  bothEngines,
  async ({ portal, admin }) => {
    await before(portal, mostFailedLookups - 1)
    expect(await dashboard(admin)).not.toContain(title)
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, ['admins:lakeside/failed-lookups'], { cookie })
    await portal.visitor().act('guests.verify', { ...nobody, PatientFirstName: 'Another' })
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toEqual(['admins:lakeside/failed-lookups'])
    const words = await dashboard(admin)
    expect(words).toContain(title)
    expect(words).toMatch(
      new RegExp(
        `, ${mostFailedLookups} attempts to find a patient between \\d+:00 [AP]M and \\d+:00 [AP]M Eastern Time matched nobody`,
      ),
    )
    expect((await portal.visitor().act('guests.verify', eleanor)).status).toBe(200)
    expect(await dashboard(await portal.signIn('office.lead'))).not.toContain(title)
  },
)

it('they are shown for a day and kept for a month', bothEngines, async ({ portal }) => {
  await before(portal, mostFailedLookups)
  portal.clock.aheadMs += 25 * 3_600_000
  expect(await dashboard(await portal.signIn('front.desk'))).not.toContain(title)
  await runNow(portal, deleteExpired)
  expect(await counted(portal)).toHaveLength(1)
  portal.clock.aheadMs += 30 * 24 * 3_600_000
  await runNow(portal, deleteExpired)
  expect(await counted(portal)).toEqual([])
})
