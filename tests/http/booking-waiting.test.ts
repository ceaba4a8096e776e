/** @module-tag database */
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { endHolds } from '../../server/features/booking/end-holds.ts'
import { checkWaitingLists } from '../../server/features/booking/waiting.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { dayAhead, dialogOf, freeSlots, hold, holdIdOf, nakagawa } from '../support/booking.ts'
import { bookedAt, cancel } from '../support/changes.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, SentMessage, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const request = { mode: 'inoffice', typeId: '1', providerId: '112' }

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
  .extend('slots', { scope: 'file' }, async ({ portal, maria }) => (await freeSlots(portal, maria)).slice(20))
  .extend('mariaMail', { scope: 'file' }, ({ portal }) => mailOf(portal, 'Maria', 'Alvarez'))
  .extend('noraMail', { scope: 'file' }, ({ portal }) => mailOf(portal, 'Nora', 'Quinn'))

async function mailOf({ records }: RunningPortal, first: string, last: string): Promise<string> {
  const result = await records.db.execute<{ email: string }>(
    sql`select email from patients where practice = 'lakeside' and first_name = ${first} and last_name = ${last}`,
  )
  return result.rows[0]?.email ?? ''
}

const offers = async ({ outbox }: RunningPortal, to: string) =>
  (await outbox(to)).filter(({ subject }) => subject.startsWith('An earlier time is free'))

async function firstOffer(portal: RunningPortal, to: string): Promise<SentMessage | undefined> {
  await expect.poll(() => offers(portal, to)).toHaveLength(1)
  return (await offers(portal, to))[0]
}

async function lookAgain(portal: RunningPortal): Promise<void> {
  await runDueJobs(portal, endHolds)
  await runNow(portal, checkWaitingLists)
  await runDueJobs(portal, deliverMessage)
}

async function waitingRows(visitor: Visitor) {
  const { body } = await visitor.get<RegionContent>('/ui/regions/booking.waiting')
  return body.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
}

describe('the waiting list', () => {
  it('is not there until the practice wants it', async ({ portal, maria }) => {
    const page = `/ui/screens/user/bookappointment/provider/slots?${nakagawa.query}`
    const { body } = await maria.get(page)
    expect(JSON.stringify(body)).not.toContain('Get told')
    expect(await maria.act('booking.wait', { ...request, until: dayAhead(portal, 20) })).toMatchObject({
      status: 403,
      body: { code: 'booking.waitOff' },
    })
    await setSetting(portal, { name: 'Portal_Waiting_List', value: true })
    const on = await maria.get<Screen>(page)
    const [strip] = on.body.blocks.filter((block) => block.kind === 'days')
    expect(strip).toMatchObject({
      aside: {
        text: 'Nothing soon enough?',
        label: 'Get told',
        do: { type: 'call', action: 'booking.askWait', input: { mode: 'inoffice', typeId: '1', providerId: '112' } },
      },
    })
    const { body: times } = await maria.get(`/ui/regions/booking.times?by=provider&${nakagawa.query}`)
    expect(JSON.stringify(times)).not.toContain('booking.askWait')
    const answer = await maria.act('booking.askWait', request)
    expect(JSON.stringify(answer.body)).toContain('Join the waiting list')
  })

  it('refuses days that are over or too far, and what the practice does not offer', async ({ portal, maria }) => {
    for (const until of ['2020-01-01', '2099-01-01', 'soon'])
      expect((await maria.act('booking.wait', { ...request, until })).status).toBe(422)
    const until = dayAhead(portal, 20)
    expect(await maria.act('booking.wait', { ...request, providerId: '999', until })).toMatchObject({
      body: { code: 'booking.notOffered' },
    })
  })

  it('tells the first who waits of a time that is freed, and the next one half an hour later', async ({
    portal,
    maria,
    nora,
    slots,
    mariaMail,
    noraMail,
  }) => {
    const [other] = await portal.crowd(1)
    const slot = slots[0]!
    const id = await bookedAt(portal, other!, slot)
    const until = dayAhead(portal, 25)
    for (const visitor of [maria, nora])
      for (let times = 0; times < 2; times++)
        expect((await visitor.act('booking.wait', { ...request, until })).status).toBe(200)
    expect(await waitingRows(maria)).toHaveLength(1)
    await lookAgain(portal)
    expect([await offers(portal, mariaMail), await offers(portal, noraMail)]).toEqual([[], []])
    await cancel(other!, id)
    const message = await firstOffer(portal, mariaMail)
    expect(message?.text).toContain('/user/bookappointment/provider/slots?type=inoffice&visit=1&provider=112&from=')
    expect(message?.text).not.toMatch(/Nakagawa|Maria/)
    expect(JSON.stringify(await waitingRows(maria))).toContain('Free now: ')
    await lookAgain(portal)
    expect([(await offers(portal, mariaMail)).length, (await offers(portal, noraMail)).length]).toEqual([1, 0])
    portal.clock.aheadMs += 31 * 60_000
    await lookAgain(portal)
    expect(await firstOffer(portal, noraMail)).toBeDefined()
    expect(await offers(portal, mariaMail)).toHaveLength(1)
  })

  it('offers a time for half an hour from now when the clock was set back', async ({ portal }) => {
    // The offer of before was made half an hour ahead.
    await runNow(portal, checkWaitingLists)
    const end = new Date(portal.portal.now().getTime() + 31 * 60_000).toISOString()
    const result = await portal.database.db.execute(
      sql`select offer_ends_at <= ${end}::timestamptz as "inTime" from waiting_list where offer_key is not null`,
    )
    expect(result.rows).toEqual([{ inTime: true }])
  })

  it('offers no time again because it was too soon before the clock was set back', async ({
    portal,
    slots,
    mariaMail,
    noraMail,
  }) => {
    const sent = async () => [...(await offers(portal, mariaMail)), ...(await offers(portal, noraMail))].length
    const before = await sent()
    const ahead = Date.parse(slots[0]!.startsAt) - portal.portal.now().getTime()
    for (const minutesBefore of [90, 30, 90]) {
      portal.clock.aheadMs = ahead - minutesBefore * 60_000
      await lookAgain(portal)
    }
    expect(await sent()).toBe(before)
  })

  it('hears of the times of two holds that ran out, each of which others can take', async ({
    portal,
    nora,
    slots,
    noraMail,
  }) => {
    const before = (await offers(portal, noraMail)).length
    const crowd = await portal.crowd(4)
    const chosen = slots.slice(1, 3)
    for (const [index, slot] of chosen.entries()) holdIdOf(await hold(crowd[index]!, slot))
    // She is not notified of times that are free already when she joins.
    const [row] = await waitingRows(nora)
    await nora.act('booking.leaveList', { id: String(row?.id).replace('waiting-', '') })
    expect((await nora.act('booking.wait', { ...request, until: dayAhead(portal, 25) })).status).toBe(200)
    portal.clock.aheadMs += 11 * 60_000
    await lookAgain(portal)
    await expect.poll(async () => (await offers(portal, noraMail)).length).toBeGreaterThan(before)
    portal.clock.aheadMs -= 11 * 60_000 // before the sessions of the others end
    const others = await Promise.all(crowd.slice(2).map((other, index) => hold(other, chosen[index]!)))
    expect(others.map((other) => dialogOf(other)?.title)).toEqual(chosen.map(() => 'Confirm your appointment'))
  })

  it('is left by the person who waits, by nobody else, and by booking', async ({ portal, maria, nora, slots }) => {
    const [row] = await waitingRows(nora)
    const id = String(row?.id).replace('waiting-', '')
    expect(await maria.act('booking.leaveList', { id })).toMatchObject({ status: 404 })
    expect((await nora.act('booking.leaveList', { id })).status).toBe(200)
    expect(await waitingRows(nora)).toEqual([])
    expect((await nora.act('booking.leaveList', { id })).status).toBe(404)
    await bookedAt(portal, maria, slots[0]!)
    await expect.poll(() => waitingRows(maria)).toEqual([])
  })
})
