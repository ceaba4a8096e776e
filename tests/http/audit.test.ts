import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditLog } from '../../server/db/schema.ts'
import { dialogOf, freeSlots, hold, holdIdOf } from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest({ patient: 'maria.alvarez' })

type Row = typeof auditLog.$inferSelect

/** Returns the rows that an action added. */
async function added({ database: { db } }: RunningPortal, act: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  await act()
  return db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.id} > ${last?.id ?? 0}`)
    .orderBy(auditLog.id)
}

const fieldsOf = ({ event, actor, actorKind, patientId, outcome }: Row) => ({
  event,
  actor,
  actorKind,
  patientId,
  outcome,
})
const maria = { actor: 'maria.alvarez', actorKind: 'patient', patientId: '1001' }

const isScreen = ({ event }: { event: string }) => event.startsWith('screen:')

describe('the audit log', () => {
  test('has one row for each screen and each part of one that somebody saw [2 §7.41]', async ({ portal, patient }) => {
    portal.portal.carryWithinMs = 60_000
    const rows = await added(portal, async () => {
      await patient.get('/ui/screens/user/home/appointments')
      await patient.get('/ui/regions/appointments.past')
    })
    expect(rows.map(fieldsOf)).toEqual([
      { ...maria, event: 'region:appointments.upcoming', outcome: 'ok' },
      { ...maria, event: 'screen:/user/home/appointments', outcome: 'ok' },
      { ...maria, event: 'region:appointments.past', outcome: 'ok' },
    ])
    expect(
      rows.every(
        ({ address, licenseeId, requestId }) => address.startsWith('10.') && licenseeId === 'lakeside' && requestId,
      ),
    ).toBe(true)
  })

  test('says who signed in and out, and as whom somebody tried to', async ({ portal }) => {
    const visitor = portal.visitor()
    const rows = await added(portal, async () => {
      await visitor.act('account.signIn', { Username: 'maria.alvarez', Password: 'Wrong-Harbor-42' })
      await visitor.signIn('maria.alvarez')
      await visitor.act('account.signOut', {})
    })
    expect(rows.map(fieldsOf)).toEqual([
      {
        event: 'action:account.signIn',
        actor: 'maria.alvarez',
        actorKind: 'visitor',
        patientId: null,
        outcome: 'signIn.invalid',
      },
      { ...maria, event: 'action:account.signIn', outcome: 'ok' },
      { ...maria, event: 'action:account.signOut', outcome: 'ok' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Harbor/)
  })

  test('names the guardian who acted, and the patient it was about', async ({ portal }) => {
    const guardian = await portal.signIn('g.alvarez@example.com')
    const rows = await added(portal, () => guardian.get('/ui/screens/user/home/dashboard'))
    expect(rows.filter(isScreen).map(fieldsOf)).toEqual([
      {
        event: 'screen:/user/home/dashboard',
        actor: 'g.alvarez@example.com',
        actorKind: 'guardian',
        patientId: '1003',
        outcome: 'ok',
      },
    ])
  })

  test('has the refused and the failed as well', async ({ portal, patient }) => {
    const rows = await added(portal, async () => {
      await patient.get('/ui/screens/admin/settings')
      await patient.act('admin.changeSetting', { name: 'Theme_Radius', value: 6, seenVersion: 0 })
      await patient.act('booking.hold', { unexpected: true })
      await portal.fault({ kind: 'down', path: 'GetUpcomingAppointments' })
      await patient.get('/ui/regions/appointments.upcoming')
    })
    expect(rows.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['screen:/admin/settings', 'access.denied'],
      ['action:admin.changeSetting', 'access.denied'],
      ['action:booking.hold', 'input.invalid'],
      ['region:appointments.upcoming', 'practice.unavailable'],
    ])
  })

  test('has no row for what anyone may see, for a refused visitor, and for a refresh that showed nothing new', async ({
    portal,
    patient,
  }) => {
    const path = '/ui/screens/user/home/appointments'
    const { headers } = await patient.get(path)
    const known = { 'if-none-match': String(headers.etag) }
    const rows = await added(portal, async () => {
      await patient.get('/ui/screens/')
      await portal.visitor().get(path)
      await patient.get(path, { ...known, 'x-background': '1' })
    })
    expect(rows).toEqual([])
    expect(await added(portal, () => patient.get(path, known))).toHaveLength(1)
    expect(
      (await added(portal, () => patient.get(path, { 'x-background': '1' }))).map(({ subject }) => subject),
    ).toEqual(['background'])
  })

  test('keeps each of a hundred requests that come at once', bothEngines, async ({ portal }) => {
    const visitors = await portal.crowd(10)
    const rows = await added(portal, () =>
      Promise.all(
        Array.from({ length: 100 }, async (_, index) => visitors[index % 10]?.get('/ui/screens/user/home/dashboard')),
      ),
    )
    const screens = rows.filter(isScreen)
    expect(screens).toHaveLength(100)
    expect(new Set(screens.map(({ requestId }) => requestId)).size).toBe(100)
  })

  test('says what a change of a setting replaced, and of a secret only that it changed', async ({ portal }) => {
    const settings = await portal.signIn('settings.desk')
    const seen = (name: string) => {
      const setting = portal.portal.settingsByName.get(name) ?? expect.fail(`there is no ${name}`)
      return portal.portal.settings.state('lakeside', setting).version
    }
    const change = async (name: string, value: unknown) =>
      settings.act('admin.changeSetting', { name, value, seenVersion: seen(name) })
    const rows = await added(portal, async () => {
      await change('Theme_Radius', 6)
      await change('Theme_Radius', 4)
      await change('Card_Payment_Key', 'sk-of-the-audit')
      await settings.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion: seen('Theme_Radius') })
    })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'proof.needed', 'ok', 'ok'])
    const changes = rows.filter(({ outcome }) => outcome === 'ok')
    expect(changes.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Theme_Radius', expect.stringMatching(/^\{"before":\d+,"after":6\}$/)],
      ['Theme_Radius', '{"before":6,"after":4}'],
      ['Card_Payment_Key', '{"secret":"changed"}'],
      ['Theme_Radius', '{"before":4,"after":null}'],
    ])
  })

  test('names the result and the message that were opened', async ({ portal, patient }) => {
    const rows = await added(portal, async () => {
      await patient.act('testResults.open', { result: '7001' })
      await patient.act('messages.open', { message: '7002', to: '/user/home/Messages' })
    })
    const opened = rows.filter(({ event }) => event.startsWith('action:'))
    expect(opened.map(({ event, detail }) => [event, detail])).toEqual([
      ['action:testResults.open', '{"document":{"id":"7001"}}'],
      ['action:messages.open', '{"document":{"id":"7002"}}'],
    ])
  })

  test('says who had a screen explained, and who was refused', async ({ portal, patient }) => {
    const settings = await portal.signIn('settings.desk')
    const rows = await added(portal, async () => {
      await settings.get('/ui/screens/user/home/appointments?explain=1')
      await patient.get('/ui/screens/user/home/appointments?explain=1')
    })
    expect(rows.map(({ event, actor, outcome }) => [event, actor, outcome])).toEqual([
      ['explain:/user/home/appointments', 'settings.desk', 'ok'],
      ['explain:/user/home/appointments', 'maria.alvarez', 'access.denied'],
    ])
  })

  test('cannot be changed nor emptied', async ({ portal }) => {
    const { db } = portal.database
    const why = async (work: PromiseLike<unknown>) =>
      Promise.resolve(work).then(
        () => 'done',
        (error: { cause?: Error }) => error.cause?.message,
      )
    expect(await why(db.update(auditLog).set({ outcome: 'ok' }))).toBe('audit_log is append-only')
    expect(await why(db.delete(auditLog).where(eq(auditLog.licenseeId, 'lakeside')))).toBe('audit_log is append-only')
    expect(await why(db.execute(sql`truncate audit_log`))).toBe('audit_log is append-only')
  })

  test('has one row for an action that is sent twice with one key for each time that it was sent', async ({
    portal,
    patient,
  }) => {
    const key = randomUUID()
    const rows = await added(portal, async () => {
      await patient.act('booking.release', { hold: 'none' }, { key })
      await patient.act('booking.release', { hold: 'none' }, { key })
    })
    expect(rows).toHaveLength(2)
  })

  test('tells a booking from one that was answered but did not happen, and from an answer given again', async ({
    portal,
    patient,
  }) => {
    const other = await portal.signIn('new.patient')
    const [slot] = (await freeSlots(portal, patient)).slice(20)
    if (!slot) throw new Error('nothing is free')
    const holdId = holdIdOf(await hold(patient, slot))
    const key = randomUUID()
    const rows = await added(portal, async () => {
      expect(dialogOf(await hold(other, slot))?.title).toBe('Slot is already booked!')
      for (const _ of ['first', 'again']) await patient.act('booking.book', { holdId }, { key })
    })
    expect(rows.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['action:booking.hold', 'booking.taken'],
      ['action:booking.book', 'ok'],
      ['action:booking.book', 'repeated'],
    ])
    const late = holdIdOf(await hold(patient, (await freeSlots(portal, patient)).slice(25)[0] ?? slot))
    await patient.act('booking.release', { holdId: late })
    const [ended] = await added(portal, () => patient.act('booking.book', { holdId: late }))
    expect(ended).toMatchObject({ event: 'action:booking.book', outcome: 'booking.ended' })
  })
})
