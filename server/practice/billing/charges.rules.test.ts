import { describe, expect, test } from 'vitest'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { adjustedCents, balanceOf, isPaidInParts, isUndecided, moneyText, owedFor, visitsOf } from './charges.rules.ts'

const charge = (fields: Partial<Charge> = {}): Charge => ({
  id: '1',
  day: '2026-11-04',
  code: '99213',
  description: 'Office visit',
  diagnoses: ['L70.0'],
  chargedCents: 18_500,
  allowedCents: 14_200,
  discountCents: 4_300,
  insuranceCents: 10_200,
  responsibleCents: 4_000,
  paidCents: 1_500,
  providerNpi: '',
  facility: { npi: '', name: 'Midtown', address: '', address2: '', cityStateZip: '', phone: '' },
  ...fields,
})

test('what is owed is the responsibility less what was paid, and a credit counts against it [2 §3.10 §4.1]', () => {
  const credit = charge({ id: '2', responsibleCents: 4_000, paidCents: 9_000 })
  expect(owedFor(charge())).toBe(2_500)
  expect(owedFor(credit)).toBe(-5_000)
  expect(balanceOf([charge(), credit])).toBe(-2_500)
  expect(balanceOf([])).toBe(0)
})

test('a charge is undecided until the insurance has allowed, paid or left something', () => {
  const open = { allowedCents: 0, insuranceCents: 0, responsibleCents: 0, paidCents: 0, discountCents: 0 }
  expect(isUndecided(charge(open))).toBe(true)
  expect(isUndecided(charge({ ...open, allowedCents: 1 }))).toBe(false)
  expect(isUndecided(charge({ ...open, insuranceCents: 1 }))).toBe(false)
  expect(isUndecided(charge({ ...open, responsibleCents: 1 }))).toBe(false)
  expect(isUndecided(charge({ ...open, chargedCents: 0 }))).toBe(false)
})

test('what discount and payments do not explain is an adjustment', () => {
  expect(adjustedCents(charge())).toBe(0)
  expect(adjustedCents(charge({ discountCents: 4_000 }))).toBe(300)
  expect(adjustedCents(charge({ responsibleCents: 4_200 }))).toBe(-200)
  const undecided = { allowedCents: 0, insuranceCents: 0, responsibleCents: 0, paidCents: 0, discountCents: 0 }
  expect(adjustedCents(charge(undecided))).toBe(0)
})

test('what costs more than $9,999.99 is paid in parts, unless a credit or what is pending lowers it', () => {
  const large = charge({ responsibleCents: 1_000_000, paidCents: 0 })
  const credit = charge({ id: '2', responsibleCents: 0, paidCents: 1 })
  const pending = [{ billId: '3', amountCents: 1, owedCents: null }]
  expect(isPaidInParts([large], [large])).toBe(true)
  expect(isPaidInParts([large, credit], [large])).toBe(false)
  expect(isPaidInParts([large], [large], pending)).toBe(false)
  expect(isPaidInParts([large, charge()], [charge()])).toBe(false)
})

test('charges of one day are one visit, with its own balance', () => {
  const visits = visitsOf([charge(), charge({ id: '2', paidCents: 0 }), charge({ id: '3', day: '2026-01-05' })])
  expect(visits.map(({ day, owedCents, charges }) => [day, owedCents, charges.length])).toEqual([
    ['2026-11-04', 6_500, 2],
    ['2026-01-05', 2_500, 1],
  ])
})

describe('an amount', () => {
  test.for([
    [0, '$0.00'],
    [7, '$0.07'],
    [18_420, '$184.20'],
    [99_999, '$999.99'],
    [123_456_789, '$1,234,567.89'],
    [-5_000, '-$50.00'],
  ] as const)('of %i cents is %s [2 §9.3]', ([cents, text]) => {
    expect(moneyText(cents)).toBe(text)
  })
})
