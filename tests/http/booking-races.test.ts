/** @module-tag database */
import { describe, expect } from 'vitest'
import {
  appointmentsAt,
  book,
  dialogOf,
  effectsOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  type Acted,
  takeSlot,
} from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal } from '../support/portal.ts'

const many = 50

const it = portalTest()
  .extend('beside', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
    const beside = await startPortal({ beside: portal })
    onCleanup(() => beside.close())
    return beside
  })
  .extend('crowd', { scope: 'file' }, ({ portal }) => portal.crowd(many))
  .extend('slots', { scope: 'file' }, ({ portal, crowd }) => freeSlots(portal, crowd[0]!))

describe(`${many} at once`, () => {
  it('hold one time: one of them has it, the others read that it is taken', async ({ crowd, slots }) => {
    const slot = takeSlot(slots)
    const answers = await Promise.all(crowd.map((visitor) => hold(visitor, slot)))
    const titles = answers.map((answer) => dialogOf(answer)?.title)
    expect(titles.filter((title) => title === 'Confirm your appointment')).toHaveLength(1)
    expect(titles.filter((title) => title === 'Slot is already booked!')).toHaveLength(many - 1)
  })

  it('book one hold: one appointment, and every answer leads to it', async ({ portal, crowd, slots }) => {
    const slot = takeSlot(slots)
    const [visitor] = crowd
    const id = holdIdOf(await hold(visitor!, slot))
    const answers = await Promise.all(Array.from({ length: many }, () => book(visitor!, id)))
    expect(new Set(answers.map((answer) => JSON.stringify(effectsOf(answer))))).toHaveLength(1)
    expect(leadsTo(answers[0]!)).toContain(id)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('book one hold through two portals: still one appointment', async ({ portal, beside, crowd, slots }) => {
    const slot = takeSlot(slots)
    const login = { login: 'crowd.1102', password: 'Crowded-Meadow-15' }
    const otherBrowser = await beside.visitor().enter(login)
    const id = holdIdOf(await hold(crowd[1]!, slot))
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => book(index % 2 ? otherBrowser : crowd[1]!, id)),
    )
    expect(answers.map(leadsTo).filter((to) => to?.includes(id))).toHaveLength(many)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('hold a time each: all of them have theirs', async ({ crowd, slots }) => {
    const chosen = slots.splice(0, 10)
    const answers = await Promise.all(chosen.map((slot, index) => hold(crowd[index + 10]!, slot)))
    expect(answers.map((answer) => dialogOf(answer)?.title)).toEqual(chosen.map(() => 'Confirm your appointment'))
  })
})

describe('one person in many tabs', () => {
  it('holds several times at once and keeps one of them', async ({ portal, crowd, slots }) => {
    const visitor = crowd[30]!
    const chosen = slots.splice(0, 6)
    const answers = await Promise.all(chosen.map((slot) => hold(visitor, slot)))
    const ids = answers.filter(({ status }) => status === 200).map(holdIdOf)
    const booked = []
    for (const id of ids) booked.push(leadsTo(await book(visitor, id)))
    expect(booked.filter(Boolean)).toHaveLength(1)
    const made = await Promise.all(chosen.map((slot) => appointmentsAt(portal, slot)))
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  it('presses the same button twice with the same key and books once', async ({ portal, crowd, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(crowd[31]!, slot))
    const [first, second] = await Promise.all([
      book(crowd[31]!, id, 'pressed-twice-1'),
      book(crowd[31]!, id, 'pressed-twice-1'),
    ])
    expect(first.body).toEqual(second.body)
    expect(await appointmentsAt(portal, slot)).toBe(1)
  })

  it('releases and books at once: either booked or free, never both', async ({ portal, crowd, slots }) => {
    const slot = takeSlot(slots)
    const id = holdIdOf(await hold(crowd[32]!, slot))
    const [booked, released] = await Promise.all([
      book(crowd[32]!, id),
      crowd[32]!.act<Acted>('booking.release', { holdId: id }),
    ])
    const isBooked = booked.status === 200 && leadsTo(booked) !== undefined
    expect(await appointmentsAt(portal, slot)).toBe(isBooked ? 1 : 0)
    // The release is refused because the hold is booked or being booked, or it succeeds.
    if (isBooked) expect(released.status === 409 || leadsTo(released)?.includes(id)).toBe(true)
    else expect(released.status).toBe(200)
  })
})
