import { expect, test } from 'vitest'
import { chosenList, chosenPage, lastPage } from './appointments.rules.ts'

test('the address chooses one of three lists; without one of them, the upcoming appointments', () => {
  expect(['upcoming', 'past', 'cancelled'].map(chosenList)).toEqual(['upcoming', 'past', 'cancelled'])
  expect([undefined, '', 'Past', 'all'].map(chosenList)).toEqual(['upcoming', 'upcoming', 'upcoming', 'upcoming'])
})

test.each([5, 10, 15, 20])('the address chooses a page of %i rows', (size) => {
  expect(chosenPage({ page: '2', size: String(size) })).toEqual({ page: 2, size })
})

test('the address chooses a page up to the ten thousandth', () => {
  expect(chosenPage({ page: '1' })).toEqual({ page: 1, size: 10 })
  expect(chosenPage({ page: '10000' })).toEqual({ page: 10_000, size: 10 })
})

test.each([
  {},
  { page: '0', size: '0' },
  { page: '-1', size: '7' },
  { page: '1.5' },
  { page: '10001' },
  { page: 'x', size: 'x' },
])('the first ten rows are shown for %j', (query) => {
  expect(chosenPage(query)).toEqual({ page: 1, size: 10 })
})

test('the last page is that of the last row, and the first one where there is none', () => {
  expect([0, 1, 10, 11, 20, 21].map((total) => lastPage({ total, size: 10 }))).toEqual([1, 1, 1, 2, 2, 3])
})
