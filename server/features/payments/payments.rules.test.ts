import { describe, expect, test } from 'vitest'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { amountIn, cardText, centsIn, allocate, hasExpired, oldestFirst } from './payments.rules.ts'
import { amountPattern } from '../../protocol/typed-values.ts'

const charge = (id: string, day: string, owed: number): Charge => ({
  id,
  day,
  code: '99213',
  description: '',
  diagnoses: [],
  chargedCents: owed,
  allowedCents: owed,
  discountCents: 0,
  insuranceCents: 0,
  responsibleCents: owed,
  paidCents: 0,
  providerNpi: '',
  facility: { npi: '', name: '', address: '', address2: '', cityStateZip: '', phone: '' },
})

describe('an amount', () => {
  const pattern = new RegExp(amountPattern, 'u')
  test.each(['1', '0.01', '9999.99', '12.5', '0001'])('%s is one [2 §5.1 §9.2]', (text) =>
    expect(pattern.test(text)).toBe(true),
  )
  test.each(['0', '0.00', '-1', '10000', '1.234', '1e3', 'NaN', '', '.5', '1.', '٣', '1,5'])(
    '%s is none [2 §5.1 §9.2]',
    (text) => expect(pattern.test(text)).toBe(false),
  )
  test.each([
    ['312.45', 31_245],
    ['1', 100],
    ['1.5', 150],
    ['0.07', 7],
    ['9999.99', 999_999],
    ['1.15', 115],
  ])('%s is %i cents', (text, cents) => expect(centsIn(text)).toBe(cents))
  test('begins as it would be typed', () => expect([31_245, 5, 100].map(amountIn)).toEqual(['312.45', '0.05', '1.00']))
})

describe('a payment is allocated', () => {
  const charges = oldestFirst([
    charge('3', '2026-05-02', 300),
    charge('2', '2026-05-01', 200),
    charge('1', '2026-05-02', 100),
  ])
  const parts = (cents: number) => allocate(cents, charges).map(({ billId, amountCents }) => [billId, amountCents])

  test('among the oldest charges first', () => {
    expect(charges.map(({ id }) => id)).toEqual(['2', '1', '3'])
    expect(parts(150)).toEqual([['2', 150]])
    expect(parts(250)).toEqual([
      ['2', 200],
      ['1', 50],
    ])
  })
  test('with the rest as a credit on the last one, so that no cent is lost', () => {
    expect(parts(1000)).toEqual([
      ['2', 200],
      ['1', 100],
      ['3', 700],
    ])
  })
})

test.each([
  ['11', '26', false],
  ['10', '26', true],
  ['12', '25', true],
  ['01', '27', false],
])('a card of %s/%s in November 2026 has expired: %s', (month, year, expected) =>
  expect(hasExpired({ month, year }, '2026-11-30')).toBe(expected),
)

test('a card is called by its brand and last digits', () => {
  expect(cardText({ brand: 'Visa', lastFour: '1111' })).toBe('Visa ending in 1111')
  expect(cardText({ brand: '', lastFour: '1111' })).toBe('Card ending in 1111')
})
