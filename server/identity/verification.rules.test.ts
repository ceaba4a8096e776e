import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../tests/support/input-errors.ts'
import type { Channel } from '../outbox/outbox.ts'
import {
  ChosenContacts,
  chosenOf,
  contactsOf,
  counts,
  endsNow,
  hasContact,
  makeCode,
  maskedContact,
  maskedEmail,
  maskedPhone,
  maskedText,
  triesText,
  typedCode,
  contactEntries,
} from './verification.rules.ts'

const through = (...channels: Channel[]) => ({ offers: (channel: Channel) => channels.includes(channel) })
const both = { email: 'maria@example.org', phone: '2125550167' }

describe('the contacts of a record', () => {
  const record = { email: ' maria@example.org ', cellPhone: '+1 (212) 555-0167' }

  test('are those that the portal can send to', () => {
    expect(contactsOf(record, through('mail', 'sms'))).toEqual(both)
    expect(contactsOf(record, through('mail'))).toEqual({ email: both.email })
    expect(contactsOf(record, through('sms'))).toEqual({ phone: both.phone })
    expect(contactsOf(record, through())).toEqual({})
  })

  test('are none where the record has none', () => {
    expect(contactsOf({ email: ' ', cellPhone: '' }, through('mail', 'sms'))).toEqual({})
  })

  test.each([
    ['12125550167', '2125550167'],
    ['212.555.0167', '2125550167'],
    ['1125550167', '1125550167'],
    ['555-0167', undefined],
    ['121255501678', undefined],
    ['22125550167', undefined],
  ])('%s is the phone %s of ten digits', (cellPhone, phone) => {
    expect(contactsOf({ email: '', cellPhone }, through('sms')).phone).toBe(phone)
  })

  test('are enough when there is one of them', () => {
    expect([both, { email: both.email }, { phone: both.phone }, {}].map(hasContact)).toEqual([true, true, true, false])
  })
})

describe('the contacts that a person chooses', () => {
  test('are among those of the record', () => {
    expect(chosenOf(both, { byEmail: true, byPhone: true })).toEqual(both)
    expect(chosenOf(both, { byEmail: true })).toEqual({ email: both.email })
    expect(chosenOf(both, { byPhone: true, byEmail: false })).toEqual({ phone: both.phone })
    expect(chosenOf(both, {})).toEqual({})
    expect(Object.keys(chosenOf({}, { byEmail: true, byPhone: true }))).toEqual([])
  })

  test('are sent as yes or no, and nothing else', () => {
    expect(faultsOf(ChosenContacts, {})).toEqual([])
    expect(faultsOf(ChosenContacts, { byEmail: true, byPhone: false })).toEqual([])
    expect(faultsOf(ChosenContacts, { byEmail: 'x@example.org' })).toEqual(['/byEmail input.type'])
    expect(faultsOf(ChosenContacts, { phone: '2125550100' })).toEqual(['/phone input.unknown'])
  })

  test('come in their order, the e-mail first', () => {
    expect(contactEntries(both)).toEqual([
      ['email', both.email],
      ['phone', both.phone],
    ])
    expect(contactEntries({ phone: both.phone })).toEqual([['phone', both.phone]])
    expect(contactEntries({})).toEqual([])
  })
})

describe('a code', () => {
  test('has its number of digits, also with zeros in front', () => {
    const codes = Array.from({ length: 300 }, () => makeCode(2))
    expect(codes.filter((code) => !/^\d{2}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBeGreaterThan(50)
    expect(makeCode(6)).toMatch(/^\d{6}$/)
  })

  test('is read without the blanks and dashes in it', () => {
    expect([' 12 34 ', '12-34', '12\u201334', '1\u00a02\t3\n4', '1234'].map(typedCode)).toEqual(
      Array.from({ length: 5 }, () => '1234'),
    )
    expect(typedCode('12a4')).toBe('12a4')
  })

  const endsAt = new Date('2026-11-23T15:02:00Z')
  const secondsBefore = (seconds: number) => new Date(endsAt.getTime() - seconds * 1000)

  test('can be entered until its time is over or its tries are used', () => {
    expect(counts({ endsAt, triesLeft: 1 }, secondsBefore(1))).toBe(true)
    expect(counts({ endsAt, triesLeft: 1 }, endsAt)).toBe(false)
    expect(counts({ endsAt, triesLeft: 0 }, secondsBefore(1))).toBe(false)
    expect(counts(undefined, endsAt)).toBe(false)
  })

  test('ends for a browser whose clock is ten seconds ahead, and not for one further ahead', () => {
    const code = { endsAt, triesLeft: 5 }
    expect([-1, 0, 10, 10.001].map((seconds) => endsNow(code, secondsBefore(seconds)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(endsNow(undefined, endsAt)).toBe(false)
  })

  test('has one try or more tries left', () => {
    expect([0, 1, 2, 5].map(triesText)).toEqual(['0 tries', '1 try', '2 tries', '5 tries'])
  })
})

describe('a masked contact', () => {
  test('is the first letter of an e-mail address and as many asterisks for every address', () => {
    expect(maskedEmail('maria@example.org')).toBe('m********@example.org')
    expect(maskedEmail('ab@c.de')).toBe('a********@c.de')
    expect(maskedEmail('😀@example.org')).toBe('😀********@example.org')
    expect(maskedEmail('')).toBe('********')
  })

  test('is the last four digits of a phone', () => {
    expect(maskedPhone('2125550167')).toBe('(***) ***-0167')
  })

  test('is named with the other one when a code goes to both', () => {
    expect(maskedContact('email', both.email)).toBe('m********@example.org')
    expect(maskedContact('phone', both.phone)).toBe('(***) ***-0167')
    expect(maskedText(both)).toBe('m********@example.org and (***) ***-0167')
    expect(maskedText(both, ' or ')).toBe('m********@example.org or (***) ***-0167')
    expect(maskedText({ phone: both.phone })).toBe('(***) ***-0167')
  })
})
