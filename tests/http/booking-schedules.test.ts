import { DateTime } from 'luxon'
import { describe, expect } from 'vitest'
import {
  appointmentsAt,
  book,
  dayAhead,
  dialogOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  nakagawa,
  shownTimes,
} from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'

const zone = 'America/New_York'

const it = portalTest({ maria: 'maria.alvarez' })

/** Returns the days of the bookable months with a clock change there. */
function changes(): string[] {
  const today = DateTime.now().setZone(zone).startOf('day')
  const days = Array.from({ length: 350 }, (_, ahead) => today.plus({ days: ahead + 7 }))
  return days.filter((day) => day.offset !== day.plus({ days: 1 }).offset).map((day) => day.toISODate() ?? '')
}

describe('booking over a change of clocks', () => {
  it('keeps to the wall clock of the place, before and after each of them [1 §5.21]', async ({ portal, maria }) => {
    const days = changes()
    expect(days.length).toBeGreaterThan(0)
    for (const change of days) {
      const from = DateTime.fromISO(change, { zone }).minus({ days: 3 }).toISODate()
      const times = await shownTimes(maria, `by=provider&${nakagawa.query}&from=${from}`)
      const clocks = times.map(({ input }) => DateTime.fromISO(input.startsAt, { zone }))
      const isAfter = (at: DateTime) => (at.toISODate() ?? '') > change
      const hours = (side: DateTime[]) => [...new Set(side.map((at) => at.toFormat('HH')))].toSorted()
      expect(hours(clocks.filter(isAfter))[0]).toBe(hours(clocks.filter((at) => !isAfter(at)))[0])
      const slot = times.find(({ input }) => isAfter(DateTime.fromISO(input.startsAt, { zone })))?.input
      const held = await hold(maria, slot!)
      const local = DateTime.fromISO(slot!.startsAt, { zone })
      expect(JSON.stringify(dialogOf(held))).toContain(local.toFormat('h:mm a'))
      expect(JSON.stringify(dialogOf(held))).toContain(local.toFormat('MM/dd/yyyy'))
      expect(leadsTo(await book(maria, holdIdOf(held)))).toBeDefined()
      expect(await appointmentsAt(portal, slot!)).toBe(1)
    }
  })
})

describe('a provider whose hours change', () => {
  it('without a time on the last days is offered the first one that is free', async ({ portal, maria }) => {
    const last = dayAhead(portal, 365)
    const weekday = DateTime.fromISO(last).weekday
    await portal.records.runScript(
      `delete from weekly_hours where practice = 'lakeside' and employee_n = 112 and weekday = ${weekday}`,
    )
    const { body } = await maria.get(`/ui/regions/booking.times?by=provider&${nakagawa.query}&from=${last}`)
    const words = JSON.stringify(body)
    expect(words).toMatch(
      /There are no later online appointments for this provider\. The first available one is \d\d\/\d\d\/\d{4}\./,
    )
    expect(words).toMatch(/"label":"Go to \d\d\/\d\d\/\d{4}"/)
  })

  it('keeps what is held already, and takes no more of the old times', async ({ portal, maria }) => {
    const [held, other] = await freeSlots(portal, maria)
    const id = holdIdOf(await hold(maria, held!))
    await portal.records.runScript("delete from weekly_hours where practice = 'lakeside' and employee_n = 112")
    expect(leadsTo(await book(maria, id))).toContain(id)
    expect(await appointmentsAt(portal, held!)).toBe(1)
    expect(dialogOf(await hold(maria, other!))?.title).toBe('Slot is already booked!')
    const { body } = await maria.get(`/ui/regions/booking.times?by=provider&${nakagawa.query}`)
    expect(JSON.stringify(body)).toContain('There are no online appointments available for this provider.')
  })
})
