import { describe, expect, test } from 'vitest'
import type { Charge } from '../../../gateways/emr/billing/billing.ts'
import {
  chargeTime,
  daysAtEnd,
  installmentOf,
  isEnoughForInstallments,
  isFirstDay,
  isMissed,
  partsOf,
  referenceOf,
  reminderTime,
  retryTime,
  stillOwed,
} from './installments.rules.ts'

describe('an amount is divided into payments', () => {
  test.each([
    [30_000, 3, [10_000, 10_000, 10_000]],
    [31_245, 2, [15_622, 15_623]],
    [10_000, 3, [3333, 3333, 3334]],
    [5011, 12, [...Array<number>(11).fill(417), 424]],
  ])('%i cents in %i, of which the last one takes the remainder', (total, count, expected) => {
    const amounts = partsOf(total, { first: '2026-01-15', count }).map(({ amountCents }) => amountCents)
    expect(amounts).toEqual(expected)
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(total)
  })
})

describe('the payments are due each month', () => {
  const days = (first: string, count: number) => partsOf(9000, { first, count }).map(({ day }) => day)
  test('on the same day', () =>
    expect(days('2026-11-24', 4)).toEqual(['2026-11-24', '2026-12-24', '2027-01-24', '2027-02-24']))
  test('on the last day of shorter months, and no earlier in the months after', () => {
    expect(days('2027-01-31', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    expect(days('2028-01-30', 2)).toEqual(['2028-01-30', '2028-02-29'])
  })
})

describe('the first payment', () => {
  test.each([
    ['2026-11-23', false],
    ['2026-11-24', true],
    ['2026-12-24', true],
    ['2026-12-25', false],
  ])('may be on %s if today is 11/24/2026: %s', (day, expected) => expect(isFirstDay(day, '2026-11-24')).toBe(expected))
})

describe('times are those of the practice', () => {
  test('on both sides of a clock change', () => {
    expect(chargeTime('2026-03-07', 'America/New_York').toISOString()).toBe('2026-03-07T14:00:00.000Z')
    expect(chargeTime('2026-03-08', 'America/New_York').toISOString()).toBe('2026-03-08T13:00:00.000Z')
    expect(chargeTime('2026-03-08', 'America/Denver').toISOString()).toBe('2026-03-08T15:00:00.000Z')
  })
  test('for the reminder three days before, unless that has passed', () => {
    const timeZone = 'America/New_York'
    const now = new Date('2026-12-21T13:59:59Z')
    expect(reminderTime('2026-12-24', { timeZone, now })?.toISOString()).toBe('2026-12-21T14:00:00.000Z')
    expect(reminderTime('2026-12-24', { timeZone, now: new Date('2026-12-21T14:00:00Z') })).toBeUndefined()
  })
  test('for the second try, three days later', () =>
    expect(retryTime('2026-11-29', 'America/New_York').toISOString()).toBe('2026-12-02T14:00:00.000Z'))
})

test.each([
  [4999, false],
  [5000, true],
])('%i cents are enough for installments: %s', (cents, expected) =>
  expect(isEnoughForInstallments(cents)).toBe(expected),
)

test('what is still owed is for the agreed charges, and never more than the balance', () => {
  const charge = (id: string, responsibleCents: number, paidCents = 0) =>
    ({ id, day: '2026-05-01', responsibleCents, paidCents }) as Charge // the rule reads nothing else
  expect(stillOwed([charge('1', 300, 100), charge('2', 500)], ['1'])).toBe(200)
  expect(stillOwed([charge('1', 300), charge('2', 0, 250)], ['1'])).toBe(50)
  expect(stillOwed([charge('1', 300, 300), charge('2', 500)], ['1'])).toBe(0)
})

test('the reference of a payment changes only after it is known that nothing was charged', () => {
  const installment = { planId: 'plan', number: 2, attempts: 0 }
  expect(referenceOf(installment)).toBe(referenceOf({ ...installment }))
  expect(referenceOf({ ...installment, attempts: 1 })).not.toBe(referenceOf(installment))
})

describe('an installment is missed', () => {
  const due = { dueOn: '2026-12-01', declines: 0 }
  test('a week after its day', () => {
    expect(isMissed(due, '2026-12-08')).toBe(false)
    expect(isMissed(due, '2026-12-09')).toBe(true)
  })
  test('three days later if its card was declined', () => {
    expect(isMissed({ ...due, declines: 1 }, '2026-12-11')).toBe(false)
    expect(isMissed({ ...due, declines: 1 }, '2026-12-12')).toBe(true)
  })
})

describe('what was missed moves to the months after the last payment', () => {
  const days = (dueOns: string[], today: string, count = 2) =>
    daysAtEnd(
      dueOns.map((dueOn) => ({ dueOn })),
      { count, today },
    )
  test('on the same day, or the last one of a shorter month', () => {
    expect(days(['2026-11-30', '2026-12-30'], '2026-12-10')).toEqual(['2027-01-30', '2027-02-28'])
    expect(days(['2027-02-28', '2027-01-31'], '2027-02-20')).toEqual(['2027-03-31', '2027-04-30'])
  })
  test('early enough for a reminder', () => {
    expect(days(['2026-11-24'], '2026-12-21', 1)).toEqual(['2027-01-24'])
    expect(days(['2026-11-24'], '2026-12-20', 1)).toEqual(['2026-12-24'])
    expect(days(['2026-01-05'], '2027-01-02', 1)).toEqual(['2027-02-05'])
  })
})

test('the reference of a payment tells its installment', () => {
  const installment = { planId: 'a_-1', number: 12, attempts: 3 }
  expect(installmentOf(referenceOf(installment))).toEqual(installment)
  expect(installmentOf('a_-1')).toBeUndefined()
})
