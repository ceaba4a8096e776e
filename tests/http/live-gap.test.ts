/** @module-tag database */
import { describe, expect } from 'vitest'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { guestOf } from '../support/guests.ts'
import { openLivePage } from '../support/live-page.ts'
import { startPortal, type Answer, type RunningPortal, type Visitor } from '../support/portal.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest({ maria: 'maria.alvarez', admin: 'front.desk' })

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const asOfIn = ({ headers }: Pick<Answer<unknown>, 'headers'>) => String(headers['x-as-of'])
const setting = 'Allow_Portal_Appointment_Booking'
const settingTopic = 'licensee:lakeside/settings/Allow_Portal_Appointment_Booking'

async function changeSetting({ portal }: RunningPortal, admin: Visitor, key?: string): Promise<void> {
  const { version, value } = portal.settings.state('lakeside', appointmentSettings.Allow_Portal_Appointment_Booking)
  const { status } = await admin.act(
    'admin.changeSetting',
    { name: setting, value: !value, seenVersion: version },
    { key },
  )
  expect(status).toBe(200)
}

/** Opens what a page shows, after something has happened since it was drawn. */
function listen(portal: RunningPortal, visitor: Visitor, drawn: Answer<Pick<Screen, 'topics'>>) {
  return openLivePage(portal, drawn.body.topics, { cookie: cookieOf(visitor), asOf: asOfIn(drawn) })
}

describe('what changes between drawing and listening', () => {
  it('is hinted at once, with its cause, and nothing else is', async ({ portal, maria, admin }) => {
    const drawn = await maria.get<Screen>('/ui/screens/')
    expect(drawn.body.topics).toContain(settingTopic)
    await changeSetting(portal, admin, 'the-key-of-this-act')
    expect((await listen(portal, maria, drawn)).missed).toEqual([
      { topics: [settingTopic], cause: 'the-key-of-this-act' },
    ])
    expect((await listen(portal, maria, await maria.get<Screen>('/ui/screens/'))).missed).toEqual([])
  })

  it('is hinted however long ago that was, and however much has changed since', async ({ portal, maria, admin }) => {
    const drawn = await maria.get<Screen>('/ui/screens/')
    await changeSetting(portal, admin)
    for (let count = 0; count < 3000; count += 1)
      portal.portal.hints.publish({ topics: [`licensee:lakeside/n/${count}`] })
    portal.clock.aheadMs += 500_000
    expect((await listen(portal, maria, drawn)).missed).toMatchObject([{ topics: [settingTopic] }])
  })

  it('is hinted when it changed while the content was loading', async ({ portal, maria }) => {
    const topic = 'person:1/appointments'
    const read = () => maria.get<RegionContent>('/ui/regions/appointments.upcoming')
    const drawn = await portal.holdCall('GetUpcomingAppointments', read, async () =>
      portal.portal.hints.publish({ topics: [topic], cause: 'meanwhile' }),
    )
    expect(drawn.body.topics).toContain(topic)
    expect((await listen(portal, maria, drawn)).missed).toEqual([{ topics: [topic], cause: 'meanwhile' }])
  })

  it('is hinted for content that a page has confirmed, and for a refusal', async ({ portal, maria, admin }) => {
    const first = await maria.get<Screen>('/ui/screens/user/home/dashboard')
    const confirmed = await maria.get('/ui/screens/user/home/dashboard', {
      'if-none-match': String(first.headers.etag),
    })
    const refused = await portal.visitor().get('/ui/screens/user/home/dashboard')
    expect([confirmed.status, refused.status]).toEqual([304, 401])
    const before = await openLivePage(portal, [settingTopic], { asOf: asOfIn(confirmed) })
    expect(before.missed).toEqual([])
    await changeSetting(portal, admin)
    for (const { headers } of [confirmed, refused]) {
      const page = await openLivePage(portal, [settingTopic], { asOf: asOfIn({ headers }) })
      expect(page.missed).toMatchObject([{ topics: [settingTopic] }])
    }
  })

  it('is hinted for a topic that was watched already: the content came after the hint, but is older', async ({
    portal,
  }) => {
    const topic = 'licensee:lakeside/a'
    const page = await openLivePage(portal, [topic])
    const asOf = portal.portal.hints.asOf()
    portal.portal.hints.publish({ topics: [topic], cause: 'one' })
    await page.caughtUp()
    await page.watch([topic], asOf)
    expect(page.heard).toEqual([1, 2].map(() => ({ topics: [topic], cause: 'one' })))
    await page.watch([topic], portal.portal.hints.asOf())
    expect(page.heard).toHaveLength(2)
  })

  it('is hinted to guests by their own names, and of their own patient only', async ({ portal }) => {
    const guest = await guestOf(portal)
    const drawn = await guest.get('/ui/screens/user/guestPayment')
    const bills = `patient:lakeside:${people.eleanorWhitfield.patientN}/bills`
    const others = 'patient:lakeside:1/bills'
    const names = ['guest/bills', bills, others, 'person:1/appointments']
    const options = { cookie: cookieOf(guest), asOf: asOfIn(drawn) }
    portal.portal.hints.publish({ topics: [others, 'person:1/appointments'], cause: 'of others' })
    expect((await openLivePage(portal, names, options)).missed).toEqual([])
    portal.portal.hints.publish({ topics: [bills, others], cause: 'own' })
    const { missed } = await openLivePage(portal, ['guest/bills', others], options)
    expect(missed).toEqual([{ topics: ['guest/bills'], cause: 'own' }])
  })
})

describe('a page that does not say when it was drawn', () => {
  it('gets one hint of what it begins to watch, and of nothing that it may not', async ({ portal }) => {
    const [own, foreign] = ['licensee:lakeside/b', 'licensee:northgate/b']
    const page = await openLivePage(portal, [own, foreign], { asOf: undefined })
    expect(page.missed).toEqual([{ topics: [own] }])
    await page.watch([own])
    expect(page.heard).toEqual([])
  })

  it.for([
    ['invented', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['empty', ''],
    ['too long', 'x'.repeat(201)],
  ] as const)('so does one with a time that is %s', async ([, asOf], { portal }) => {
    const [own, foreign] = ['licensee:lakeside/c', 'person:1/appointments']
    const page = await openLivePage(portal, [own, foreign], { asOf })
    expect(page.missed).toEqual([{ topics: [own] }])
    portal.portal.hints.publish({ topics: [own, foreign] })
    await page.caughtUp()
    expect(page.heard).toEqual([{ topics: [own] }])
  })

  it('nor does its position tell how much has changed elsewhere', async ({ portal }) => {
    const visitor = portal.visitor()
    const read = async () => asOfIn(await visitor.get('/ui/shell'))
    const [first, second] = [await read(), await read()]
    portal.portal.hints.publish({ topics: ['person:1/appointments'] })
    const third = await read()
    expect(new Set([first, second, third]).size).toBe(3) // equal positions are not equal texts
    expect(new Set([first, second, third].map(({ length }) => length)).size).toBe(1)
  })
})

describe('a page that another process has drawn', () => {
  it('misses nothing, and reloads nothing without need where processes share Redis', async ({ portal }) => {
    const beside = await startPortal({ beside: portal })
    try {
      const topic = 'licensee:lakeside/d'
      const isShared = process.env.TEST_REDIS_URL !== undefined
      const open = (asOf: string) => openLivePage(portal, [topic], { asOf })
      // The other process may still be joining the sequence.
      if (isShared) await expect.poll(async () => (await open(beside.portal.hints.asOf())).missed).toEqual([])
      const drawn = beside.portal.hints.asOf()
      portal.portal.hints.publish({ topics: [topic], cause: 'here' })
      await expect
        .poll(async () => (await open(drawn)).missed)
        .toEqual([isShared ? { topics: [topic], cause: 'here' } : { topics: [topic] }])
      if (!isShared) return
      await expect.poll(async () => (await open(beside.portal.hints.asOf())).missed).toEqual([])
      const later = portal.portal.hints.asOf()
      beside.portal.hints.publish({ topics: [topic], cause: 'there' })
      await expect.poll(async () => (await open(later)).missed).toEqual([{ topics: [topic], cause: 'there' }])
    } finally {
      await beside.close()
    }
  })
})
