import { describe, expect, it } from 'vitest'
import { addressAfter, addressOf, addressToChange, lastAnswered } from './booking.addresses.ts'
import type { Offer } from './booking.choices.ts'
import { facility, nearOffer, provider, smallOffer, wideOffer } from '../../../tests/support/booking-examples.ts'
import { readsOf } from '../../../tests/support/reads.ts'
import {
  byLocationOffered,
  choicesBefore,
  facilitiesIn,
  asksForInsurance,
  isBookableDay,
  modeOffer,
  offeredTypes,
  asksForOwnTypes,
  resolveChoices,
  telehealthOffered,
} from './booking.rules.ts'

const all = { type: 'inoffice', visit: '1', by: 'location', region: '1', facility: '11' }

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
  const nextQuestion = (choices: object, offer: Offer = wideOffer) => resolveChoices(choices, offer).ask

  it('comes in the order of the way to book [1 §2.57 §2.58 §4.26 §9.18]', () => {
    expect(nextQuestion({})).toBe('type')
    expect(nextQuestion({ type: 'inoffice' })).toBe('by')
    expect(nextQuestion({ type: 'inoffice', by: 'location' })).toBe('region')
    expect(nextQuestion({ type: 'inoffice', by: 'location', region: '1' })).toBe('facility')
    expect(nextQuestion({ type: 'inoffice', by: 'date' })).toBe('date')
    expect(nextQuestion({ type: 'inoffice', by: 'date', date: '2026-11-24' })).toBe('facility')
    expect(nextQuestion({ type: 'inoffice', by: 'provider' })).toBe('provider')
    expect(nextQuestion(all)).toBeUndefined()
  })

  it('is skipped where there is one answer only, which then stands without a way to change it', () => {
    const { choices, only, ask } = resolveChoices({ by: 'location' }, smallOffer)
    expect(ask).toBeUndefined()
    expect(choices).toEqual({ type: 'inoffice', visit: '1', by: 'location', facility: '11' })
    expect(only).toEqual(['type', 'visit', 'facility'])
    expect(addressOf({ choices })).toBe('/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=11')
  })

  it('is about the location at once up to six of them, and about the region beyond [1 §2.58]', () => {
    const by = { type: 'inoffice', by: 'location' }
    expect(nextQuestion(by, nearOffer)).toBe('facility')
    expect(nextQuestion({ ...all, region: '2' }, nearOffer)).toBeUndefined()
    const six = { ...wideOffer.modes.inoffice!, facilities: wideOffer.modes.inoffice!.facilities.slice(0, 6) }
    expect(nextQuestion(by, { ...wideOffer, modes: { inoffice: six } })).toBe('facility')
    expect(nextQuestion(by, wideOffer)).toBe('region')
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
    const telehealth = { id: '2', name: 'Existing Patient - TeleHealth Appointment', minutes: 15 }
    expect(offeredTypes(types, { mode: 'inoffice', ownTypes: true })).toHaveLength(2)
    expect(offeredTypes([...types, telehealth], { mode: 'inoffice', ownTypes: false })).toEqual([types[1]])
    expect(offeredTypes([...types, telehealth], { mode: 'telederm', ownTypes: false })).toEqual([telehealth])
  })

  it('is never answered by another type where the usual one is missing', () => {
    const types = [
      { id: '11', name: 'Annual physical', minutes: 40 },
      { id: '2', name: 'Existing Patient - TeleHealth Appointment', minutes: 15 },
    ]
    expect(offeredTypes(types, { mode: 'inoffice', ownTypes: false })).toEqual([])
    expect(offeredTypes([], { mode: 'inoffice', ownTypes: false })).toEqual([])
  })

  it('is not refused before it is answered, nor after the last answer', () => {
    expect(resolveChoices({}, wideOffer)).toEqual({ choices: {}, only: [], ask: 'type', refused: false })
    expect(resolveChoices(all, wideOffer)).toMatchObject({ choices: all, refused: false })
  })

  it('is one of insurance where the practice has a list, which one may not be on', () => {
    const insured: Offer = { ...wideOffer, insurances: [{ id: '7', name: 'Harbor Health' }] }
    const answers = { type: 'inoffice', visit: '1', by: 'provider', provider: '101' }
    expect(resolveChoices(answers, insured)).toMatchObject({
      ask: 'insurance',
      choices: { type: 'inoffice', visit: '1' },
    })
    expect(resolveChoices({ ...answers, insurance: '7' }, insured).choices).toEqual({ ...answers, insurance: '7' })
    expect(resolveChoices({ ...answers, insurance: 'none' }, insured).choices).toEqual({
      ...answers,
      insurance: 'none',
    })
    expect(resolveChoices({ ...answers, insurance: '8' }, insured)).toMatchObject({ ask: 'insurance', refused: true })
    expect(resolveChoices({ ...answers, insurance: '7' }, wideOffer).choices).toEqual(answers)
  })

  it('leaves out regions without an office', () => {
    const regions = [...wideOffer.regions, { id: '3', name: 'West', state: 'PA' }]
    const choices = { type: 'inoffice', by: 'location', region: '3' }
    expect(resolveChoices(choices, { ...wideOffer, regions })).toMatchObject({ ask: 'region', refused: true })
  })

  it('is not one of any provider where there is only one', () => {
    const modes = {
      telederm: {
        types: [{ id: '2', name: 'Video', minutes: 15 }],
        providers: [provider('101', '11')],
        facilities: [facility('11')],
      },
    }
    const { choices, only } = resolveChoices({ by: 'provider' }, { ...wideOffer, modes })
    expect(choices).toMatchObject({ type: 'telederm', provider: '101' })
    expect(only).toContain('provider')
  })

  it('admits any provider for digital appointments only', () => {
    expect(resolveChoices({ type: 'telederm', by: 'provider', provider: 'any' }, wideOffer).ask).toBeUndefined()
    expect(resolveChoices({ type: 'inoffice', by: 'provider', provider: 'any' }, wideOffer)).toMatchObject({
      ask: 'provider',
      refused: true,
    })
  })
})

describe('what a practice offers', () => {
  it('is nothing for a kind of appointment that it does not have', () => {
    expect(modeOffer({}, wideOffer)).toEqual({ types: [], providers: [], facilities: [] })
    expect(modeOffer({ type: 'telederm' }, smallOffer)).toEqual({ types: [], providers: [], facilities: [] })
    expect(modeOffer({ type: 'inoffice' }, smallOffer)).toBe(smallOffer.modes.inoffice)
  })

  it('is every office until a region is chosen', () => {
    const offer = modeOffer({ type: 'inoffice' }, nearOffer)
    expect(facilitiesIn(undefined, offer).map(({ id }) => id)).toEqual(['11', '12', '13'])
    expect(facilitiesIn('2', offer).map(({ id }) => id)).toEqual(['13'])
  })
})

describe('Go Back', () => {
  it('leads to the last question that was asked, not to one that was skipped [1 §2.61]', () => {
    expect(lastAnswered(resolveChoices(all, wideOffer))).toBe('facility')
    expect(lastAnswered(resolveChoices({ by: 'location' }, smallOffer))).toBe('by')
    expect(lastAnswered(resolveChoices({}, wideOffer))).toBe('type')
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
  const each = [true, false]
  it('decides on digital appointments, office locations and own types [1 §6.15 §6.16 §6.17]', () => {
    expect(each.map((on) => telehealthOffered(readsOf({ DisableTeleHealth_PE: on })))).toEqual([false, true])
    expect(each.map((on) => byLocationOffered(readsOf({ Portal_Enable_By_Office_location: on })))).toEqual(each)
    expect(each.map((on) => asksForOwnTypes(readsOf({ 'Enable PE Custom Appointments': on })))).toEqual(each)
  })

  it('decides whether the insurance is asked for', () => {
    expect(each.map((on) => asksForInsurance(readsOf({ Ask_Insurance_PE: on })))).toEqual(each)
  })
})
