import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { describe, expect } from 'vitest'
import { findAccount } from '../../server/identity/account.store.ts'
import {
  appointmentsAt,
  book,
  dialogOf,
  effectsOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  shownTimes,
} from '../support/booking.ts'
import { bookedAt, cancel, recordOf } from '../support/changes.ts'
import { portalTest } from '../support/portal-test.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ nora: 'new.patient' })

/** Returns the days of the coming months with a clock change in a zone. */
function changesIn(zone: string): string[] {
  const today = DateTime.now().setZone(zone).startOf('day')
  const days = Array.from({ length: 350 }, (_, ahead) => today.plus({ days: ahead + 7 }))
  return days.filter((day) => day.offset !== day.plus({ days: 1 }).offset).map((day) => day.toISODate() ?? '')
}

describe('booking over a change of clocks at Northgate', () => {
  it.for([
    ['America/Denver', '21'],
    ['America/Phoenix', '23'],
  ] as const)('keeps to the wall clock in %s [1 §5.21]', async ([zone, facility], { portal }) => {
    const ben = await portal.signIn('ben.carter')
    const changes = changesIn('America/Denver')
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes) {
      const from = DateTime.fromISO(change).minus({ days: 3 }).toISODate()
      const times = await shownTimes(ben, `by=location&type=inoffice&visit=12&facility=${facility}&from=${from}`)
      const at = times.map(({ input }) => DateTime.fromISO(input.startsAt, { zone }))
      const after = at.filter((time) => (time.toISODate() ?? '') > change)
      expect([after.length > 0, after.length < at.length]).toEqual([true, true])
      expect(Math.min(...after.map(({ hour }) => hour))).toBeGreaterThanOrEqual(7)
      const slot = times.find(({ input }) => DateTime.fromISO(input.startsAt, { zone }) > after[0]!)!.input
      const held = await hold(ben, slot)
      const local = DateTime.fromISO(slot.startsAt, { zone })
      expect(JSON.stringify(dialogOf(held))).toContain(local.toFormat('h:mm a'))
      expect(leadsTo(await book(ben, holdIdOf(held)))).toBeDefined()
    }
  })

  it('has no change in Phoenix', () => {
    expect(changesIn('America/Phoenix')).toEqual([])
  })
})

describe('what the practice switches off while somebody has chosen a time', () => {
  it('booking: nothing is booked, and the time can be booked when it is on again', async ({ portal, nora }) => {
    const [slot] = await freeSlots(portal, nora)
    const id = holdIdOf(await hold(nora, slot!))
    await withSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: false }, async () => {
      expect(await book(nora, id)).toMatchObject({
        status: 403,
        body: {
          code: 'route.off',
          detail: expect.stringMatching(/^Online booking is switched off\. Nothing was booked\. Please call \(\d{3}\)/),
        },
      })
      expect(await appointmentsAt(portal, slot!)).toBe(0)
    })
    expect(leadsTo(await book(nora, id))).toContain(id)
  })

  it('booking by office location: open times of a location say so and lead back to the choices', async ({
    portal,
    nora,
  }) => {
    const query = 'by=location&type=inoffice&region=1&facility=11'
    expect(await shownTimes(nora, query)).not.toEqual([])
    await withSetting(portal, { name: 'Portal_Enable_By_Office_location', value: false }, async () => {
      const { status, body } = await nora.get(`/ui/screens/user/bookappointment/facility/slots?${query}`)
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('Choose again')])
      expect((await nora.get(`/ui/regions/booking.times?${query}`)).status).toBe(422)
    })
  })

  it('digital appointments: a time of theirs is not held', async ({ portal, nora }) => {
    const times = await shownTimes(nora, 'by=provider&type=telederm&provider=103')
    await withSetting(portal, { name: 'DisableTeleHealth_PE', value: true }, async () => {
      expect(await hold(nora, times[0]!.input)).toMatchObject({ status: 403, body: { code: 'booking.modeOff' } })
    })
    expect(dialogOf(await hold(nora, times[0]!.input))?.id).toBe('confirm-appointment')
  })
})

describe('a guardian whose part of the portal has no appointments', () => {
  it('neither sees, holds, books, moves nor cancels', async ({ portal, nora }) => {
    const slots = await freeSlots(portal, nora)
    const maria = await portal.signIn('maria.alvarez')
    const id = await bookedAt(portal, maria, slots.at(-1)!)
    const login = 'r.okafor@example.com'
    const account = await findAccount(portal.database.db, { licenseeId: 'lakeside', kind: 'guardian', login })
    await portal.database.db.execute(sql`update authorisations set scope = '[5]' where account_id = ${account!.id}`)
    const guardian = await portal.signIn(login)
    const [first] = slots
    const tries = [
      guardian.get('/ui/screens/user/home/appointments'),
      guardian.get('/ui/regions/appointments.upcoming'),
      guardian.get('/ui/screens/user/bookappointment/index'),
      guardian.get(`/ui/screens/user/bookappointment/provider/slots?reschedule=${id}`),
      hold(guardian, first!),
      hold(guardian, { ...first!, reschedule: id }),
      book(guardian, 'whatever'),
      cancel(guardian, id),
      guardian.act('appointments.askCancel', { appointmentId: id }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 403))
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: false })
  })
})

describe('a time that two people were notified of', bothEngines, () => {
  it('is held by one of them; the other reads that it is taken', async ({ portal, nora }) => {
    const [slot] = (await freeSlots(portal, nora)).slice(4)
    const maria = await portal.signIn('maria.alvarez')
    const answers = await Promise.all([hold(maria, slot!), hold(nora, slot!)])
    const dialogs = new Set(answers.map((answer) => dialogOf(answer)?.id))
    expect(dialogs).toEqual(new Set(['confirm-appointment', 'slot-taken']))
    expect(answers.map((answer) => effectsOf(answer).length > 0)).toEqual([true, true])
  })
})
