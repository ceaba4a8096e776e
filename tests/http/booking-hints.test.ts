/** @module-tag database */
import { describe, expect } from 'vitest'
import { freeSlots, hold, holdIdOf, book } from '../support/booking.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf } from '../support/portal.ts'

const times = 'licensee:lakeside/times/112'

const it = portalTest({ maria: 'maria.alvarez' })

describe('open pages that show the times of a provider', () => {
  it('hear of each hold, release and booking, with its cause and nothing else', async ({ portal, maria }) => {
    const { heard } = await openLivePage(portal, [times])
    const otherPage = await openLivePage(portal, ['licensee:lakeside/times/101'])
    const [slot] = await freeSlots(portal, maria)
    const id = holdIdOf(await hold(maria, slot!, 'the-key-of-the-hold'))
    await expect.poll(() => heard[0]).toEqual({ topics: [times], cause: 'the-key-of-the-hold' })
    await book(maria, id, 'the-key-of-the-booking')
    await expect.poll(() => heard.some(({ cause }) => cause === 'the-key-of-the-booking')).toBe(true)
    expect(heard.at(-1)?.topics).toContain(times)
    await otherPage.caughtUp()
    expect(otherPage.heard).toEqual([])
  })

  it('hear of a booking without whose it was; its owner hears that too', async ({ portal, maria }) => {
    const page = await openLivePage(portal, [times])
    const signedIn = await portal
      .visitor()
      .act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    const own = await openLivePage(portal, [times, 'person:1/appointments'], {
      cookie: sessionCookieOf(signedIn.headers),
    })
    const [slot] = await freeSlots(portal, maria)
    await book(maria, holdIdOf(await hold(maria, slot!)), 'whose-booking-it-was')
    await expect.poll(() => own.heard.flatMap(({ topics }) => topics)).toContain('person:1/appointments')
    await page.caughtUp()
    expect(page.heard.map(({ topics }) => topics)).toContainEqual([times])
    expect(page.heard.flatMap(({ topics }) => topics).filter((topic) => topic !== times)).toEqual([])
  })

  it('hear nothing of whose appointment it was', async ({ portal, maria }) => {
    const page = await openLivePage(portal, ['person:1/appointments'])
    const witness = await openLivePage(portal, [times])
    const [slot] = await freeSlots(portal, maria)
    await book(maria, holdIdOf(await hold(maria, slot!)), 'the-booking-of-somebody')
    await expect.poll(() => witness.heard.map(({ cause }) => cause)).toContain('the-booking-of-somebody')
    await page.caughtUp()
    expect(page.heard).toEqual([])
  })
})
