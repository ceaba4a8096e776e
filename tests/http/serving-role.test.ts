/** @module-tag database */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, type Database } from '../../server/db/open.ts'
import { chainAudit } from '../../server/protocol/audit-chain.ts'
import { verifyChain } from '../../server/protocol/audit-chain-store.ts'
import { deleteExpired } from '../../server/delete-expired.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { portalMigrations } from '../../server/places.ts'
import { freeSlots, hold } from '../support/booking.ts'
import { testEngine } from '../support/databases.ts'
import { runNow } from '../support/jobs.ts'
import { startPortal, type RunningPortal } from '../support/portal.ts'

const root = join(import.meta.dirname, '..', '..')
const role = `portal_serving_${randomBytes(4).toString('hex')}`

/** The statements that the documents tell operators to run, for the schema of the tests and a role of this file. */
function documented(): string {
  const [, script = ''] = /```sql\n(.*?)```/s.exec(readFileSync(join(root, 'docs', 'operations.md'), 'utf8')) ?? []
  return script.replaceAll('schema public', 'schema portal').replaceAll('portal_serving', role)
}

describe.skipIf(testEngine !== 'postgres')('the role that serves on PostgreSQL', () => {
  let owner: RunningPortal
  let serving: Database
  let portal: RunningPortal

  beforeAll(async () => {
    owner = await startPortal()
    await owner.database.runScript(documented())
    const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
      owner.database.db,
      sql`select current_database() as name`,
    )
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    Object.assign(url, { pathname: `/${name}`, username: role, password: 'chosen by you' })
    serving = await openDatabase({ url: url.href, schema: 'portal' })
    portal = await startPortal({ beside: { ...owner, database: serving } })
  }, 120_000)

  afterAll(async () => {
    await portal?.close()
    await serving?.close()
    await owner?.database.runScript(`reassign owned by ${role} to current_user; drop owned by ${role}`)
    await owner?.database.runScript(`drop role ${role}`)
    await owner?.close()
  })

  test.each(['audit_log', 'audit_chain'])('may only read and add rows of %s', async (table) => {
    const refusalOf = (statement: string) =>
      serving.db.execute(sql.raw(statement)).then(
        () => 'done',
        (error: { cause?: Error }) => error.cause?.message ?? '',
      )
    for (const statement of [
      `update ${table} set licensee_id = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} disable trigger ${table}_keeps`,
      `drop trigger ${table}_keeps on ${table}`,
      `drop table ${table}`,
      `alter table ${table} rename to other`,
      `create or replace function ${table}_is_append_only() returns trigger language plpgsql as 'begin return new; end'`,
      `create trigger x before insert on ${table} for each row execute function ${table}_is_append_only()`,
      `alter table ${table} owner to ${role}`,
      `set session_replication_role = replica`,
    ])
      expect([statement, await refusalOf(statement)]).toEqual([
        statement,
        expect.stringMatching(/^(permission denied|must be owner of)/),
      ])
    expect(await refusalOf(`select count(*) from ${table}`)).toBe('done')
  })

  test('starts, serves, writes and chains the audit log, and deletes what has expired', async () => {
    expect(await migrate(serving, portalMigrations)).toEqual([])
    const maria = await portal.signIn('maria.alvarez')
    expect((await maria.get('/ui/screens/user/home/appointments')).status).toBe(200)
    const [slot] = await freeSlots(portal, maria)
    if (!slot) throw new Error('nothing is free')
    expect((await hold(maria, slot)).status).toBe(200)
    await runNow(portal, deleteExpired)
    await runNow(portal, chainAudit)
    const { findings, anchor } = await verifyChain(serving.db, { licenseeId: 'lakeside' })
    expect([findings, anchor.number > 2]).toEqual([[], true])
  })
})
