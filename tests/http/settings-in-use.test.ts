/** @module-tag database */
import { describe, expect } from 'vitest'
import { settingNamed } from '../support/all-settings.ts'
import { appointmentsAt, book, freeSlots, hold, holdIdOf } from '../support/booking.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest({ admin: 'front.desk' })

const name = 'Allow_Portal_Appointment_Booking'
const topic = `licensee:lakeside/settings/${name}`
const people = 20

describe('a feature that is switched off and on again while twenty people use it', () => {
  it('ends on for all: nobody is signed out, and no booking is done by half', async ({ portal, admin }) => {
    const crowd = await portal.crowd(people)
    const slots = (await freeSlots(portal, crowd[0]!)).slice(0, people)
    expect([crowd.length, slots.length]).toEqual([people, people])
    const holds = await Promise.all(crowd.map(async (each, index) => holdIdOf(await hold(each, slots[index]!))))
    const pages = await Promise.all(
      crowd.map(({ cookies }) =>
        openLivePage(portal, [topic], { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') }),
      ),
    )

    const { version } = portal.portal.settings.state('lakeside', settingNamed(name))
    const press = (value: boolean, seenVersion: number) =>
      admin.act('admin.changeSetting', { name, value, seenVersion, list: { group: 'appointments' } })
    const booked = crowd.map((each, index) => book(each, holds[index]!))
    const offAndOn = press(false, version).then(() => press(true, version + 1))
    const [{ status }, ...answers] = await Promise.all([offAndOn, ...booked])

    expect([status, portal.portal.settings.value('lakeside', settingNamed(name))]).toEqual([200, true])
    for (const page of pages) {
      await page.caughtUp()
      expect(page.heard.flatMap(({ topics }) => topics)).toContain(topic)
    }
    for (const [index, answer] of answers.entries()) {
      const isBooked = answer.status === 200
      if (!isBooked) expect(answer).toMatchObject({ status: 403, body: { code: 'route.off' } })
      expect(await appointmentsAt(portal, slots[index]!)).toBe(isBooked ? 1 : 0)
    }
    const opened = await Promise.all(crowd.map((each) => each.get('/ui/screens/user/bookappointment/index')))
    expect(opened.map((answer) => answer.status)).toEqual(crowd.map(() => 200))
    // Who was refused has kept the time, and books it now.
    const later = await Promise.all(
      answers.map(async (answer, index) => (answer.status === 200 ? answer : book(crowd[index]!, holds[index]!))),
    )
    expect(later.map((answer) => answer.status)).toEqual(crowd.map(() => 200))
    expect(await Promise.all(slots.map((slot) => appointmentsAt(portal, slot)))).toEqual(slots.map(() => 1))
  })
})
