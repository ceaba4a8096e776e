import { describe, expect, test } from 'vitest'
import { closesAt, opensAt, opensSoon, stateOf, type VisitFacts } from './visits.rules.ts'

const startsAt = '2026-11-23T15:00:00.000Z'
const appointment = { startsAt, minutes: 20, mode: 'telederm' } as const
const visit = { startsAt: new Date(startsAt), endedAt: null }
const stateAt = (at: string, changes: { appointment?: object; visit?: object } = {}) =>
  stateOf({
    appointment: { ...appointment, ...changes.appointment },
    visit: { ...visit, ...changes.visit },
    at: new Date(at),
  } as VisitFacts) // including the fields that a test overrides

describe('a video visit', () => {
  test('can be joined from five minutes before it until an hour after its planned end', () => {
    expect(opensAt(appointment)).toEqual(new Date('2026-11-23T14:55:00.000Z'))
    expect(closesAt(appointment)).toEqual(new Date('2026-11-23T16:20:00.000Z'))
    expect(stateAt('2026-11-23T14:54:59.999Z')).toBe('early')
    expect(stateAt('2026-11-23T14:55:00.000Z')).toBe('open')
    expect(stateAt('2026-11-23T16:19:59.999Z')).toBe('open')
    expect(stateAt('2026-11-23T16:20:00.000Z')).toBe('ended')
  })

  test('is waited for on the page within the hour before it opens', () => {
    const soon = (at: string) => opensSoon(appointment, new Date(at))
    expect(soon('2026-11-23T13:54:59.999Z')).toBe(false)
    expect(soon('2026-11-23T13:55:00.000Z')).toBe(true)
    expect(soon('2026-11-23T14:55:00.000Z')).toBe(true)
  })

  test('is over once somebody has ended it', () => {
    expect(stateAt('2026-11-23T15:01:00.000Z', { visit: { endedAt: new Date('2026-11-23T15:00:30.000Z') } })).toBe(
      'ended',
    )
  })

  test('is cancelled whatever else it is', () => {
    expect(stateAt('2026-11-23T15:01:00.000Z', { appointment: { cancellationReason: '' } })).toBe('cancelled')
    expect(stateAt('2026-11-25T15:01:00.000Z', { appointment: { cancellationReason: 'x', mode: 'inoffice' } })).toBe(
      'cancelled',
    )
  })

  test('is none where the appointment is at the office', () => {
    expect(stateAt('2026-11-23T15:01:00.000Z', { appointment: { mode: 'inoffice' } })).toBe('inoffice')
  })

  test('has moved where the appointment is at another time now', () => {
    const moved = { visit: { startsAt: new Date('2026-11-23T14:00:00.000Z') } }
    expect(stateAt('2026-11-23T14:00:00.000Z', moved)).toBe('moved')
    expect(stateAt('2026-11-23T16:20:00.000Z', moved)).toBe('ended')
  })
})
