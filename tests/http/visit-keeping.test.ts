/** @module-tag database */
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accessLinks } from '../../server/db/schema.ts'
import { visits } from '../../server/features/visits/schema.ts'
import type { CallPass } from '../../server/http/call-pass.ts'
import { book, dayAhead, hold, holdIdOf, shownTimes, takeSlot } from '../support/booking.ts'
import { bookedAt, cancel } from '../support/changes.ts'
import { runDueJobs } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type RunningPortal, type Visitor } from '../support/portal.ts'
import { changedTables, tableMarks } from '../support/table-marks.ts'
import {
  bookVisit,
  callAt,
  learnVisitsOf,
  linksOf,
  openEnd,
  patientLink,
  recordOf,
  type End,
} from '../support/visits.ts'

const password = 'Sunny-Harbor-42'

/** With the cookie of Maria's session, and what opens an end of a call that is closed after the test. */
const test = portalTest()
  .extend('session', { scope: 'file' }, async ({ portal }) => {
    const maria = portal.visitor()
    const { headers } = await maria.act('account.signIn', { Username: 'maria.alvarez', Password: password })
    await runDueJobs(portal)
    return { maria, cookie: sessionCookieOf(headers) }
  })
  .extend('maria', { scope: 'file' }, ({ session }) => session.maria)
  .extend('cookie', { scope: 'file' }, ({ session }) => session.cookie)
  .extend('enter', ({ portal }, { onCleanup }) => {
    const ends: End[] = []
    onCleanup(() => {
      for (const { socket } of ends) socket.disconnect()
    })
    return (pass: string, cookie?: string) => {
      const end = openEnd(portal.url, { pass, cookie })
      ends.push(end)
      return end
    }
  })
  .extend('visitNow', ({ portal }) => async () => {
    const startsAt = new Date(Math.floor(portal.portal.now().getTime() / 1000) * 1000 + 60_000)
    return bookVisit(portal.records, { startsAt })
  })
  .extend('slots', { scope: 'file' }, async ({ portal, maria }) => {
    const query = `by=provider&type=telederm&visit=2&provider=103&from=${dayAhead(portal, 8)}`
    return (await shownTimes(maria, query)).filter(({ state }) => state === 'free').map(({ input }) => input)
  })

const poll = <T>(ask: () => T) => expect.poll(ask)
const hears = (end: End, word: string) => poll(() => end.events).toContain(word)
const stored = ({ database }: RunningPortal, appointmentId: string) =>
  database.db
    .select()
    .from(visits)
    .where(and(eq(visits.licenseeId, 'lakeside'), eq(visits.appointmentId, appointmentId)))
const linkAt = async (portal: RunningPortal, id: string) => (await recordOf(portal, id))?.provider_link
const pageOf = async (visitor: Visitor, address: string) =>
  JSON.stringify((await visitor.get(`/ui/screens${address}`)).body)

describe('a visit that the practice has booked', () => {
  test('is shown, with its page, and nothing is stored', async ({ portal, maria, visitNow }) => {
    const id = await visitNow()
    const before = await tableMarks(portal)
    const address = await patientLink(maria, id)
    await maria.get('/ui/regions/appointments.next')
    await maria.get('/ui/screens/user/home/dashboard')
    await callAt(maria, address)
    expect(changedTables(before, await tableMarks(portal))).toEqual([])
  })

  test('is stored at the next sign-in, and the record server hears where the provider joins', async ({
    portal,
    visitNow,
  }) => {
    const id = await visitNow()
    expect(await linkAt(portal, id)).toBeUndefined()
    await portal.visitor().act('account.signIn', { Username: 'maria.alvarez', Password: password })
    await poll(() => linkAt(portal, id)).toMatch(/^http:\/\/lakeside\.localhost:\d+\/appointment\/tele\//)
    expect(await stored(portal, id)).toMatchObject([{ patientId: '1001', endedAt: null }])
  })

  test('is stored when somebody joins first, and the record server hears of both', async ({
    portal,
    maria,
    cookie,
    enter,
    visitNow,
  }) => {
    const id = await visitNow()
    const { pass } = await callAt(maria, await patientLink(maria, id))
    await hears(enter(pass, cookie), 'waiting')
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: true })
    const provider = new URL((await linkAt(portal, id)) ?? '').pathname
    const his = enter((await callAt(portal.visitor(), provider)).pass)
    await hears(his, 'met')
    expect(await stored(portal, id)).toHaveLength(1)
  })

  test('is looked up again when the record server was down at the sign-in', async ({ portal, visitNow }) => {
    const id = await visitNow()
    await portal.fault({ kind: 'down', path: 'GetUpcomingAppointments' })
    await learnVisitsOf(portal)
    await poll(async () =>
      (await portal.jobs.list()).some(({ state, tries }) => state === 'waiting' && tries > 0),
    ).toBe(true)
    expect(await stored(portal, id)).toEqual([])
    await portal.heal()
    await runDueJobs(portal)
    await poll(() => linkAt(portal, id)).toBeTruthy()
  })

  test('that has ended stays so for whoever joins later', async ({ portal, maria, cookie, enter, visitNow }) => {
    const id = await visitNow()
    const { patient, provider } = await linksOf(portal, maria, id)
    const [{ pass }, host] = [await callAt(maria, patient), await callAt(portal.visitor(), provider)]
    const his = enter(host.pass)
    await hears(his, 'waiting')
    his.socket.emit('end')
    await hears(his, 'ended')
    await learnVisitsOf(portal)
    await runDueJobs(portal)
    for (const end of [enter(pass, cookie), enter(host.pass)]) await hears(end, 'over')
    expect(await pageOf(maria, patient)).toContain('This video visit has ended.')
  })
})

test('the pass of a call names no patient and no appointment', async ({ portal, maria, visitNow }) => {
  const id = await visitNow()
  const { provider } = await linksOf(portal, maria, id)
  const { pass } = await callAt(portal.visitor(), provider)
  const content = JSON.parse(Buffer.from(pass.split('.')[0] ?? '', 'base64url').toString()) as CallPass
  const { notBefore: _, until: __, ...named } = content // any digits may occur in a time
  const text = JSON.stringify(named)
  expect(text).toContain('"host"')
  expect(text).not.toContain(id)
  expect(text).not.toMatch(/1001|patient/i)
})

describe('a visit that the portal books', () => {
  test('is stored with its booking, and the record server hears where the provider joins', async ({
    portal,
    maria,
    slots,
  }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    expect(await stored(portal, id)).toHaveLength(1)
    await poll(() => linkAt(portal, id)).toMatch(/^http:\/\/lakeside\.localhost:\d+\/appointment\/tele\//)
  })

  test('and then moves has a new link, and nobody joins at the old one', async ({ portal, maria, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    await poll(() => linkAt(portal, id)).toBeTruthy()
    const [before, old] = [await linkAt(portal, id), await patientLink(maria, id)]
    const held = await hold(maria, { ...takeSlot(slots), reschedule: id })
    expect((await book(maria, holdIdOf(held))).status).toBe(200)
    const states = (await stored(portal, id)).map(({ endedAt }) => endedAt !== null)
    expect(new Set(states)).toEqual(new Set([false, true]))
    await poll(async () => (await linkAt(portal, id)) !== before).toBe(true)
    expect(await pageOf(maria, old)).toContain('was moved')
  })

  test('and then cancels is closed, also while the record server is down', async ({ portal, maria, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    const address = await patientLink(maria, id)
    expect((await cancel(maria, id)).status).toBe(200)
    expect((await stored(portal, id)).map(({ endedAt }) => endedAt !== null)).toEqual([true])
    expect(await pageOf(maria, address)).toContain('was cancelled')
    await portal.fault({ kind: 'down' })
    expect(await pageOf(maria, address)).toContain('This video visit has ended.')
  })
})

test('the links that portal 0.3 has stored lead to their visit until they end', async ({ portal, maria, visitNow }) => {
  const id = await visitNow()
  const { patient } = await linksOf(portal, maria, id)
  const room = patient.split('/').at(-1) ?? ''
  const stored = (role: string, endsInMs: number) => {
    const token = `${role}-${endsInMs}-`.padEnd(43, 'x')
    const row = {
      licenseeId: 'lakeside',
      purpose: 'visit',
      subjectKey: id,
      subject: { appointmentId: id, patientId: '1001', role, room },
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      createdAt: new Date(),
      endsAt: new Date(portal.portal.now().getTime() + endsInMs),
    }
    return { row, address: `/appointment/tele/${token}/${room}` }
  }
  const [hers, his, over] = [stored('patient', 60_000), stored('provider', 60_000), stored('provider', -1)]
  await portal.database.db.insert(accessLinks).values([hers.row, his.row, over.row])
  expect((await callAt(maria, hers.address)).pass).not.toBe('')
  expect((await callAt(portal.visitor(), his.address)).ends).toBe(true)
  expect(await pageOf(portal.visitor(), over.address)).toContain('This video visit has ended.')
  expect((await portal.signIn('new.patient').then((nora) => nora.get(`/ui/screens${hers.address}`))).status).toBe(404)
})
