import { describe, expect, it } from 'vitest'
import { addressAfter, addressOf, addressToChange, lastAsked } from './booking.addresses.ts'
import type { Offer } from './booking.choices.ts'
import { smallOffer, wideOffer } from '../../../tests/support/booking-examples.ts'
import {
  byLocationOffered,
  choicesBefore,
  isBookableDay,
  offeredTypes,
  ownTypesAsked,
  resolveChoices,
  telehealthOffered,
} from './booking.rules.ts'

const all = { type: 'inoffice', visit: '1', by: 'location', region: '1', facility: '11' }
const setting = (value: unknown) => ({ setting: () => value as never })

describe('changing a choice', () => {
  it('resets everything below it and nothing above [1 §4.27]', () => {
    expect(choicesBefore('facility', all)).toEqual({ type: 'inoffice', visit: '1', by: 'location', region: '1' })
    expect(choicesBefore('by', { ...all, provider: '101', date: '2026-11-24' })).toEqual({
      type: 'inoffice',
      visit: '1',
    })
    expect(choicesBefore('type', all)).toEqual({})
    expect(addressToChange('region', all)).toBe('/user/bookappointment/index?type=inoffice&visit=1&by=location')
  })

  it('to another answer leaves nothing of the old way behind [1 §4.27]', () => {
    expect(addressAfter('by', 'provider', { choices: { ...all, provider: '101' }, offer: wideOffer })).toBe(
      '/user/bookappointment/index?type=inoffice&visit=1&by=provider',
    )
  })
})

describe('the next question', () => {
  const asked = (choices: object, offer: Offer = wideOffer) => resolveChoices(choices, offer).ask

  it('comes in the order of the way to book [1 §2.57 §2.58 §4.26 §9.18]', () => {
    expect(asked({})).toBe('type')
    expect(asked({ type: 'inoffice' })).toBe('by')
    expect(asked({ type: 'inoffice', by: 'location' })).toBe('region')
    expect(asked({ type: 'inoffice', by: 'location', region: '1' })).toBe('facility')
    expect(asked({ type: 'inoffice', by: 'date' })).toBe('date')
    expect(asked({ type: 'inoffice', by: 'date', date: '2026-11-24' })).toBe('facility')
    expect(asked({ type: 'inoffice', by: 'provider' })).toBe('provider')
    expect(asked(all)).toBeUndefined()
  })

  it('is skipped where there is one answer only, which then stands without a way to change it', () => {
    const { choices, only, ask } = resolveChoices({ by: 'location' }, smallOffer)
    expect(ask).toBeUndefined()
    expect(choices).toEqual({ type: 'inoffice', visit: '1', by: 'location', region: '1', facility: '11' })
    expect(only).toEqual(['type', 'visit', 'region', 'facility'])
    expect(addressOf({ choices })).toBe(
      '/user/bookappointment/facility/slots?type=inoffice&visit=1&region=1&facility=11',
    )
  })

  it('is asked again where the answer is not offered, and what comes after it is dropped', () => {
    expect(resolveChoices({ ...all, region: '9' }, wideOffer)).toMatchObject({
      ask: 'region',
      refused: true,
      choices: { type: 'inoffice', visit: '1', by: 'location' },
    })
    expect(resolveChoices({ ...all, facility: '13' }, wideOffer)).toMatchObject({ ask: 'facility', refused: true })
    expect(resolveChoices({ type: 'telederm' }, smallOffer)).toMatchObject({ ask: 'type', refused: true })
    expect(resolveChoices({ type: 'inoffice', by: 'orbit' }, wideOffer)).toMatchObject({ ask: 'by', refused: true })
    expect(resolveChoices({ type: 'inoffice', by: 'date', date: '2026-11-20' }, wideOffer)).toMatchObject({
      ask: 'date',
      refused: true,
    })
  })

  it('is one of type only where the practice has its own types [1 §2.56 §6.16 §9.19]', () => {
    const types = [
      { id: '5', name: 'Sick visit', minutes: 20 },
      { id: '1', name: 'Existing Patient - Inoffice Appointment', minutes: 20 },
    ]
    expect(offeredTypes(types, true)).toHaveLength(2)
    expect(offeredTypes(types, false)).toEqual([types[1]])
    expect(offeredTypes(types.slice(0, 1), false)).toEqual([types[0]])
    expect(offeredTypes([], false)).toEqual([])
  })

  it('admits any provider for digital appointments only', () => {
    expect(resolveChoices({ type: 'telederm', by: 'provider', provider: 'any' }, wideOffer).ask).toBeUndefined()
    expect(resolveChoices({ type: 'inoffice', by: 'provider', provider: 'any' }, wideOffer)).toMatchObject({
      ask: 'provider',
      refused: true,
    })
  })
})

describe('Go Back', () => {
  it('leads to the last question that was asked, not to one that was skipped [1 §2.61]', () => {
    expect(lastAsked(resolveChoices(all, wideOffer))).toBe('facility')
    expect(lastAsked(resolveChoices({ by: 'location' }, smallOffer))).toBe('by')
    expect(lastAsked(resolveChoices({}, wideOffer))).toBe('type')
  })
})

describe('a day', () => {
  it('can be booked from today on, for a year', () => {
    expect(['2026-11-23', '2027-11-23'].every((day) => isBookableDay(day, wideOffer))).toBe(true)
    expect(
      ['2026-11-22', '2027-11-24', '2027-02-29', 'banana', '', undefined].some((day) => isBookableDay(day, wideOffer)),
    ).toBe(false)
  })
})

describe('a setting', () => {
  it('decides on digital appointments, office locations and own types [1 §6.15 §6.16 §6.17]', () => {
    expect(telehealthOffered(setting(true))).toBe(false)
    expect(telehealthOffered(setting(false))).toBe(true)
    expect(byLocationOffered(setting(false))).toBe(false)
    expect(ownTypesAsked(setting(true))).toBe(true)
  })
})
