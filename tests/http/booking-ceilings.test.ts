import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { appointmentsAt, book, dialogOf, freeSlots, hold, holdIdOf, takeSlot } from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const it = portalTest({ maria: 'maria.alvarez', neighbor: 'new.patient' }).extend(
  'slots',
  { scope: 'file' },
  ({ portal, maria }) => freeSlots(portal, maria),
)

/** The ids of the neighbor's upcoming appointments, the last one first: it may be moved for longest. */
const idsOf = async ({ records }: RunningPortal) =>
  rowsOf<{ id: number }>(
    records.db,
    sql`select appointment_n as id from appointments where practice = 'lakeside' and patient_n = ${people.noraQuinn.patientN}
      and cancelled_at is null and starts_at > now() order by starts_at desc`,
  )

describe('the upcoming appointments of a patient', () => {
  it('are at most as many as the practice allows; moving one needs no room', async ({ portal, neighbor, slots }) => {
    const before = (await idsOf(portal)).length
    await withSetting(portal, { name: 'Portal_Most_Appointments', value: before + 2 }, async () => {
      for (let times = 0; times < 2; times++) await book(neighbor, holdIdOf(await hold(neighbor, takeSlot(slots))))
      const refused = await hold(neighbor, takeSlot(slots))
      expect(dialogOf(refused)).toMatchObject({
        title: `You have ${before + 2} upcoming appointments`,
        blocks: [
          {
            text: [
              { text: 'That is the most that can be booked here. Please call ' },
              { text: '(212) 555-0140' },
              { text: ' to book another one.' },
            ],
          },
        ],
      })
      expect(await idsOf(portal)).toHaveLength(before + 2)
      const first = await neighbor.get<Screen>('/ui/screens/user/bookappointment/index')
      const { blocks, topics } = first.body
      expect(blocks).toMatchObject([
        { text: `You have ${before + 2} upcoming appointments` },
        {
          text: [
            { text: 'That is the most that can be booked here. Please call ' },
            { text: '(212) 555-0140' },
            { text: ' to book another one.' },
          ],
        },
        { text: 'Your appointments', do: { to: '/user/home/appointments' } },
      ])
      expect(topics).toContainEqual(expect.stringMatching(/appointments$/))
      const [own] = await idsOf(portal)
      const moved = await hold(neighbor, { ...takeSlot(slots), reschedule: String(own?.id) })
      expect(dialogOf(moved)?.title).toBe('Confirm your new time')
      await book(neighbor, holdIdOf(moved))
      expect(await idsOf(portal)).toHaveLength(before + 2)
    })
    expect(dialogOf(await hold(neighbor, takeSlot(slots)))?.title).toBe('Confirm your appointment')
  })
})

describe('one account in an hour', () => {
  it('books at most twenty times, however often each is requested, and holds sixty times', async ({
    portal,
    maria,
    slots,
  }) => {
    const booked: number[] = []
    for (let times = 0; times < 22; times++) {
      const holdId = holdIdOf(await hold(maria, takeSlot(slots)))
      booked.push((await book(maria, holdId)).status, (await book(maria, holdId)).status)
      await maria.act('booking.release', { holdId })
    }
    expect(booked).toEqual([...Array(40).fill(200), 429, 429, 429, 429])
    const slot = takeSlot(slots)
    const held: number[] = []
    for (let times = 0; times < 40; times++) held.push((await hold(maria, slot)).status)
    expect(held).toEqual([...Array(38).fill(200), 429, 429])
    expect(await appointmentsAt(portal, slot)).toBe(0)
  })
})
