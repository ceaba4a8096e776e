import { describe, expect } from 'vitest'
import type { Setting } from '../../server/licensees/settings/definition.ts'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import { bookingSettings } from '../../server/features/booking/booking.settings.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import {
  appointmentsAt,
  book,
  dayAhead,
  dialogOf,
  effectsOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  nakagawa,
  shownTimes,
  takeSlot,
} from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const it = portalTest({ maria: 'maria.alvarez' }).extend('slots', { scope: 'file' }, ({ portal, maria }) =>
  freeSlots(portal, maria),
)

const blockText = (screen: Screen) => JSON.stringify(screen.blocks)

describe('the way to an appointment', () => {
  it('asks one question a page, shows what was chosen, and leads to the times [1 §2.12 §2.55 §2.57 §2.58 §3.14 §4.26 §9.18] [2 §2.28]', async ({
    maria,
  }) => {
    const route = '/ui/screens/user/bookappointment/index'
    const first = await maria.get<Screen>(route)
    expect(blockText(first.body)).toContain('Video visit')
    expect(blockText(first.body)).toContain('/user/bookappointment/index?type=inoffice')
    const how = await maria.get<Screen>(`${route}?type=inoffice&visit=1`)
    for (const way of ['By Office Location', 'By Date', 'By Provider']) expect(blockText(how.body)).toContain(way)
    const place = await maria.get<Screen>(`${route}?type=inoffice&visit=1&by=location`)
    expect(blockText(place.body)).toContain('Northern New Jersey')
    expect(blockText(place.body)).toContain('/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=13')
    const oldLink = await maria.get<Screen>(`${route}?type=inoffice&visit=1&by=location&region=2`)
    expect(blockText(oldLink.body)).toBe(blockText(place.body))
    const provider = await maria.get<Screen>(`${route}?type=inoffice&visit=1&by=provider`)
    expect(blockText(provider.body)).toContain('"initials":"HM"')
    const date = await maria.get<Screen>(`${route}?type=inoffice&visit=1&by=date`)
    const [strip] = blocksOf(date.body.blocks, 'days')
    // The strip opens on a day that has a time.
    const open = strip?.days[0]?.do?.to ?? expect.fail('the first day is closed')
    expect(open).toContain('by=date&date=')
    const onDay = await maria.get<Screen>(`/ui/screens${open}`)
    expect(blockText(onDay.body)).toMatch(/\d free time/)
  })

  it('ends with an appointment that stands in the list [1 §1.6 §2.14 §2.60 §4.28 §4.31] [2 §2.28]', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const held = await hold(maria, slot)
    expect(dialogOf(held)).toMatchObject({ title: 'Confirm your appointment', onClose: { action: 'booking.release' } })
    expect(await shownTimes(maria, `by=provider&${nakagawa.query}&from=${slot.startsAt.slice(0, 10)}`)).toContainEqual(
      expect.objectContaining({ state: 'held', input: slot }),
    )
    const booked = await book(maria, holdIdOf(held))
    expect(leadsTo(booked)).toMatch(/^\/user\/bookappointment\/confirmation\?hold=/)
    const confirmation = await maria.get<Screen>(`/ui/screens${leadsTo(booked)}`)
    expect(confirmation.body.title).toBe('Your Appointment has been Booked!')
    expect(blockText(confirmation.body)).toContain('Peter Nakagawa')
    expect(blockText(confirmation.body)).toContain('Eastern Time')
    expect(await appointmentsAt(portal, slot)).toBe(1)
    expect(JSON.stringify((await maria.get('/ui/regions/appointments.upcoming?size=20')).body)).toContain(
      'Peter Nakagawa',
    )
  })
})

describe('a hold', () => {
  it('is one for each person: a second tab that holds another time lets the first go', async ({
    portal,
    maria,
    slots,
  }) => {
    const [first, second] = [takeSlot(slots), takeSlot(slots)]
    const before = holdIdOf(await hold(maria, first))
    const after = holdIdOf(await hold(maria, second))
    expect(dialogOf(await book(maria, before))?.id).toBe('hold-ended')
    const visitor = await portal.signIn('new.patient')
    expect(dialogOf(await hold(visitor, first))?.title).toBe('Confirm your appointment')
    expect(leadsTo(await book(maria, after))).toContain(after)
  })

  it('asked for twice is the same hold', async ({ maria, slots }) => {
    const slot = takeSlot(slots)
    const first = await hold(maria, slot, 'the-same-key-twice')
    expect((await hold(maria, slot, 'the-same-key-twice')).body).toEqual(first.body)
    expect(holdIdOf(await hold(maria, slot))).toBe(holdIdOf(first))
  })

  it('of somebody else is as unknown as one that never was', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    const other = await portal.signIn('new.patient')
    for (const unknown of [id, 'never-was-a-hold']) {
      expect(await book(other, unknown)).toMatchObject({ status: 404, body: { code: 'booking.holdUnknown' } })
      expect((await other.act('booking.release', { holdId: unknown })).status).toBe(404)
      expect((await other.get(`/ui/screens/user/bookappointment/confirmation?hold=${unknown}`)).status).toBe(404)
    }
    const otherPerson = await portal.signIn('ben.carter')
    expect((await book(otherPerson, id)).status).toBe(404)
    expect(await appointmentsAt(portal, slot)).toBe(0)
    expect(leadsTo(await book(maria, id))).toBeDefined()
  })

  it('can be let go of as often as one likes, and is free again [1 §4.32]', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    const refreshed = [{ type: 'close' }, { type: 'refresh', what: 'region', id: 'booking.times' }]
    for (let times = 0; times < 2; times++)
      expect(effectsOf(await maria.act('booking.release', { holdId: id }))).toEqual(refreshed)
    expect(dialogOf(await book(maria, id))?.id).toBe('hold-ended')
    const again = holdIdOf(await hold(await portal.signIn('new.patient'), slot))
    expect(again).not.toBe(id)
  })

  it('is let go of by Go Back, which returns to the last question [1 §2.61]', async ({ maria, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(maria, slot))
    const answer = await maria.act('booking.goBack', { type: 'inoffice', visit: '1', by: 'provider', provider: '112' })
    expect(effectsOf(answer)).toEqual([
      { type: 'navigate', to: '/user/bookappointment/index?type=inoffice&visit=1&by=provider', replace: true },
    ])
    expect(dialogOf(await book(maria, id))?.id).toBe('hold-ended')
  })

  it('says in words when it has ended', async ({ portal, maria, slots }) => {
    const id = holdIdOf(await hold(maria, takeSlot(slots)))
    portal.clock.aheadMs += 10 * 60_000 + 1000
    const answer = await book(maria, id)
    expect(dialogOf(answer)?.title).toBe('Your slot is no longer held')
    expect(effectsOf(answer)).toContainEqual({ type: 'refresh', what: 'region', id: 'booking.times' })
    expect(dialogOf(await maria.act('booking.release', { holdId: id, ended: true }))?.title).toBe(
      'Your slot is no longer held',
    )
  })
})

describe('what cannot be held', () => {
  const expectRefused = async (visitor: Visitor, slot: object, code: string) =>
    expect(await hold(visitor, slot)).toMatchObject({ status: 422, body: { code } })

  it('a time that somebody has: Slot is already booked! [1 §3.17 §4.33 §8.19]', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    await hold(await portal.signIn('new.patient'), slot)
    const answer = await hold(maria, slot)
    expect(dialogOf(answer)).toMatchObject({
      title: 'Slot is already booked!',
      blocks: [{ text: 'Please select a different slot.' }],
      actions: [{ text: 'OK' }],
    })
    expect(effectsOf(answer)).toContainEqual({ type: 'refresh', what: 'region', id: 'booking.times' })
  })

  it('a time of another provider, at another place, of another type', async ({ maria, slots }) => {
    const slot = takeSlot(slots)
    expect(dialogOf(await hold(maria, { ...slot, providerId: '108' }))?.title).toBe('Slot is already booked!')
    await expectRefused(maria, { ...slot, providerId: '107' }, 'booking.notOffered')
    await expectRefused(maria, { ...slot, facilityId: '14' }, 'booking.notOffered')
    await expectRefused(maria, { ...slot, typeId: '2' }, 'booking.notOffered')
    await expectRefused(maria, { ...slot, providerId: '999999' }, 'booking.notOffered')
  })

  it('a time that is over, or in no schedule', async ({ maria, slots }) => {
    const slot = takeSlot(slots)
    await expectRefused(maria, { ...slot, startsAt: '2020-01-06T14:00:00.000Z' }, 'booking.past')
    const between = new Date(Date.parse(slot.startsAt) + 60_000).toISOString()
    expect(dialogOf(await hold(maria, { ...slot, startsAt: between }))?.title).toBe('Slot is already booked!')
  })

  it('what is no slot at all', async ({ maria, slots }) => {
    const slot = takeSlot(slots)
    for (const wrong of [
      {},
      { ...slot, patientId: '1002' },
      { ...slot, startsAt: 'soon' },
      { ...slot, mode: 'orbit' },
      { ...slot, providerId: "1' or 1=1" },
    ])
      expect((await hold(maria, wrong)).status).toBe(422)
  })
})

describe('an address of times', () => {
  const slotsAt = (visitor: Visitor, query: string, page = 'provider') =>
    visitor.get<Screen & Problem>(`/ui/screens/user/bookappointment/${page}/slots?${query}`)

  it('with a day that is over says so and shows today [1 §5.18 §8.31]', async ({ maria }) => {
    const { status, body } = await slotsAt(maria, `${nakagawa.query}&from=2020-01-06`)
    expect(status).toBe(200)
    expect(blockText(body)).toContain('Date should not be in past')
    expect(blockText(body)).toContain('"today":true')
  })

  it('with a day that no calendar has shows today [1 §5.20]', async ({ maria }) => {
    for (const from of ['banana', '2026-02-31', '9999-99-99', ''])
      expect((await slotsAt(maria, `${nakagawa.query}&from=${from}`)).status).toBe(200)
  })

  it('with a day too far ahead shows the last one there is', async ({ maria }) => {
    const { status, body } = await slotsAt(maria, `${nakagawa.query}&from=9999-12-31`)
    expect(status).toBe(200)
    expect(blockText(body)).not.toContain('9999')
  })

  it('without its choices is a sentence and a way back', async ({ maria }) => {
    for (const query of [
      '',
      'type=inoffice',
      'type=inoffice&visit=1&provider=424242',
      'type=orbit&visit=1&provider=112',
    ]) {
      const { status, body } = await slotsAt(maria, query)
      expect(status, query).toBe(422)
      expect(JSON.stringify(body.screen)).toContain('Choose again')
      expect((await maria.get(`/ui/regions/booking.times?by=provider&${query}`)).status, query).toBe(422)
    }
  })

  it('works by location, by date and for any provider by video [1 §2.13 §2.59] [2 §2.28]', async ({
    portal,
    maria,
  }) => {
    expect((await slotsAt(maria, 'type=inoffice&visit=1&facility=11', 'facility')).status).toBe(200)
    expect((await slotsAt(maria, `type=inoffice&visit=1&facility=11&date=${dayAhead(portal, 2)}`, 'date')).status).toBe(
      200,
    )
    expect((await slotsAt(maria, 'type=telederm&visit=2&provider=any')).status).toBe(200)
    expect((await shownTimes(maria, 'by=provider&type=telederm&visit=2&provider=any')).length).toBeGreaterThan(0)
    expect((await shownTimes(maria, 'by=location&type=inoffice&visit=1&facility=11')).length).toBeGreaterThan(0)
  })

  it('of a provider without any time says whom to call, and of one on leave from when on [1 §4.43 §5.17 §8.20 §8.21]', async ({
    maria,
  }) => {
    const none = await maria.get('/ui/regions/booking.times?by=provider&type=inoffice&visit=1&provider=108')
    expect(JSON.stringify(none.body)).toContain(
      'There are no online appointments available for this provider. Please call ',
    )
    expect(JSON.stringify(none.body)).toContain('tel:+12125550140')
    const leave = await maria.get('/ui/regions/booking.times?by=provider&type=inoffice&visit=1&provider=106')
    expect(JSON.stringify(leave.body)).toMatch(
      /The next available online appointment for this provider is \d\d\/\d\d\/\d{4}\. If you need an appointment sooner, Please call /,
    )
    expect(JSON.stringify(leave.body)).toMatch(/"label":"Go to \d\d\/\d\d\/\d{4}"/)
  })
})

describe('what a practice has switched off', () => {
  const set = async ({ portal }: RunningPortal, setting: Setting, value: boolean | null) => {
    const { version } = portal.settings.state('lakeside', setting)
    await portal.settings.change({
      licenseeId: 'lakeside',
      setting,
      value,
      seenVersion: version,
      by: 'the test',
      at: new Date(),
    })
  }

  it('booking: neither shown nor reachable [1 §6.13]', async ({ portal, maria, slots }) => {
    await set(portal, appointmentSettings.Allow_Portal_Appointment_Booking, false)
    for (const route of ['index', 'provider/slots', 'facility/slots', 'date/slots', 'confirmation'])
      expect((await maria.get(`/ui/screens/user/bookappointment/${route}`)).status, route).toBe(403)
    expect((await maria.get(`/ui/regions/booking.times?by=provider&${nakagawa.query}`)).status).toBe(403)
    expect((await hold(maria, takeSlot(slots))).status).toBe(403)
    expect(JSON.stringify((await maria.get('/ui/screens/user/home/appointments')).body)).not.toContain(
      'Book an appointment',
    )
    await set(portal, appointmentSettings.Allow_Portal_Appointment_Booking, null)
  })

  it('digital appointments: not offered, not shown, not held [1 §6.17]', async ({ portal, maria }) => {
    const [slot] = await shownTimes(maria, 'by=provider&type=telederm&visit=2&provider=any')
    await set(portal, bookingSettings.DisableTeleHealth_PE, true)
    expect(JSON.stringify((await maria.get('/ui/screens/user/bookappointment/index')).body)).not.toContain(
      'Video visit',
    )
    expect(
      (await maria.get('/ui/screens/user/bookappointment/provider/slots?type=telederm&visit=2&provider=any')).status,
    ).toBe(422)
    expect(await hold(maria, slot!.input)).toMatchObject({ status: 403, body: { code: 'booking.modeOff' } })
    await set(portal, bookingSettings.DisableTeleHealth_PE, null)
  })

  it('booking by office location: not asked, not reachable [1 §6.15]', async ({ portal, maria }) => {
    await set(portal, bookingSettings.Portal_Enable_By_Office_location, false)
    expect(
      JSON.stringify((await maria.get('/ui/screens/user/bookappointment/index?type=inoffice&visit=1')).body),
    ).not.toContain('By Office Location')
    expect(
      (await maria.get('/ui/screens/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=11')).status,
    ).toBe(422)
    await set(portal, bookingSettings.Portal_Enable_By_Office_location, null)
  })
})

describe('who may book', () => {
  it('nobody without a session, and no admin', async ({ portal, slots }) => {
    const admin = await portal.signIn('front.desk')
    for (const [visitor, status] of [
      [portal.visitor(), 401],
      [admin, 403],
    ] as const) {
      expect((await visitor.get('/ui/screens/user/bookappointment/index')).status).toBe(status)
      expect((await hold(visitor, slots[0]!)).status).toBe(status)
      expect((await book(visitor, 'never-was-a-hold')).status).toBe(status)
    }
  })

  it('a patient of another practice, there: with its own types and zones [1 §2.56]', async ({ portal }) => {
    const ben = await portal.signIn('ben.carter')
    const first = await ben.get<Screen>('/ui/screens/user/bookappointment/index')
    expect(blockText(first.body)).toContain('Annual physical')
    const [slot] = await shownTimes(ben, 'by=location&type=inoffice&visit=12&facility=23')
    const held = await hold(ben, slot!.input)
    expect(JSON.stringify(dialogOf(held))).toContain('Mountain Standard Time')
    expect(JSON.stringify(dialogOf(held))).toContain('Sick visit')
    expect(leadsTo(await book(ben, holdIdOf(held)))).toBeDefined()
  })
})
