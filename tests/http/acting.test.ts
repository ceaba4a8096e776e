import { io, type Socket } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import type { Problem } from '../../schemas/problem.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { holds } from '../../server/features/booking/schema.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { insertAccount } from '../../server/identity/account.store.ts'
import { book, dayAhead, effectsOf, freeSlots, hold, holdIdOf, leadsTo } from '../support/booking.ts'
import { bookedAt, cancel, offeredActs, recordOf } from '../support/changes.ts'
import { goodPassword } from '../support/guardians.ts'
import { paymentOf, tokenFor } from '../support/linked-screens.ts'
import { setSetting } from '../support/switches.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bookVisit } from '../support/visits.ts'
import { blocksOf, callsWithin, crawl, type Page } from './crawl/crawl.ts'

const test = portalTest({ ruth: 'r.okafor@example.com', gabriel: 'g.alvarez@example.com', maria: 'maria.alvarez' })

const shellOf = async (visitor: Visitor) => (await visitor.get<Shell>('/ui/shell')).body
const ada = 'Ada Okafor'
const samuel = String(people.samuelOkafor.patientN)

/** Another tab of the same browser, which still shows what it was drawn with. */
function staleTab(visitor: Visitor, { identity }: Shell) {
  const headers = { 'x-identity': identity ?? '' }
  return {
    get: (path: string) => visitor.get(path, headers),
    act: (name: string, input: object) => visitor.act(name, input, { headers }),
  }
}

async function switchTo(visitor: Visitor, patient: string): Promise<void> {
  expect((await visitor.act('account.switch', {})).status).toBe(200)
  expect((await visitor.act('account.choose', { patient })).status).toBe(200)
}

describe('the shell', () => {
  test('says for whom a guardian acts, in words and in a color of its own', async ({ ruth, gabriel }) => {
    const forAda = await shellOf(ruth)
    expect(forAda.acting).toMatchObject({ name: ada, text: 'you are their guardian', initials: 'AO' })
    expect(forAda.acting?.entries.map(({ label }) => label)).toEqual(['Switch patient'])
    await switchTo(ruth, samuel)
    const forSamuel = await shellOf(ruth)
    expect(forSamuel.acting).toMatchObject({ name: 'Samuel Okafor', initials: 'SO' })
    expect(forSamuel.acting?.color).not.toBe(forAda.acting?.color)
    await switchTo(ruth, String(people.adaOkafor.patientN))
    expect((await shellOf(ruth)).acting).toEqual(forAda.acting)
    const { acting } = await shellOf(gabriel)
    expect(acting).toMatchObject({ name: 'Lucas Alvarez', text: 'you are their father', entries: [] })
  })

  test('says it to nobody who acts for themselves', async ({ maria, portal }) => {
    for (const visitor of [maria, await portal.signIn('front.desk'), portal.visitor()])
      expect((await shellOf(visitor)).acting).toBeUndefined()
  })
})

describe('a tab that still shows another patient', () => {
  test('acts for neither patient, and is told for whom it would be', async ({ portal }) => {
    const ruth = await portal.signIn('r.okafor@example.com')
    const tab = staleTab(ruth, await shellOf(ruth))
    await switchTo(ruth, samuel)
    const before = await holdsOf(portal)
    for (const [action, input] of [
      ['booking.hold', { slot: 'whatever' }],
      ['appointments.askCancel', { appointmentId: '1' }],
      ['forms.open', {}],
    ] as const) {
      const { status, body } = await tab.act(action, input)
      expect([action, status, body.code, body.startOver]).toEqual([action, 409, 'identity.switched', true])
      expect(body.detail).toBe(
        'You switched to Samuel Okafor in another tab or window. Nothing was changed from here. This page now shows Samuel Okafor.',
      )
    }
    expect(await holdsOf(portal)).toBe(before)
  })

  test('is shown nothing of the other one under the first name', async ({ portal }) => {
    const ruth = await portal.signIn('r.okafor@example.com')
    const tab = staleTab(ruth, await shellOf(ruth))
    await switchTo(ruth, samuel)
    for (const path of ['/ui/screens/user/home/appointments', '/ui/regions/appointments.upcoming']) {
      const { status, body } = await tab.get(path)
      expect([path, status, body.code]).toEqual([path, 409, 'identity.switched'])
    }
    expect((await tab.get('/ui/shell')).status).toBe(200)
  })

  test('may do what concerns the account only: it stays signed in and signs out', async ({ portal }) => {
    const ruth = await portal.signIn('r.okafor@example.com')
    const tab = staleTab(ruth, await shellOf(ruth))
    await switchTo(ruth, samuel)
    expect((await tab.act('account.stay', {})).status).toBe(200)
    expect((await tab.act('account.signOut', {})).status).toBe(200)
  })

  test('does nothing when it does not say for whom', async ({ portal }) => {
    const ruth = await portal.signIn('r.okafor@example.com')
    const { status, body } = await ruth.act('forms.open', {}, { headers: { 'x-identity': '' } })
    expect([status, body.code]).toEqual([409, 'identity.switched'])
  })

  test('does nothing for somebody else who has signed in since', async ({ portal }) => {
    const browser = await portal.signIn('maria.alvarez')
    const tab = staleTab(browser, await shellOf(browser))
    await browser.act('account.signOut', {})
    await browser.signIn('new.patient')
    for (const action of ['booking.askWait', 'account.endOtherSessions']) {
      const { status, body } = await tab.act(action, {})
      expect([action, status, body.code]).toEqual([action, 409, 'identity.changed'])
    }
  })
})

async function holdsOf({ database }: RunningPortal): Promise<number> {
  return database.db.$count(holds)
}

describe('what a guardian of two can open', () => {
  let pages: Page[]
  let appointmentId: string
  test.beforeAll(async ({ portal, ruth }) => {
    await setSetting(portal, { name: 'Portal_Waiting_List', value: true })
    const plain = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
    const [slot] = (await freeSlots(portal, ruth)).slice(30)
    if (!slot) throw new Error('no time is free')
    const held = holdIdOf(await hold(ruth, slot))
    const confirmation = leadsTo(await book(ruth, held)) ?? ''
    const upcoming = await ruth.get('/ui/regions/appointments.upcoming?size=20')
    appointmentId =
      callsWithin(upcoming.body)
        .map(({ input }) => String((input as { appointmentId?: string }).appointmentId))
        .toSorted((one, other) => Number(other) - Number(one))[0] ?? ''
    pages = [...(await crawl(ruth, [confirmation], 1)), ...(await crawl(ruth, plain))]
  })
  const shown = () => pages.filter(({ status }) => status === 200)

  test('names the patient first in each dialog that changes something', async ({ ruth, portal }) => {
    const ofAccount = (action: string) => portal.portal.actions.get(action)?.ofAccount === true
    const calls = [
      ...shown().flatMap(({ body }) => callsWithin(body)),
      { action: 'appointments.askCancel', input: { appointmentId } },
      { action: 'booking.askWait', input: { mode: 'inoffice', typeId: '1', providerId: '112' } },
    ]
    const dialogs = shown().flatMap(({ body }) => dialogsIn(body))
    const opens = calls.filter(({ action }) => !ofAccount(action) && /\.(ask[A-Z]|hold)/.test(action))
    for (const { action, input } of new Map(opens.map((call) => [call.action, call])).values())
      dialogs.push(...dialogsIn((await ruth.act<unknown>(action, input)).body))
    const changing = dialogs.filter((dialog) =>
      [...callsWithin(dialog), ...submitsIn(dialog)].some(({ action }) => !ofAccount(action)),
    )
    const ids = changing.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['confirm-appointment', 'cancel-appointment', 'waiting-list']))
    for (const dialog of changing)
      expect([dialog.id, (blocksOf(dialog, 'facts')[0]?.facts as object[] | undefined)?.[0]]).toEqual([
        dialog.id,
        expect.objectContaining({ name: 'Patient', value: ada }),
      ])
    for (const [id, words] of [
      ['confirm-appointment', 'Book for Ada'],
      ['cancel-appointment', "Cancel Ada's appointment"],
    ])
      expect(JSON.stringify(changing.find((dialog) => dialog.id === id))).toContain(words)
  })

  test('names the patient in each question before an act', ({ portal }) => {
    const questions = shown().flatMap(({ body }) =>
      [...callsWithin(body), ...submitsIn(body)].filter(
        ({ action, confirm }) => confirm && !portal.portal.actions.get(action)?.ofAccount,
      ),
    )
    for (const { confirm } of questions) expect(JSON.stringify(confirm)).toContain(ada)
  })

  test.for(['/user/bookappointment/confirmation', '/user/bookappointment/features/:apptId/:licenseName/:flag'])(
    'says on %s whose appointment it is',
    (name) => {
      const page = shown().find((each) => each.name === name)
      expect(blocksOf(page?.body, 'facts')[0]).toMatchObject({
        facts: expect.arrayContaining([expect.objectContaining({ name: 'Patient', value: ada })]) as unknown,
      })
    },
  )
})

function dialogsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(dialogsIn)
  if (typeof value !== 'object' || value === null) return []
  const part = value as Record<string, unknown>
  const isDialog = typeof part.title === 'string' && Array.isArray(part.blocks) && Array.isArray(part.actions)
  return [...(isDialog ? [part] : []), ...Object.values(part).flatMap(dialogsIn)]
}

function submitsIn(value: unknown): { action: string; confirm?: unknown }[] {
  return blocksOf(value, 'form').map(({ submit }) => (submit as { do: { action: string } }).do)
}

describe('two guardians of one child', () => {
  test('see what the other one has done, and the second is told that it is done already', async ({
    portal,
    gabriel,
  }) => {
    const other = await otherGuardianOfLucas(portal)
    const [slot] = (await freeSlots(portal, gabriel)).slice(40)
    if (!slot) throw new Error('no time is free')
    const watched = await topicsOf(other)
    const heard: string[][] = []
    const socket = await watching(portal, { visitor: other, topics: watched })
    socket.on('hint', ({ topics }: { topics: string[] }) => heard.push(topics))
    const id = await bookedAt(portal, gabriel, slot)
    await expect.poll(() => heard.flat()).toContainEqual(expect.stringMatching(/^patient:.*appointments$/))
    expect(await offeredActs(other)).toContain(`cancel-${id}`)
    const first = await cancel(other, id, 'conflict')
    expect(leadsTo(first)).toContain(`cancelled=${id}`)
    const second = await cancel(gabriel, id, 'other')
    expect(effectsOf(second)).toContainEqual({
      type: 'notify',
      tone: 'warning',
      text: 'This appointment was already cancelled. You do not need to do anything.',
    })
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: true, reason: 'Schedule conflict' })
  })

  test('hear nothing of a patient for whom they do not act', async ({ portal, gabriel, ruth }) => {
    const heard: unknown[] = []
    const socket = await watching(portal, { visitor: gabriel, topics: await topicsOf(ruth) })
    socket.on('hint', (hint) => heard.push(hint))
    portal.portal.hints.publish({ topics: await topicsOf(ruth) })
    portal.portal.hints.publish({ topics: ['licensee:lakeside/last'] })
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ topics: ['licensee:lakeside/last'] }))
    expect(JSON.stringify(heard)).not.toMatch(/patient:|person:/)
  })
})

/** The topics of the upcoming appointments. */
async function topicsOf(visitor: Visitor): Promise<string[]> {
  const { body } = await visitor.get<{ topics: string[] }>('/ui/regions/appointments.upcoming')
  return body.topics
}

async function watching(
  { url }: RunningPortal,
  { visitor, topics }: { visitor: Visitor; topics: string[] },
): Promise<Socket> {
  const socket = io(url, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      host: 'lakeside.localhost',
      cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
    },
  })
  onTestFinished(() => void socket.disconnect())
  await new Promise((done) => socket.on('connect', () => done(undefined)))
  socket.emit('watch', [...topics, 'licensee:lakeside/last'])
  return socket
}

async function otherGuardianOfLucas({ database, visitor }: RunningPortal): Promise<Visitor> {
  const { patientN, emrid, firstName, lastName } = people.lucasAlvarez
  const login = 'lucas.aunt@example.com'
  await insertAccount(database.db, {
    licenseeId: 'lakeside',
    kind: 'guardian',
    login,
    passwordHash: await testPasswords.hash(goodPassword),
    firstName: 'Irene',
    lastName: 'Alvarez',
    email: login,
    birthDay: '1985-02-03',
    actsFor: [{ patientId: String(patientN), emrId: emrid, firstName, lastName, relation: 'Other' }],
  })
  return visitor().enter({ login, password: goodPassword, guardian: true })
}

describe('a link of the other patient', () => {
  const soon = async (
    { records, portal }: RunningPortal,
    hours: number,
    mode: 'inoffice' | 'telederm' = 'inoffice',
  ) => {
    const startsAt = new Date(Math.floor(portal.now().getTime() / 1000) * 1000 + hours * 3_600_000)
    return bookVisit(records, { startsAt, mode, patientN: people.samuelOkafor.patientN })
  }
  /** Puts that patient on a waiting list, and returns the id of the entry. */
  const waitingFor = async (portal: RunningPortal, visitor: Visitor, patient: string) => {
    await setSetting(portal, { name: 'Portal_Waiting_List', value: true })
    await switchTo(visitor, patient)
    await visitor.act('booking.wait', {
      mode: 'inoffice',
      typeId: '1',
      providerId: '112',
      until: dayAhead(portal, 20),
    })
    const { body } = await visitor.get<RegionContent>('/ui/regions/booking.waiting')
    const [row] = body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
    return row?.id.replace('waiting-', '') ?? expect.fail('nobody waits')
  }
  const open = (visitor: Visitor, address: string) => visitor.get<Problem>(`/ui/screens${address}`)

  test('asks a guardian to switch, and then opens', async ({ portal }) => {
    const id = await soon(portal, 48)
    const past = await soon(portal, -48)
    const video = await soon(portal, 30, 'telederm')
    const token = (purpose: 'arrival' | 'upload' | 'survey' | 'visit', appointmentId: string) =>
      tokenFor(portal, { purpose, appointmentId, patientId: samuel })
    const waiting = await waitingFor(portal, await portal.signIn('r.okafor@example.com'), samuel)
    const payment = await paymentOf(portal, { licenseeId: 'lakeside', patientId: samuel })
    const times = '/user/bookappointment/provider/slots?type=inoffice&visit=1&provider=112'
    const cases = [
      [`${times}&waiting=${waiting}`, 200],
      [`/payment/printReceipt?payment=${payment}`, 200],
      [`/user/bookappointment/features/${await token('arrival', id)}/lakeside/1`, 200],
      [`/user/fileupload/${await token('upload', id)}`, 200],
      [`/appointments/reviews/${await token('survey', past)}/0`, 200],
      [`/appointment/tele/${await token('visit', video)}/${'r'.repeat(22)}`, 200],
      [`/user/fileupload/${id}`, 404, 'link.moved'], // leads to the portal's own link
    ] satisfies [string, number, string?][]
    for (const [address, status, code] of cases) {
      const ruth = await portal.signIn('r.okafor@example.com')
      const { status: refusal, body } = await open(ruth, address)
      expect([address, refusal, body.code, body.screen?.title]).toEqual([
        address,
        404,
        'link.ofOther',
        'This page is about Samuel Okafor',
      ])
      const [, , next] = body.screen?.blocks ?? []
      const [press, stay] = next?.kind === 'stack' ? next.blocks : []
      expect([press, stay]).toMatchObject([{ text: 'Switch to Samuel' }, { text: 'Stay with Ada' }])
      const act = press?.kind === 'action' && press.do?.type === 'call' ? press.do : expect.fail('nothing to press')
      const answer = await ruth.act(act.action, act.input ?? {})
      expect(leadsTo(answer)).toBe(address)
      expect((await shellOf(ruth)).acting?.name).toBe('Samuel Okafor')
      const opened = await open(ruth, address)
      expect([address, opened.status, opened.body.code]).toEqual([address, status, code])
    }
  })

  test('is unknown to everybody who may not act for that patient, and nobody switches to such a one', async ({
    portal,
    ruth,
    gabriel,
    maria,
  }) => {
    const id = await soon(portal, 47)
    const address = `/user/fileupload/${await tokenFor(portal, { purpose: 'upload', appointmentId: id, patientId: samuel })}`
    const lucas = String(people.lucasAlvarez.patientN)
    const ofLucas = `/user/fileupload/${await tokenFor(portal, { purpose: 'upload', appointmentId: id, patientId: lucas })}`
    for (const [visitor, to] of [
      [gabriel, address],
      [maria, address],
      [ruth, ofLucas],
      [maria, `/user/fileupload/${id}`],
    ] as const)
      expect((await open(visitor, to)).body.code).toBe('link.unknown')
    expect((await ruth.act('account.switch', { patient: lucas })).status).toBe(403)
    expect((await gabriel.act('account.switch', { patient: samuel })).status).toBe(403)
    const outward = await ruth.act('account.switch', { patient: samuel, to: '//evil.example/user/' })
    expect(leadsTo(outward)).toBe('/user/home/dashboard')
  })
})
