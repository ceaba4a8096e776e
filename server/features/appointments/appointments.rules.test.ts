import { expect, test } from 'vitest'
import { chosenList, chosenPage } from './appointments.rules.ts'

test('the address chooses one of three lists; without one of them, the upcoming appointments', () => {
  expect(['upcoming', 'past', 'cancelled'].map(chosenList)).toEqual(['upcoming', 'past', 'cancelled'])
  expect([undefined, '', 'Past', 'all'].map(chosenList)).toEqual(['upcoming', 'upcoming', 'upcoming', 'upcoming'])
})

test.each([5, 10, 15, 20])('the address chooses a page of %i rows', (size) => {
  expect(chosenPage({ page: '2', size: String(size) })).toMatchObject({ page: 2, size })
})

test('a page has ten rows without a choice', () => {
  expect(chosenPage({ size: '7' })).toMatchObject({ page: 1, size: 10 })
})
