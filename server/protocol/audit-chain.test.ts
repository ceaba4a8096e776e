/** @module-tag database */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { dyingHandle } from '../../tests/support/dying-handle.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { openAudit } from './audit.ts'
import { chainRows, verifyChain } from './audit-chain-store.ts'
import { writeAudit, type AuditRow } from './audit-store.ts'
import { noteRefusedTries } from './refused-tries-store.ts'

const start = new Date('2026-03-01T12:00:00Z')
const handle = dyingHandle()
let database: Database

beforeAll(async () => {
  database = await openTestDatabase('portal', { onStatement: handle.hear })
})
afterAll(() => database.close())
beforeEach(() => byHand('delete from audit_log', 'delete from audit_chain', 'delete from refused_tries'))

/** What somebody may do who owns the tables. */
async function byHand(...statements: string[]): Promise<void> {
  for (const table of ['audit_log', 'audit_chain'])
    await database.db.execute(sql.raw(`alter table ${table} disable trigger user`))
  for (const statement of statements) await database.db.execute(sql.raw(statement))
  for (const table of ['audit_log', 'audit_chain'])
    await database.db.execute(sql.raw(`alter table ${table} enable trigger user`))
}

const row = (differently: Partial<AuditRow> = {}): AuditRow => ({
  at: start,
  licenseeId: 'north',
  accountId: 7,
  patientId: '1001',
  actorKind: 'patient',
  actor: 'ann',
  address: '10.0.0.1',
  event: 'screen:/user/home',
  subject: '',
  outcome: 'ok',
  transmitTo: '',
  transmitStatus: '',
  requestId: 'r',
  ...differently,
})

const chain = (licenseeId = 'north') => chainRows(database.db, { licenseeId, most: 100 })
const verified = (licenseeId = 'north') => verifyChain(database.db, { licenseeId })
const ids = async () =>
  (
    await rowsOf<{ id: number }>(
      database.db,
      sql`select id::int as id from audit_log where licensee_id = 'north' order by id`,
    )
  ).map(({ id }) => id)

/** Five chained rows; returns their ids. */
async function fiveRows(): Promise<[number, number, number, number, number]> {
  for (let minute = 0; minute < 5; minute++)
    await writeAudit(database.db, [row({ at: new Date(start.getTime() + minute * 60_000), subject: `${minute}` })])
  expect(await chain()).toBe(5)
  return (await ids()) as [number, number, number, number, number] // the five
}

const findings = async () => (await verified()).findings.map(({ what, id, time }) => [what, id, time.slice(0, 16)])

describe('the chain of the audit log', () => {
  test('is sound after what the portal does, for each practice by itself', async () => {
    await fiveRows()
    await writeAudit(database.db, [row({ licenseeId: 'south' }), row({ at: new Date('2025-01-01T00:00:00Z') })])
    expect([await chain(), await chain('south'), await chain()]).toEqual([1, 1, 0])
    const [north, south] = [await verified(), await verified('south')]
    expect([north.findings, north.anchor.number, north.waiting.count]).toEqual([[], 6, 0])
    expect([south.findings, south.anchor.number]).toEqual([[], 1])
  })

  test.each(['actor', 'address', 'event', 'subject', 'outcome', 'detail', 'transmit_to', 'request_id', 'patient_id'])(
    'says which row was changed in %s',
    async (column) => {
      const [, second] = await fiveRows()
      await byHand(`update audit_log set ${column} = 'x' where id = ${second}`)
      expect(await findings()).toEqual([['changed', second, '2026-03-01T12:01']])
    },
  )

  test('says which row was changed in its time, account or tries', async () => {
    const [first, second, third] = await fiveRows()
    await byHand(
      `update audit_log set at = at + interval '1 microsecond' where id = ${first}`,
      `update audit_log set account_id = null where id = ${second}`,
      `update audit_log set tries = 2 where id = ${third}`,
    )
    expect((await findings()).map(([what, id]) => [what, id])).toEqual([
      ['changed', first],
      ['changed', second],
      ['changed', third],
    ])
  })

  test('says which row was removed', async () => {
    const [, , third] = await fiveRows()
    await byHand(`delete from audit_log where id = ${third}`)
    expect(await findings()).toEqual([['removed', third, '2026-03-01T12:02']])
  })

  test('says that entries were removed with their rows', async () => {
    const [, second] = await fiveRows()
    await byHand(`delete from audit_log where id = ${second}`, `delete from audit_chain where audit_id = ${second}`)
    expect(await findings()).toEqual([['entries removed', 2, '2026-03-01T12:02']])
  })

  test('says which two rows were swapped', async () => {
    const [first, , , fourth] = await fiveRows()
    await byHand(
      `update audit_log set subject = case id when ${first} then '3' else '0' end where id in (${first}, ${fourth})`,
    )
    expect((await findings()).map(([what, id]) => [what, id])).toEqual([
      ['changed', first],
      ['changed', fourth],
    ])
  })

  test('says which entry was changed to fit a changed row', async () => {
    const [, second] = await fiveRows()
    await byHand(`update audit_chain set row_hash = 'x' where audit_id = ${second}`)
    expect(await findings()).toEqual([
      ['entry changed', second, '2026-03-01T12:01'],
      ['changed', second, '2026-03-01T12:01'],
    ])
  })

  test('says which row was inserted between older ones, and never chains it', async () => {
    const [first] = await fiveRows()
    await byHand(
      `update audit_chain set chained_at = now() - interval '11 minutes'`,
      `insert into audit_log (id, at, licensee_id, event) overriding system value
        values (${first - 1000}, '2026-03-01T11:00:00Z', 'north', 'screen:/forged')`,
    )
    expect(await chain()).toBe(0)
    expect(await findings()).toEqual([['inserted', first - 1000, '2026-03-01T11:00']])
  })

  test('takes a row of a transaction that has ended later than others', async () => {
    const [first] = await fiveRows()
    await byHand(
      `insert into audit_log (id, licensee_id, event) overriding system value values (${first - 1}, 'north', 'late')`,
    )
    expect([await chain(), (await verified()).findings]).toEqual([1, []])
  })

  test('shows by an anchor that the newest rows were removed with their entries, or that it was made anew', async () => {
    const [, , , fourth, fifth] = await fiveRows()
    const { anchor } = await verified()
    const kept = () => verifyChain(database.db, { licenseeId: 'north', anchors: [anchor.number] })
    expect((await kept()).anchors.get(5)).toBe(anchor.hash)
    await byHand(`delete from audit_log where id = ${fifth}`, `delete from audit_chain where audit_id = ${fifth}`)
    expect(await kept()).toMatchObject({ findings: [], anchor: { number: 4 } })
    expect((await kept()).anchors.get(5)).toBeUndefined()
    await byHand(`update audit_log set actor = 'x' where id = ${fourth}`, 'delete from audit_chain')
    await writeAudit(database.db, [row()])
    await chain()
    expect((await kept()).findings).toEqual([])
    expect((await kept()).anchors.get(5)).not.toBe(anchor.hash)
  })

  test('counts rows that wait for their entry', async () => {
    await fiveRows()
    await writeAudit(database.db, [row(), row()])
    expect((await verified()).waiting).toMatchObject({ count: 2, since: expect.stringContaining('2026-03-01') })
  })

  test('has each row once when processes chain and write at once', async () => {
    const write = async () => {
      for (let count = 0; count < 20; count++) await writeAudit(database.db, [row(), row()])
    }
    const link = async () => {
      for (let count = 0; count < 10; count++) await chainRows(database.db, { licenseeId: 'north', most: 7 })
    }
    await Promise.all([write(), link(), write(), link(), link()])
    await chain()
    expect(await verified()).toMatchObject({ findings: [], anchor: { number: 80 }, waiting: { count: 0 } })
  })

  test('is whole after its process has died between any two statements', async () => {
    const statements = await handle.everyDeath(async (dying) => {
      await byHand('delete from audit_log', 'delete from audit_chain')
      await writeAudit(database.db, [row(), row({ subject: '2' })])
      await dying(() => chain()).catch(() => undefined)
      expect((await verified()).findings).toEqual([])
      await chain()
      expect(await verified()).toMatchObject({ findings: [], anchor: { number: 2 } })
    })
    expect(statements).toBeGreaterThan(3)
  })
})

describe('a flood of refused tries', () => {
  const refused = (differently: Partial<AuditRow> = {}) =>
    row({ outcome: 'signIn.invalid', event: 'action:account.signIn', actorKind: 'visitor', ...differently })
  const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const noted = () =>
    rowsOf<{ outcome: string; tries: number; rows: number }>(
      database.db,
      sql`select outcome, tries, count(*)::int as rows from audit_log group by outcome, tries order by outcome, tries`,
    )

  test('is ten rows and one with the count of the others, once its minute is over', async () => {
    const audit = openAudit(database.db)
    await Promise.all(Array.from({ length: 300 }, (_, index) => audit.note(refused({ requestId: `${index}` }))))
    await audit.note(refused({ transmitTo: 'Card processor' }))
    await audit.note(row())
    await noteRefusedTries(database.db, { licenseeId: 'north', at: later(30) })
    expect(await noted()).toEqual([
      { outcome: 'ok', tries: 1, rows: 1 },
      { outcome: 'signIn.invalid', tries: 1, rows: 11 },
    ])
    for (const seconds of [121, 122]) await noteRefusedTries(database.db, { licenseeId: 'north', at: later(seconds) })
    expect((await noted()).slice(1)).toEqual([
      { outcome: 'signIn.invalid', tries: 1, rows: 11 },
      { outcome: 'signIn.invalid', tries: 290, rows: 1 },
    ])
  })

  test('that a limit has refused is one row, and one for each address', async () => {
    const audit = openAudit(database.db)
    for (const address of ['10.0.0.1', '10.0.0.2'])
      for (let count = 0; count < 5; count++) await audit.note(refused({ outcome: 'request.tooMany', address }))
    await noteRefusedTries(database.db, { licenseeId: 'north', at: later(121) })
    expect(await noted()).toEqual([{ outcome: 'request.tooMany', tries: 5, rows: 2 }])
  })

  test('is counted by several processes, while the clock jumps back, and through deaths', async () => {
    const [one, other] = [openAudit(database.db), openAudit(database.db)]
    for (let count = 0; count < 20; count++)
      await Promise.all([one.note(refused()), other.note(refused({ at: later(59) }))])
    await noteRefusedTries(database.db, { licenseeId: 'north', at: later(121) })
    await one.note(refused({ at: later(10) })) // its minute was written already
    const total = async () =>
      (await rowsOf<{ sum: number }>(database.db, sql`select sum(tries)::int as sum from audit_log`))[0]?.sum
    await noteRefusedTries(database.db, { licenseeId: 'north', at: later(121) })
    expect(await total()).toBe(41)
    await handle.everyDeath(async (dying) => {
      await byHand('delete from audit_log', 'delete from refused_tries')
      for (let count = 0; count < 12; count++) await one.note(refused())
      const note = () => noteRefusedTries(database.db, { licenseeId: 'north', at: later(121) })
      await dying(note).catch(() => undefined)
      await note()
      expect(await total()).toBe(12)
    })
  })
})
