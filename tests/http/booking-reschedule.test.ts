import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import {
  appointmentsAt,
  book,
  dialogOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  shownTimes,
  takeSlot,
  type SlotInput,
} from '../support/booking.ts'
import { bookedAt, cancel, offeredActs, recordOf } from '../support/changes.ts'
import { runDueJobs } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' }).extend(
  'slots',
  { scope: 'file' },
  async ({ portal, maria }) => (await freeSlots(portal, maria)).slice(20),
)
/** An account books at most twenty times an hour. */
it.beforeEach(async ({ portal }) => {
  await portal.database.db.execute(sql`update holds set changed_at = changed_at - interval '1 hour'`)
})

const timeOf = async (portal: RunningPortal, id: string) =>
  new Date((await recordOf(portal, id))?.starts_at ?? 0).toISOString()
const moveTo = (visitor: Visitor, reschedule: string, slot: SlotInput) => hold(visitor, { ...slot, reschedule })

/** Returns an appointment of the visitor and the hold of another time for it. */
async function moving(
  portal: RunningPortal,
  visitor: Visitor,
  slots: SlotInput[],
): Promise<{ id: string; from: SlotInput; to: SlotInput; holdId: string }> {
  const [from, to] = [takeSlot(slots), takeSlot(slots)]
  const id = await bookedAt(portal, visitor, from)
  return { id, from, to, holdId: holdIdOf(await moveTo(visitor, id, to)) }
}

describe('rescheduling', () => {
  it('shows the times of the same provider, asks, moves the appointment and gives its old time back', async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const [from, to] = [takeSlot(slots), takeSlot(slots)]
    const id = await bookedAt(portal, maria, from)
    expect(await offeredActs(maria)).toContain(`move-${id}`)
    const address = `reschedule=${id}&from=${to.startsAt.slice(0, 10)}`
    const { body } = await maria.get(`/ui/screens/user/bookappointment/provider/slots?${address}`)
    expect(JSON.stringify(body)).toContain('Your appointment now')
    const shown = await shownTimes(maria, `by=provider&${address}`)
    expect(shown.map(({ input }) => input)).toContainEqual({ ...to, reschedule: id })
    expect(new Set(shown.map(({ input }) => input.providerId))).toEqual(new Set(['112']))
    const held = await moveTo(maria, id, to)
    expect(dialogOf(held)?.title).toBe('Confirm your new time')
    expect(JSON.stringify(dialogOf(held))).toMatch(/"Instead of","value":"\w+day [^"]+, Lakeside \w+"/)
    const booked = await book(maria, holdIdOf(held))
    const confirmation = await maria.get(`/ui/screens${leadsTo(booked)}`)
    expect(confirmation.body.title).toBe('Your Appointment has been Rescheduled!')
    expect(await timeOf(portal, id)).toBe(to.startsAt)
    expect([await appointmentsAt(portal, from), await appointmentsAt(portal, to)]).toEqual([0, 1])
    expect(holdIdOf(await hold(nora, from))).toBeTruthy()
  })

  it('is said at the address of the first confirmation, as is a cancellation', async ({ portal, maria, slots }) => {
    const [from, to] = [takeSlot(slots), takeSlot(slots)]
    const address = leadsTo(await book(maria, holdIdOf(await hold(maria, from)))) ?? ''
    const titleNow = async () => (await maria.get<Screen>(`/ui/screens${address}`)).body.title
    expect(await titleNow()).toBe('Your Appointment has been Booked!')
    const { rows } = await portal.records.db.execute<{ id: number }>(
      sql`select appointment_n as id from appointments where starts_at = ${from.startsAt}::timestamptz
        and employee_n = ${Number(from.providerId)} and cancelled_at is null`,
    )
    const id = String(rows[0]?.id)
    const moved = leadsTo(await book(maria, holdIdOf(await moveTo(maria, id, to)))) ?? ''
    expect(await titleNow()).toBe('This appointment was moved')
    expect(JSON.stringify((await maria.get(`/ui/screens${address}`)).body)).toMatch(/It is now on \w+day \d/)
    await cancel(maria, id)
    for (const each of [address, moved]) {
      const { body } = await maria.get<Screen>(`/ui/screens${each}`)
      expect(body.title).toBe('This appointment was cancelled')
      expect(JSON.stringify(body)).not.toMatch(/reminder|calendar/)
    }
  })

  it('leaves the old time until the new one is confirmed, and when it is not', async ({ portal, maria, slots }) => {
    const { id, from, holdId } = await moving(portal, maria, slots)
    expect(await timeOf(portal, id)).toBe(from.startsAt)
    await maria.act('booking.release', { holdId })
    expect(dialogOf(await book(maria, holdId))?.id).toBe('hold-ended')
    expect(await timeOf(portal, id)).toBe(from.startsAt)
  })

  it('asked for many times at once moves it once', bothEngines, async ({ portal, maria, slots }) => {
    const { id, from, to, holdId } = await moving(portal, maria, slots)
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(maria, holdId)))
    expect(answers.map(leadsTo).filter((address) => address?.includes(holdId))).toHaveLength(10)
    expect(await timeOf(portal, id)).toBe(to.startsAt)
    expect([await appointmentsAt(portal, from), await appointmentsAt(portal, to)]).toEqual([0, 1])
  })

  it('whose answer was lost has moved it once; while the record server is down it stands', async ({
    portal,
    maria,
    slots,
  }) => {
    const { id, from, to, holdId } = await moving(portal, maria, slots)
    await portal.fault({ kind: 'down' })
    expect(await book(maria, holdId)).toMatchObject({ status: 503, body: { code: 'booking.unconfirmed' } })
    await portal.heal()
    expect(await timeOf(portal, id)).toBe(from.startsAt)
    await portal.fault({ kind: 'lost', path: 'RescheduleAppointment' })
    expect(leadsTo(await book(maria, holdId))).toContain(holdId)
    expect(await timeOf(portal, id)).toBe(to.startsAt)
  })

  it('of an appointment that is cancelled meanwhile changes nothing and says so', async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const { id, to, holdId } = await moving(portal, maria, slots)
    await cancel(maria, id)
    expect(await book(maria, holdId)).toMatchObject({ status: 409, body: { code: 'booking.moveGone' } })
    expect(await appointmentsAt(portal, to)).toBe(0)
    // A job releases the time.
    await expect.poll(async () => dialogOf(await hold(nora, to))?.actions.map(({ id }) => id)).toContain('confirm-book')
  })

  it("of somebody else's appointment, at another practice or with another provider is refused", async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const [from, to] = [takeSlot(slots), takeSlot(slots)]
    const id = await bookedAt(portal, maria, from)
    expect(await moveTo(nora, id, to)).toMatchObject({ status: 404, body: { code: 'booking.moveUnknown' } })
    expect((await nora.get(`/ui/regions/booking.times?by=provider&reschedule=${id}`)).status).toBe(404)
    const ben = await portal.signIn('ben.carter')
    expect((await ben.get(`/ui/screens/user/bookappointment/provider/slots?reschedule=${id}`)).status).toBe(404)
    expect(await moveTo(maria, id, { ...to, providerId: '102' })).toMatchObject({
      body: { code: 'booking.notOffered' },
    })
    expect(await timeOf(portal, id)).toBe(from.startsAt)
  })

  it('is refused when it is too late, and where the practice does not want it', async ({ portal, maria, slots }) => {
    const [from, to] = [takeSlot(slots), takeSlot(slots)]
    const id = await bookedAt(portal, maria, from)
    await setSetting(portal, { name: 'Portal_Change_Notice_Hours', value: 720 })
    expect(await moveTo(maria, id, to)).toMatchObject({ status: 409, body: { code: 'booking.moveLate' } })
    await setSetting(portal, { name: 'Portal_Change_Notice_Hours', value: 24 })
    await setSetting(portal, { name: 'Portal_Reschedule_Appointments', value: false })
    expect(await moveTo(maria, id, to)).toMatchObject({ status: 403, body: { code: 'booking.moveOff' } })
    expect(await offeredActs(maria)).not.toContain(`move-${id}`)
    await setSetting(portal, { name: 'Portal_Reschedule_Appointments', value: true })
  })
})

describe('booking at a time at which the patient has an appointment', () => {
  it('warns and books all the same', async ({ portal, maria, slots }) => {
    const hour = 3_600_000
    const at = slots.findIndex(({ startsAt }, place) => {
      const next = slots[place + 1]
      return next !== undefined && Math.abs(Date.parse(next.startsAt) - Date.parse(startsAt)) < 3 * hour
    })
    const [slot, next] = at < 0 ? [] : slots.splice(at, 2)
    const id = await bookedAt(portal, maria, slot ?? expect.fail('no two free times are near each other'))
    await portal.records.runScript(
      `update appointments set duration = 480, starts_at = starts_at - interval '4 hours' where appointment_n = ${id}`,
    )
    const held = await hold(maria, next!)
    expect(JSON.stringify(dialogOf(held))).toContain('You have another appointment at that time')
    expect(leadsTo(await book(maria, holdIdOf(held)))).toBeDefined()
  })
})

describe('what follows a booking', bothEngines, () => {
  it('is a reminder, asked for again when the record server failed between the two [1 §4.34]', async ({
    portal,
    maria,
    slots,
  }) => {
    await portal.fault({ kind: 'down', path: 'ImmediateReminderNotification' })
    const id = await bookedAt(portal, maria, takeSlot(slots))
    await runDueJobs(portal)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: false, reminded: false })
    await portal.heal()
    await runDueJobs(portal)
    expect(await recordOf(portal, id)).toMatchObject({ reminded: true })
  })
})

describe('signing out', () => {
  it('lets go of what was held', async ({ portal, nora, slots }) => {
    const slot = takeSlot(slots)
    const leaving = await portal.signIn('maria.alvarez')
    holdIdOf(await hold(leaving, slot))
    expect((await leaving.act('account.signOut', {})).status).toBe(200)
    const heldByNora = async () => dialogOf(await hold(nora, slot))?.title
    await expect.poll(heldByNora).toBe('Confirm your appointment')
  })
})
