import { describe, expect } from 'vitest'
import { eq } from 'drizzle-orm'
import { visitEvents } from '../../server/features/visits/schema.ts'
import { reportEvent } from '../../server/features/visits/report-visit-events.ts'
import { tokenFor } from '../support/linked-screens.ts'
import { runDueJobs } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type RunningPortal, type Visitor } from '../support/portal.ts'
import { bookVisit, callAt, linksOf, openEnd, recordOf, type End } from '../support/visits.ts'
import { bothEngines } from '../support/databases.ts'

const minute = 60_000
/** Whole seconds, the precision of the record server. */
const inMinutes = ({ portal }: RunningPortal, many: number) =>
  new Date(Math.floor(portal.now().getTime() / 1000) * 1000 + many * minute)

/**
 * `cookie` belongs to Maria's session; further fixtures open a participant of a call, closed after the test, and book a
 * visit.
 */
const test = portalTest()
  .extend('session', { scope: 'file' }, async ({ portal }) => {
    const maria = portal.visitor()
    const { headers } = await maria.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
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
  .extend('visitAt', ({ portal, maria }) => async (startsAt: Date) => {
    const id = await bookVisit(portal.records, { startsAt })
    return { id, ...(await linksOf(portal, maria, id)) }
  })

const open = (visitor: Visitor, address: string) => visitor.get(`/ui/screens${address}`)
const wordsAt = async (visitor: Visitor, address: string) => JSON.stringify((await open(visitor, address)).body.blocks)
/** With time to spare, because other tests may keep the machine busy. */
const poll = <T>(ask: () => T) => expect.poll(ask)
const hears = (end: End, word: string) => poll(() => end.events).toContain(word)
const set = ({ records }: RunningPortal, sets: string, id: string) =>
  records.db.execute(`update appointments set ${sets} where practice = 'lakeside' and appointment_n = ${id}`)

describe('the way into a video visit', () => {
  test('stands on the list and on the dashboard, the same each time, and only for video visits [1 §1.8]', async ({
    portal,
    maria,
    visitAt,
  }) => {
    const soon = await visitAt(inMinutes(portal, 2))
    const office = await bookVisit(portal.records, { startsAt: inMinutes(portal, 30), mode: 'inoffice' })
    const [one, two] = [
      await maria.get('/ui/regions/appointments.upcoming?page=1&size=20'),
      await maria.get('/ui/regions/appointments.upcoming?page=1&size=20'),
    ]
    expect(two.headers.etag).toBe(one.headers.etag)
    expect(JSON.stringify(one.body)).not.toContain(`join-${office}`)
    const next = JSON.stringify((await maria.get('/ui/regions/appointments.next')).body)
    expect(next).toContain(soon.patient)
    expect(next).toContain('Join video visit')
    expect(soon.patient).not.toContain(soon.id)
    expect(soon.provider).not.toBe(soon.patient)
  })

  test('of another visit, of another purpose, of another practice, altered or made up, is none [1 §2.25] [2 §2.34]', async ({
    portal,
    maria,
    visitAt,
  }) => {
    const [one, other] = [await visitAt(inMinutes(portal, 3)), await visitAt(inMinutes(portal, 4))]
    const [, , , token = '', room = ''] = one.patient.split('/')
    const camera = await tokenFor(portal, { purpose: 'camera', appointmentId: one.id })
    const wrong = [
      `/appointment/tele/${token}/${other.patient.split('/')[4]}`,
      `/appointment/tele/${camera}/${room}`,
      `/appointment/tele/${token.slice(0, -2)}xx/${room}`,
      `/appointment/tele/${one.id}/${room}`,
    ]
    for (const address of wrong) {
      const { status, body } = await open(maria, address)
      expect([address, status, body.code, body.screen !== undefined]).toEqual([address, 404, 'visits.unknown', true])
    }
    const northgate = await open(portal.visitor('northgate.localhost'), one.provider)
    expect([northgate.status, northgate.body.code]).toEqual([404, 'visits.unknown'])
  })
})

describe('the page of a video visit', () => {
  test("asks a visitor to sign in on the patient's link, and tells nothing", async ({ portal, visitAt }) => {
    const { patient } = await visitAt(inMinutes(portal, 1))
    const { status, body } = await open(portal.visitor(), patient)
    expect([status, JSON.stringify(body.blocks)]).toEqual([200, expect.stringContaining('/user/login?next=')])
    expect(JSON.stringify(body)).not.toContain('Lindholm')
  })

  test('is not there for patients and guardians of others, nor for an admin', async ({ portal, visitAt }) => {
    const { patient, provider } = await visitAt(inMinutes(portal, 1))
    for (const login of ['new.patient', 'g.alvarez@example.com'] as const) {
      const stranger = await portal.signIn(login)
      expect([(await open(stranger, patient)).status, (await open(stranger, provider)).status]).toEqual([404, 404])
    }
    expect((await open(await portal.signIn('front.desk'), patient)).status).toBe(404)
  })

  test('opens 5 minutes before the visit and not a moment earlier [1 §4.62 §9.22]', async ({
    portal,
    maria,
    visitAt,
  }) => {
    const startsAt = inMinutes(portal, 6)
    const { patient, provider } = await visitAt(startsAt)
    for (const [visitor, address] of [
      [maria, patient],
      [portal.visitor(), provider],
    ] as const) {
      const early = await open(visitor, address)
      const countdown = early.body.blocks.find(({ kind }) => kind === 'countdown')
      // At that moment the open page is opened anew by itself.
      const until = new Date(startsAt.getTime() - 5 * minute).toISOString()
      expect(countdown).toMatchObject({ until, do: { type: 'navigate', to: address, replace: true } })
      expect(JSON.stringify(early.body)).not.toContain('"pass"')
    }
    portal.clock.aheadMs += minute + 100
    expect((await callAt(maria, patient)).pass).not.toBe('')
    expect((await callAt(portal.visitor(), provider)).ends).toBe(true)
  })

  test('says what has become of a visit', async ({ portal, maria, visitAt }) => {
    const past = await visitAt(inMinutes(portal, -14))
    await callAt(maria, past.patient)
    await set(portal, "starts_at = starts_at - interval '62 minutes'", past.id)
    expect(await wordsAt(maria, past.patient)).toContain('This video visit has ended.')
    const cancelled = await visitAt(inMinutes(portal, 2))
    await set(portal, 'cancelled_at = now()', cancelled.id)
    expect(await wordsAt(maria, cancelled.patient)).toContain('was cancelled')
    const office = await visitAt(inMinutes(portal, 2))
    await set(portal, "mode = 'inoffice'", office.id)
    expect(await wordsAt(maria, office.patient)).toContain('is not a video visit')
    const moved = await visitAt(inMinutes(portal, 2))
    await set(portal, "starts_at = starts_at + interval '1 day'", moved.id)
    expect(await wordsAt(maria, moved.patient)).toContain('was moved')
    const again = await linksOf(portal, maria, moved.id)
    expect(again.patient).not.toBe(moved.patient)
    expect(await wordsAt(maria, again.patient)).toContain('5 minutes before')
  })

  test('can be joined again by who has left', async ({ portal, maria, visitAt }) => {
    const { patient } = await visitAt(inMinutes(portal, 1))
    expect(await wordsAt(maria, `${patient}?left=yes`)).toContain('Join again')
  })

  test('is noted with who opened it', async ({ portal, maria, visitAt }) => {
    const { id, patient, provider } = await visitAt(inMinutes(portal, 1))
    await open(maria, patient)
    await open(portal.visitor(), provider)
    const result = await portal.database.db.execute(
      `select actor_kind, actor from audit_log where subject = '${id}' order by actor_kind`,
    )
    expect(result.rows).toEqual([
      { actor_kind: 'patient', actor: 'maria.alvarez' },
      { actor_kind: 'visitor', actor: 'provider' },
    ])
  })
})

describe('a video visit', bothEngines, () => {
  test('is sent to the record server: who joined, who left, and that it ended; then nobody joins [1 §4.57 §4.60]', async ({
    portal,
    maria,
    cookie,
    enter,
    visitAt,
  }) => {
    const { id, patient, provider } = await visitAt(inMinutes(portal, 1))
    const call = await callAt(maria, patient)
    const hers = enter(call.pass, cookie)
    await hears(hers, 'waiting')
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: true, provider_joined_at: null })
    hers.socket.disconnect()
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: false, ended_at: null })
    const back = enter(call.pass, cookie)
    const his = enter((await callAt(portal.visitor(), provider)).pass)
    await Promise.all([hears(back, 'met'), hears(his, 'met')])
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: true })
    await poll(async () => (await recordOf(portal, id))?.provider_joined_at).not.toBeNull()
    his.socket.emit('end')
    await hears(back, 'ended')
    expect(await wordsAt(maria, patient)).toContain('This video visit has ended.')
    expect(await wordsAt(portal.visitor(), provider)).toContain('This video visit has ended.')
    await poll(async () => (await recordOf(portal, id))?.ended_at).not.toBeNull()
  })

  test('is joined while the record server is down, which hears of it in order when it is back', async ({
    portal,
    maria,
    cookie,
    enter,
    visitAt,
  }) => {
    const { id, patient } = await visitAt(inMinutes(portal, 1))
    await portal.fault({ kind: 'down' })
    const call = await callAt(maria, patient)
    const hers = enter(call.pass, cookie)
    await hears(hers, 'waiting')
    const reportServices = async () => (await portal.jobs.list()).filter(({ name }) => name === reportEvent.name)
    await poll(async () => (await reportServices()).some(({ state, tries }) => state === 'waiting' && tries > 0)).toBe(
      true,
    )
    await portal.heal()
    await runDueJobs(portal)
    await poll(() => recordOf(portal, id)).toMatchObject({ is_patient_joined: true })
    const entered = () => portal.database.db.select().from(visitEvents).where(eq(visitEvents.what, 'entered'))
    await poll(async () => (await entered()).filter(({ heardAt }) => !heardAt)).toEqual([])
  })

  test('admits the patient in the session in which the page was opened, and ends with it', async ({
    portal,
    cookie,
    enter,
    visitAt,
  }) => {
    const { patient, provider } = await visitAt(inMinutes(portal, 1))
    const visitor = portal.visitor()
    const answer = await visitor.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    const mine = sessionCookieOf(answer.headers)
    const { pass } = await callAt(visitor, patient)
    const [stolen, other] = [enter(pass), enter(pass, cookie)]
    await Promise.all([hears(stolen, 'refused'), hears(other, 'refused')])
    const hers = enter(pass, mine)
    const his = enter((await callAt(portal.visitor(), provider)).pass)
    await Promise.all([hears(hers, 'met'), hears(his, 'met')])
    await visitor.act('account.signOut', {})
    await hears(hers, 'gone')
    await poll(() => his.events.at(-1)).toBe('waiting')
    await hears(enter(pass, mine), 'refused')
  })
})
