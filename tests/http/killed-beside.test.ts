/** @module-tag database */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { builtEntry } from '../support/build.ts'
import { testEngine } from '../support/databases.ts'
import { pdf } from '../support/files.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../support/held-statements.ts'
import { filePart } from '../support/multipart.ts'
import { openVisitor, type Visitor } from '../support/portal.ts'
import { startRealPortal, testEnvironment, type RealPortal } from '../support/real-portal.ts'
import { book, freeSlots, hold, holdIdOf, takeSlot } from '../support/booking.ts'

const root = join(import.meta.dirname, '..', '..')
const [key, newerKey] = ['a first key for tests only with fifty letters', 'a second key for tests only with fifty']
const maria = { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' }
/** That of processes is right. */
const rightClock = { clock: { aheadMs: 0 } }
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/**
 * Two processes on one PostgreSQL and one Redis. Each test holds `killed` in the middle of an act, by a lock that one of
 * its statements waits for, kills it and lets `other` go on.
 */
describe.skipIf(testEngine !== 'postgres')('of two processes on one database, one is killed', () => {
  let database: EmptyDatabase
  let other: RealPortal
  let killed: RealPortal
  let folder: string
  const environment = (name: string): Record<string, string> => ({
    DATABASE_URL: database.url,
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
    SESSION_SECRET: 'for tests only, thirty-two letters',
    ENCRYPTION_KEYS: key,
    TRUSTED_PROXIES: '127.0.0.1',
    PGAPPNAME: name,
    DATA_DIR: join(folder, name),
  })
  const start = (name: string, env: Record<string, string> = {}) => startRealPortal({ ...environment(name), ...env })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-'))
    database = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '')
    other = await start('other')
    await database.query(
      `insert into setting_values (licensee_id, name, value, version, changed_by, changed_at)
        values ('lakeside', 'Staff_Second_Factor', '{"value": false}', 1, 'the test', now())`,
    )
    await other.stop()
    other = await start('other')
  })
  afterAll(async () => {
    killed?.process.kill('SIGKILL')
    await other?.stop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = ({ port }: RealPortal, cookies?: Visitor['cookies']) =>
    openVisitor(
      `http://127.0.0.1:${port}`,
      'lakeside.localhost',
      cookies ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {},
    )
  const signedInAt = async (portal: RealPortal, input: object = maria, action = 'account.signIn') => {
    const visitor = at(portal)
    expect((await visitor.act(action, input)).status).toBe(200)
    return visitor
  }

  interface Middle {
    lock: string
    statement: string
  }

  /** Kills the process in the middle of what it does, and checks that its request has no response. */
  async function killIn({ lock, statement }: Middle, act: () => Promise<unknown>): Promise<void> {
    const outcome = await database.holdStatement(
      { lock, application: 'killed', statement },
      () =>
        act().then(
          () => 'responded',
          () => 'no response',
        ),
      async () => {
        killed.process.kill('SIGKILL')
        await ended(killed)
      },
    )
    expect(outcome).toBe('no response')
  }

  const ended = ({ process: child }: RealPortal) =>
    new Promise<void>((resolve) => {
      if (child.signalCode) resolve()
      else child.once('exit', () => resolve())
    })

  async function run(command: string, env: Record<string, string> = {}) {
    const entry = await builtEntry(command)
    let child: ReturnType<typeof execFile> | undefined
    const result = new Promise<{ code: number | null; output: string }>((resolve) => {
      child = execFile(
        process.execPath,
        [entry],
        { cwd: root, env: { ...process.env, ...testEnvironment, ...environment('killed'), ...env } },
        (_error, out, err) => resolve({ code: child?.exitCode ?? null, output: out + err }),
      )
    })
    return { result, kill: () => child?.kill('SIGKILL') }
  }

  /** Makes a recurring job due, in whichever process looks first. */
  const request = (job: string) => database.query('update jobs.job set start_after = now() where name = $1', [job])
  const count = async (text: string, values: unknown[] = []) =>
    (await database.query<{ count: number }>(`select count(*)::int as count from ${text}`, values))[0]?.count

  test('while it checks a password: one try is counted, and the owner signs in', async () => {
    killed = await start('killed')
    const wrong = { Username: `nobody.${randomUUID()}`, Password: 'Wrong-Harbor-42' }
    const accounts = { lock: 'lock table accounts in access exclusive mode', statement: 'from "accounts"' }
    await killIn(accounts, () => at(killed).act('account.signIn', wrong))
    const statuses: number[] = []
    for (let tries = 0; tries < 20; tries++) statuses.push((await at(other).act('account.signIn', wrong)).status)
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 422), 429])

    killed = await start('killed')
    await killIn(accounts, () => at(killed).act('account.signIn', maria))
    await signedInAt(other)
  })

  test('while it signs out: nothing keeps its owner from signing out again, and the session is over', async () => {
    killed = await start('killed')
    const visitor = await signedInAt(killed)
    const { cookies } = visitor
    await killIn({ lock: 'lock table sessions in share row exclusive mode', statement: '"sessions"' }, () =>
      visitor.act('account.signOut', {}),
    )
    await at(other, cookies).act('account.signOut', {})
    expect((await at(other, cookies).get('/ui/screens/user/home/dashboard')).status).toBe(401)
    const next = await signedInAt(other)
    expect((await next.get('/ui/screens/user/home/dashboard')).status).toBe(200)
  })

  test('while it changes a setting: neither the value nor its row of the audit log is there, and another changes it', async () => {
    killed = await start('killed')
    const staff = { Username: 'practice.owner', Password: 'Harbor-Owner-31' }
    const input = { name: 'Theme_Radius', value: 6, seenVersion: 0 }
    const admin = await signedInAt(killed, staff, 'account.adminSignIn')
    await killIn({ lock: 'lock table audit_log in share row exclusive mode', statement: 'into "audit_log"' }, () =>
      admin.act('admin.changeSetting', input),
    )
    const values = () => count(`setting_values where name = 'Theme_Radius'`)
    const rows = () => count(`audit_log where subject = 'Theme_Radius' and outcome = 'ok'`)
    expect([await values(), await rows()]).toEqual([0, 0])
    const again = await signedInAt(other, staff, 'account.adminSignIn')
    expect((await again.act('admin.changeSetting', input)).status).toBe(200)
    expect([await values(), await rows()]).toEqual([1, 1])
  })

  test('while a file is stored: it is there once when it is sent again with its key', async () => {
    killed = await start('killed')
    const parts = [{ name: 'category', content: 'Lab results' }, filePart(pdf, 'result.pdf')]
    const visitor = await signedInAt(killed)
    const own = { key: randomUUID() }
    const { cookies } = visitor
    await killIn(
      { lock: 'lock table sandbox.documents in share row exclusive mode', statement: 'insert into documents' },
      () => visitor.upload('uploads.addToChart', parts, own),
    )
    const same = at(other, cookies)
    const send = () => same.upload('uploads.addToChart', parts, own)
    const early = await send()
    expect([early.status, early.body.code]).toEqual([409, 'request.running'])
    await database.query(
      `update idempotency_keys set started_at = started_at - interval '31 seconds' where effects is null`,
    )
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    expect(await count(`sandbox.documents where file_name = 'result.pdf'`)).toBe(1)
  })

  test('while it holds and books a time: the time is booked once or free, and its owner books again', async () => {
    killed = await start('killed')
    const visitor = await signedInAt(killed)
    const slots = await freeSlots(rightClock, visitor)
    const booked = takeSlot(slots)
    const holdId = holdIdOf(await hold(visitor, booked))
    const { cookies } = visitor
    await killIn(
      { lock: 'lock table sandbox.appointments in share row exclusive mode', statement: 'appointments' },
      () => book(visitor, holdId),
    )
    expect(await count(`holds where id = $1 and state = 'booking'`, [holdId])).toBe(1)
    await database.query(`update holds set changed_at = changed_at - interval '21 seconds' where id = $1`, [holdId])
    await request('booking.endHolds')
    const settled = () =>
      database.query<{ state: string }>(`select state from holds where id = $1 and state <> 'booking'`, [holdId])
    await expect.poll(settled, { timeout: 60_000 }).toHaveLength(1)
    const appointments = () =>
      count(
        `sandbox.appointments where practice = 'lakeside' and employee_n = $1 and starts_at = $2 and cancelled_at is null`,
        [Number(booked.providerId), booked.startsAt],
      )
    expect(await appointments()).toBe((await settled())[0]?.state === 'booked' ? 1 : 0)

    const same = at(other, cookies)
    const next = holdIdOf(await hold(same, takeSlot(slots)))
    expect((await book(same, next)).status).toBe(200)
    expect(await count('holds where id = $1 and state = $2', [next, 'booked'])).toBe(1)
  })

  test('while it chains the audit log: another process goes on, and the chain is sound', async () => {
    killed = await start('killed')
    const chained = { lock: 'lock table audit_chain in share row exclusive mode', statement: 'into audit_chain' }
    // Only the process that is killed may take the job, so the other one must not have it, nor hold a lock of it.
    await other.stop()
    await killIn(chained, async () => {
      await signedInAt(killed) // writes a row to chain
      await database.query(`update jobs.job set state = 'retry', start_after = now() where name = 'audit.chain'`)
      await ended(killed)
      throw new Error('the job has no response')
    })
    other = await start('other')
    await database.query(`update jobs.job set started_on = now() - interval '61 seconds' where name = 'audit.chain'`)
    const waiting = () =>
      count('audit_log log where not exists (select 1 from audit_chain entry where entry.audit_id = log.id)')
    await expect.poll(waiting, { timeout: 90_000, interval: 500 }).toBe(0)
    const verified = await (await run('verify-audit')).result
    expect(verified).toEqual({
      code: 0,
      output: expect.stringMatching(/^lakeside: \d+ rows are as they were written/m),
    })
  })

  test('while secrets are rotated: the audit log can be verified meanwhile, and a second run ends the work', async () => {
    await other.stop()
    const keys = { ENCRYPTION_KEYS: `${newerKey},${key}` }
    const older = () => count(`idempotency_keys where effects is not null`)
    expect(await older()).toBeGreaterThan(0)
    const rotation = await run('rotate-secrets', keys)
    const ends = await database.holdStatement(
      {
        lock: 'select 1 from idempotency_keys where effects is not null order by started_at desc limit 1 for update',
        application: 'killed',
        statement: 'update idempotency_keys',
      },
      () => rotation.result,
      async () => {
        expect(await (await run('verify-audit', { ...keys, PGAPPNAME: 'verify' })).result).toMatchObject({ code: 0 })
        rotation.kill()
      },
    )
    expect(ends.code).not.toBe(0)
    const again = await (await run('rotate-secrets', keys)).result
    expect(again).toEqual({ code: 0, output: expect.stringContaining('No other key is needed any longer.') })
    other = await start('other', { ENCRYPTION_KEYS: newerKey })
    await signedInAt(other)
  })
})
