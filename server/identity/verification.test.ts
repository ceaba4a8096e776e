import { describe, expect, test } from 'vitest'
import {
  chosenOf,
  contactsOf,
  counts,
  endsNow,
  makeCode,
  maskedEmail,
  maskedPhone,
  maskedText,
  triesText,
  typedCode,
} from './verification.rules.ts'

const offersAll = { offers: () => true }

describe('a code', () => {
  test('has its digits, also where it begins with zeros [1 §9.1]', () => {
    const codes = Array.from({ length: 3000 }, () => makeCode(4))
    expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(2000)
    expect(makeCode(6)).toMatch(/^\d{6}$/)
  })

  test.each(['12 34', '12-34', ' 1234\n', '1\u00a02–3 4'])('typed as %j is 1234', (typed) => {
    expect(typedCode(typed)).toBe('1234')
  })

  test('counts until its end, while there are tries', () => {
    const endsAt = new Date('2030-01-01T12:02:00Z')
    const at = (time: string) => new Date(`2030-01-01T12:${time}Z`)
    expect(counts({ endsAt, triesLeft: 1 }, at('01:59'))).toBe(true)
    expect(counts({ endsAt, triesLeft: 5 }, at('02:00'))).toBe(false)
    expect(counts({ endsAt, triesLeft: 0 }, at('00:00'))).toBe(false)
    expect(counts(undefined, at('00:00'))).toBe(false)
    expect([endsNow({ endsAt, triesLeft: 5 }, at('01:49')), endsNow({ endsAt, triesLeft: 5 }, at('01:50'))]).toEqual([
      false,
      true,
    ])
    expect([triesText(1), triesText(4)]).toEqual(['1 try', '4 tries'])
  })
})

describe('contacts', () => {
  test('are masked: the first letter of an address, the last four digits of a number [1 §5.16]', () => {
    expect(maskedEmail('amelia.novak@example.com')).toBe('a********@example.com')
    expect(maskedEmail('𝒵@example.com')).toBe('𝒵********@example.com')
    expect(maskedPhone('2125550167')).toBe('(***) ***-0167')
    expect(maskedText({ email: 'a@b.c', phone: '2125550167' })).toBe('a********@b.c and (***) ***-0167')
  })

  test('are those that the record has and the portal can send to [1 §9.17]', () => {
    const record = { email: ' a@b.c ', cellPhone: '+1 (212) 555-0167' }
    expect(contactsOf(record, offersAll)).toEqual({ email: 'a@b.c', phone: '2125550167' })
    expect(contactsOf(record, { offers: (channel) => channel === 'mail' })).toEqual({ email: 'a@b.c' })
    expect(contactsOf({ email: '', cellPhone: '5550167' }, offersAll)).toEqual({})
  })

  test('get the code when they were chosen and are there', () => {
    const contacts = { email: 'a@b.c' }
    expect(chosenOf(contacts, { byEmail: true, byPhone: true })).toEqual(contacts)
    expect(chosenOf(contacts, { byPhone: true })).toEqual({})
    expect(chosenOf({ ...contacts, phone: '2125550167' }, { byPhone: true })).toEqual({ phone: '2125550167' })
  })
})
