import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { holds } from '../../server/features/booking/schema.ts'
import { endHolds } from '../../server/features/booking/end-holds.ts'
import {
  appointmentsAt,
  book,
  dialogOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  nakagawa,
  takeSlot,
} from '../support/booking.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type RunningPortal } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez' }, { timeoutMs: 3000 }).extend(
  'slots',
  { scope: 'file' },
  ({ portal, maria }) => freeSlots(portal, maria),
)

const stateOf = async ({ database }: RunningPortal, id: string) =>
  (await database.db.select().from(holds).where(eq(holds.id, id)))[0]?.state

/**
 * Starts another portal on the same databases, as after a crash, and stops it when one of the two has run the clean-up
 * job.
 */
async function restart(portal: RunningPortal): Promise<void> {
  const next = await startPortal({ beside: portal, timeoutMs: 3000 })
  await runNow(next, endHolds)
  await next.close()
}

describe('the record server, when a slot is to be held,', () => {
  const faults = [
    ['is down', { kind: 'down' }, 503],
    ['does not answer', { kind: 'hang' }, 504],
    ['sends an invalid response', { kind: 'nonsense' }, 502],
  ] as const
  it.for(faults)(
    '%s: a clear sentence, and the slot can be held later',
    async ([, fault, status], { portal, maria, slots }) => {
      const slot = takeSlot(slots)
      await portal.fault(fault)
      const answer = await hold(maria, slot)
      expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining('practice system') } })
      await portal.heal()
      expect(dialogOf(await hold(maria, slot))?.title).toBe('Confirm your appointment')
    },
  )

  it.for(faults)('%s while times are shown: a problem in words', async ([, fault, status], { portal, maria }) => {
    await portal.fault(fault)
    const answer = await maria.get(`/ui/regions/booking.times?by=provider&${nakagawa.query}`)
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining('practice system') } })
  })
})

describe('the record server, when a slot is to be booked,', bothEngines, () => {
  it('is down: nothing is booked, the slot stays held, and a second try succeeds', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'down' })
    expect(await book(maria, id)).toMatchObject({ status: 503, body: { code: 'booking.unconfirmed' } })
    expect(await stateOf(portal, id)).toBe('held')
    await portal.heal()
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('sends an invalid response: the booking is looked up', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'nonsense', path: 'BookAppointment' })
    expect((await book(maria, id)).status).toBe(503)
    await portal.heal()
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('books and loses the answer: the person reads that it is booked', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'lost', path: 'BookAppointment' })
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await stateOf(portal, id)).toBe('booked')
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('answers too late: a second try leads to the one appointment', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'hold', path: 'BookAppointment' })
    expect(await book(maria, id)).toMatchObject({ status: 503, body: { code: 'booking.unconfirmed' } })
    await portal.heal()
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('books too late: who lets go of the slot reads that it was booked', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'lost', path: 'BookAppointment' })
    await portal.fault({ kind: 'down', path: 'GetAppointmentByExternalId' })
    expect((await book(maria, id)).status).toBe(503)
    await portal.heal()
    expect(leadsTo(await maria.act('booking.release', { holdId: id }))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('declines: Slot is already booked!', async ({ portal, maria, slots }) => {
    const id = holdIdOf(await hold(maria, takeSlot(slots)))
    const [row] = await portal.database.db.select().from(holds).where(eq(holds.id, id))
    await portal.database.db.update(holds).set({ slotId: '1' }).where(eq(holds.id, id))
    expect(dialogOf(await book(maria, id))?.title).toBe('Slot is already booked!')
    expect(row?.state).toBe('held')
    expect(await stateOf(portal, id)).toBe('released')
  })

  it('refuses: nothing is booked, and the person reads whom to call instead of trying for ever', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'refuse', path: 'BookAppointment' })
    const answer = await book(maria, id)
    const dialog = dialogOf(answer)
    expect(dialog?.title).toBe('The practice could not book this appointment')
    expect(JSON.stringify(dialog)).toMatch(/Nothing was booked\..*tel:\+1\d{10}.*Choose a different time/)
    expect(JSON.stringify(answer.body)).not.toMatch(/try again/i)
    expect(await stateOf(portal, id)).toBe('released')
    expect(dialogOf(await book(maria, id))?.title).toBe('Your slot is no longer held')
    await portal.heal()
    expect(await appointmentsAt(portal, slot)).toBe(0)
    await runDueJobs(portal)
    expect(dialogOf(await hold(maria, slot))?.title).toBe('Confirm your appointment')
  })

  it('refuses, and cannot be looked up: the slot stays held, and the person can call too', async ({
    portal,
    maria,
    slots,
  }) => {
    const id = holdIdOf(await hold(maria, takeSlot(slots)))
    await portal.fault({ kind: 'refuse', path: 'BookAppointment' })
    await portal.fault({ kind: 'down', path: 'GetAppointmentByExternalId' })
    const { status, body } = await book(maria, id)
    expect([status, JSON.stringify(body)]).toEqual([503, expect.stringMatching(/or call \(\d{3}\) \d{3}-\d{4}/)])
    expect(await stateOf(portal, id)).toBe('held')
  })

  it('cannot remind: the appointment is booked all the same', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'down', path: 'ImmediateReminderNotification' })
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('cannot release: the person is free to hold another', async ({ portal, maria, slots }) => {
    const id = holdIdOf(await hold(maria, takeSlot(slots)))
    await portal.fault({ kind: 'down', path: 'RemoveSlot' })
    expect((await maria.act('booking.release', { holdId: id })).status).toBe(200)
    expect(dialogOf(await hold(maria, takeSlot(slots)))?.title).toBe('Confirm your appointment')
  })
})

describe('a portal that was killed', bothEngines, () => {
  const killed = async ({ database }: RunningPortal, id: string) => {
    await database.db
      .update(holds)
      .set({ state: 'booking', changedAt: new Date(Date.now() - 60_000) })
      .where(eq(holds.id, id))
  }

  it('before the record server booked: after the start the slot is free and nothing is booked', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await killed(portal, id)
    await restart(portal)
    expect(await stateOf(portal, id)).toBe('released')
    expect(await appointmentsAt(portal, slot)).toBe(0)
    expect(dialogOf(await hold(maria, slot))?.title).toBe('Confirm your appointment')
  })

  it('after the record server booked: after the start the appointment is there once', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.fault({ kind: 'lost', path: 'BookAppointment' })
    await portal.fault({ kind: 'down', path: 'GetAppointmentByExternalId' })
    await book(maria, id)
    await portal.heal()
    await killed(portal, id)
    await restart(portal)
    expect(await stateOf(portal, id)).toBe('booked')
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('is not waited for by the person, who holds another slot', async ({ portal, maria, slots }) => {
    const id = holdIdOf(await hold(maria, takeSlot(slots)))
    await killed(portal, id)
    expect(dialogOf(await hold(maria, takeSlot(slots)))?.title).toBe('Confirm your appointment')
    expect(await stateOf(portal, id)).toBe('released')
  })
})

describe('a hold whose time is over', bothEngines, () => {
  it('is ended by the first clean-up job, and its slot is free', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    await portal.database.db
      .update(holds)
      .set({ endsAt: new Date(Date.now() - 1000) })
      .where(eq(holds.id, id))
    await Promise.all([restart(portal), restart(portal)])
    expect(await stateOf(portal, id)).toBe('released')
    expect(dialogOf(await hold(await portal.signIn('new.patient'), slot))?.title).toBe('Confirm your appointment')
  })
})
