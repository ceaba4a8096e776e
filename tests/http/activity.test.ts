import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { auditLog } from '../../server/db/schema.ts'
import { addDays, dayOf } from '../../server/protocol/time-words.ts'
import { goodPassword, guardianId, newGuardian } from '../support/guardians.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const zone = 'America/New_York'
const route = '/user/home/ActivityLog'

const test = portalTest({ nora: 'new.patient' })

test.beforeAll(({ portal }) => void (portal.clock.aheadMs = untilNoon())) // no day ends during these tests

/** Milliseconds to the next noon, approximately both in New York and in Denver. */
function untilNoon(): number {
  const noon = new Date().setUTCHours(18, 0, 0, 0)
  return noon - Date.now() + (noon < Date.now() ? 86_400_000 : 0)
}

const today = ({ portal }: Pick<RunningPortal, 'portal'>) => dayOf(portal.now(), zone)

/** Returns the table of the log, if there is one. */
async function logOf(visitor: Visitor, query: string): Promise<BlockOf<'table'> | undefined> {
  const { status, body } = await visitor.get<Screen>(`/ui/screens${route}?${query}`)
  expect(status).toBe(200)
  return body.blocks.find((block): block is BlockOf<'table'> => block.kind === 'table')
}

async function rowsIn(visitor: Visitor, query: string): Promise<Record<string, unknown>[]> {
  const table = await logOf(visitor, query)
  return (table?.rows ?? []).map(({ cells }) =>
    Object.fromEntries(Object.entries(cells).map(([name, { text }]) => [name, text])),
  )
}

const todays = (portal: Pick<RunningPortal, 'portal'>) => `from=${today(portal)}&to=${today(portal)}&size=50`

interface Row {
  at: string
  patientId?: string
  event?: string
  actorKind?: string
  outcome?: string
  subject?: string
}

/** Adds a row to the log with another time, instead of waiting for another day. */
async function note(
  { database }: Pick<RunningPortal, 'database'>,
  { at, patientId = '1002', ...rest }: Row,
): Promise<void> {
  await database.db.insert(auditLog).values({
    licenseeId: 'lakeside',
    event: 'screen:/user/home/dashboard',
    actorKind: 'patient',
    actor: 'new.patient',
    address: '192.0.2.7',
    outcome: 'ok',
    ...rest,
    patientId,
    at: new Date(at),
  })
}

describe('the days of the log', () => {
  async function ask(visitor: Visitor, days: object): Promise<unknown[]> {
    const { status, body } = await visitor.act('account.showActivity', days)
    return status === 200 ? body.effects : [status, body.errors.map(({ pointer, message }) => [pointer, message])]
  }

  test('lead to the same screen with the days in the address', async ({ nora }) => {
    const days = { from: '2024-01-01', to: '2024-01-31' }
    expect(await ask(nora, days)).toEqual([{ type: 'navigate', to: `${route}?from=2024-01-01&to=2024-01-31` }])
  })

  test('are both needed, not in the future, and in order [2 §2.139 §5.41]', async ({ portal, nora }) => {
    const tomorrow = dayOf(new Date(portal.portal.now().getTime() + 86_400_000), zone)
    expect(await ask(nora, {})).toEqual([
      422,
      [
        ['/from', 'Enter From Date'],
        ['/to', 'Enter To Date'],
      ],
    ])
    expect(await ask(nora, { from: '2024-02-30', to: today(portal) })).toEqual([422, [['/from', 'Enter From Date']]])
    expect(await ask(nora, { from: tomorrow, to: tomorrow })).toEqual([
      422,
      [['/from', 'Enter From Date that is not in the future']],
    ])
    expect(await ask(nora, { from: today(portal), to: tomorrow })).toEqual([
      422,
      [['/to', 'Enter To Date that is not in the future']],
    ])
    expect(await ask(nora, { from: '2024-02-02', to: '2024-02-01' })).toEqual([
      422,
      [['/from', 'The From Date must not be after the To Date.']],
    ])
  })

  test('that cannot be meant in an address are as if nothing was asked [2 §2.141 §8.39]', async ({ nora }) => {
    for (const query of ['from=2024-01-01', 'from=x&to=y', 'from=2024-02-02&to=2024-02-01', "from='--&to=1"])
      expect(await logOf(nora, query)).toBeUndefined()
    expect((await logOf(nora, 'from=2001-01-01&to=2001-01-02'))?.empty.text).toBe('No Data Found')
  })

  test('are the last thirty before any are chosen, in the form too [2 §2.141]', async ({ portal, nora }) => {
    const { body } = await nora.get<Screen>(`/ui/screens${route}`)
    const days = { from: addDays(today(portal), -29), to: today(portal) }
    expect(blocksOf(body.blocks, 'form')[0]?.value).toEqual(days)
    const chosen = await logOf(nora, new URLSearchParams(days).toString())
    expect((await logOf(nora, ''))?.caption).toBe(chosen?.caption)
    expect(chosen?.rows.length).toBeGreaterThan(0)
  })

  test('begin and end at midnight in the zone of the practice, also where the clocks change', async ({
    portal,
    nora,
  }) => {
    for (const at of ['2025-03-09T04:59:59Z', '2025-03-09T05:00:00Z', '2025-03-10T03:59:59Z', '2025-03-10T04:00:00Z'])
      await note(portal, { at })
    const rows = await rowsIn(nora, 'from=2025-03-09&to=2025-03-09')
    expect(rows.map(({ date }) => date)).toEqual(['03/09/2025 11:59 PM', '03/09/2025 12:00 AM'])
  })
})

describe('the log of a patient', () => {
  test('has what was done with the record, by whom, from where, and where something was sent [1 §7.47] [2 §1.19 §2.140 §3.43 §7.35 §7.41 §7.57]', async ({
    portal,
    nora,
  }) => {
    const request = newGuardian()
    await nora.act('account.addGuardian', request)
    const guardian = await portal.visitor().enter({ login: request.Auth_Login, password: goodPassword, guardian: true })
    await guardian.get('/ui/screens/user/home/appointments')
    await nora.act('account.notifyAdmin', { note: 'A new street' })
    const rows = await rowsIn(nora, todays(portal))
    expect((await logOf(nora, todays(portal)))?.columns.map(({ label }) => label)).toEqual([
      'Date',
      'IP',
      'Page',
      'User name',
      'Transmit-to',
      'Transmit-status',
    ])
    expect(rows[0]).toMatchObject({
      page: 'Asks the office to change profile details',
      user: 'new.patient',
      to: 'front.desk@lakeside.example.com',
      status: 'sent',
    })
    expect(rows[0]?.date).toMatch(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M( E[DS]T)?$/)
    expect(rows[0]?.ip).toMatch(/^10\.0\.\d+\.\d+$/)
    expect(rows[1]).toMatchObject({ page: expect.stringMatching(/^Viewed: /), user: request.Auth_Login })
    expect(rows[2]).toMatchObject({ page: 'Signs a patient or guardian in', user: request.Auth_Login })
    expect(rows[3]).toMatchObject({ page: 'Authorizes a person to use the account', user: 'new.patient' })
    await nora.act('account.removeGuardian', { guardian: await guardianId(nora, request.Auth_Login) })
  })

  test('has its own views, and neither refreshes, regions, failures nor keeping the session [2 §4.54 §6.15]', async ({
    portal,
    nora,
  }) => {
    const count = async () => (await rowsIn(nora, 'from=2025-06-01&to=2025-06-01')).length
    const at = '2025-06-01T15:00:00Z'
    await note(portal, { at })
    expect(await count()).toBe(1)
    await note(portal, { at, subject: 'background' })
    await note(portal, { at, event: 'region:appointments.upcoming' })
    await note(portal, { at, event: 'action:account.stay' })
    await note(portal, { at, event: 'action:no.longer' })
    await note(portal, { at, outcome: 'access.denied' })
    await note(portal, { at, actorKind: 'admin' })
    await note(portal, { at, actorKind: 'visitor' })
    expect(await count()).toBe(1)
    await note(portal, { at, actorKind: 'guardian' })
    expect(await count()).toBe(2)
    const before = (await rowsIn(nora, todays(portal))).length
    expect(await rowsIn(nora, todays(portal))).toHaveLength(before + 1)
  })

  test('has nothing of another patient or another practice [2 §7.35]', async ({ portal, nora }) => {
    const at = '2025-07-01T15:00:00Z'
    await note(portal, { at, patientId: '1001' })
    await portal.database.db.execute(
      sql`insert into audit_log (licensee_id, patient_id, event, actor_kind, actor, at)
        values ('northgate', '1002', 'screen:/user/home/dashboard', 'patient', 'somebody', ${at})`,
    )
    expect(await rowsIn(nora, 'from=2025-07-01&to=2025-07-01')).toEqual([])
    const maria = await portal.signIn('maria.alvarez')
    expect(await rowsIn(maria, 'from=2025-07-01&to=2025-07-01')).toHaveLength(1)
    const ben = await portal.signIn('ben.carter')
    expect(await rowsIn(ben, 'from=2025-07-01&to=2025-07-01')).toEqual([])
  })

  test('is of the own practice in its own zone', async ({ portal }) => {
    const ben = await portal.signIn('ben.carter')
    const day = dayOf(portal.portal.now(), 'America/Denver')
    const [row] = await rowsIn(ben, `from=${day}&to=${day}`)
    expect(row).toMatchObject({ page: 'Signs a patient or guardian in', user: 'ben.carter' })
  })

  test('shows what somebody wrote as plain words', async ({ portal, nora }) => {
    const at = '2025-08-01T15:00:00Z'
    await portal.database.db.execute(
      sql`insert into audit_log (licensee_id, patient_id, event, actor_kind, actor, transmit_to, at)
        values ('lakeside', '1002', 'screen:/user/home/dashboard', 'guardian', '<b>x</b>', '<script>', ${at})`,
    )
    expect(await rowsIn(nora, 'from=2025-08-01&to=2025-08-01')).toMatchObject([{ user: '<b>x</b>', to: '<script>' }])
  })

  test('comes in pages that stand in the address, the newest first', async ({ portal, nora }) => {
    for (let minute = 0; minute < 25; minute++)
      await note(portal, { at: `2025-09-01T15:${String(minute).padStart(2, '0')}:00Z` })
    const days = 'from=2025-09-01&to=2025-09-01'
    const first = await logOf(nora, days)
    expect(first?.rows).toHaveLength(10)
    expect(first?.rows[0]?.cells.date?.text).toBe('09/01/2025 11:24 AM')
    expect(first?.paging).toMatchObject({
      page: 1,
      size: 10,
      total: 25,
      sizes: [10, 20, 50],
      toPage: { to: `${route}?${days}&size=10`, parameter: 'page' },
    })
    const last = await logOf(nora, `${days}&page=3`)
    expect([last?.rows.length, last?.rows.at(-1)?.cells.date?.text]).toEqual([5, '09/01/2025 11:00 AM'])
    expect((await logOf(nora, `${days}&size=20&page=2`))?.rows).toHaveLength(5)
    for (const wrong of ['page=99', 'page=-1', 'page=x', 'size=7', "size=1' or '1'='1"])
      expect((await logOf(nora, `${days}&${wrong}`))?.paging?.total).toBe(25)
    expect((await logOf(nora, `${days}&page=99`))?.paging?.page).toBe(3)
  })

  test('has the other spelling of its route, and is for patients alone [2 §2.19 §6.9]', async ({ portal, nora }) => {
    expect((await nora.get('/ui/screens/user/home/activitylog')).body.title).toBe('Activity log')
    const gabriel = await portal.signIn('g.alvarez@example.com')
    const admin = await portal.signIn('front.desk')
    for (const [who, status] of [
      [gabriel, 403],
      [admin, 403],
      [portal.visitor(), 401],
    ] as const) {
      expect((await who.get(`/ui/screens${route}`)).status).toBe(status)
      expect((await who.act('account.showActivity', { from: '2024-01-01', to: '2024-01-01' })).status).toBe(status)
    }
  })
})

describe('the audit log', () => {
  test('accepts new rows only', async ({ portal }) => {
    const { db } = portal.database
    const why = async (statement: ReturnType<typeof sql>) =>
      db.execute(statement).then(
        () => 'done',
        (error: { cause?: { message?: string } }) => error.cause?.message ?? 'no cause',
      )
    expect(await why(sql`update audit_log set actor = 'nobody'`)).toContain('append-only')
    expect(await why(sql`delete from audit_log`)).toContain('append-only')
    expect(await why(sql`truncate audit_log`)).toContain('append-only')
  })
})
