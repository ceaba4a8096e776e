import { expect, test } from 'vitest'
import { daysToToday, movedDay, newestVisit } from './date-shift.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'
import {
  bundleOf,
  claim,
  clinic,
  doctor,
  explanation,
  glucose,
  labReport,
  person,
  visit,
} from '../../tests/support/practice-to-load.ts'

const zone = 'America/New_York'

test('the newest visit moves to today once its hour has passed', () => {
  const ended = { endedAt: '2020-01-15T14:20:00.000Z', zone }
  expect(daysToToday(ended, new Date('2020-01-18T15:00:00Z'))).toBe(3)
})

test('the newest visit moves to yesterday while its hour has not come, also across a change of the clocks', () => {
  const ended = { endedAt: '2020-07-15T13:20:00.000Z', zone } // 9:20 in summer
  expect(daysToToday(ended, new Date('2020-12-01T14:10:00Z'))).toBe(138) // 9:10 in winter
  expect(daysToToday(ended, new Date('2020-12-01T14:30:00Z'))).toBe(139)
})

test('the newest visit of a file is counted to its end, in the zone of its facility', () => {
  const later = { ...visit, id: 'later', period: { start: '2021-05-05T10:00:00Z', end: '2021-05-05T11:00:00Z' } }
  const west = { ...clinic, address: [{ state: 'CA' }] }
  const plan = planBundle('x', readBundle('x', bundleOf([west, doctor, person, later, visit])))
  expect(newestVisit(plan)).toEqual({ endedAt: '2021-05-05T11:00:00.000Z', zone: 'America/Los_Angeles' })
})

test('a bill without a visit counts by its day', () => {
  const bill = { ...explanation, billablePeriod: { start: '2021-05-05' } }
  const undated = { ...claim, billablePeriod: undefined }
  const west = { ...clinic, address: [{ state: 'CA' }] }
  const plan = planBundle('x', readBundle('x', bundleOf([west, doctor, person, visit, undated, bill])))
  expect(newestVisit(plan)).toEqual({ endedAt: '2021-05-05T12:00:00.000Z', zone: 'America/Los_Angeles' })
})

test('a test result counts from its release, so that none moves into the future', () => {
  const resources = [clinic, doctor, person, visit, glucose, { ...labReport, issued: '2020-01-16T03:00:00Z' }]
  const plan = planBundle('x.json', readBundle('x.json', bundleOf(resources)))
  expect(newestVisit(plan)).toEqual({ endedAt: '2020-01-16T03:00:00.000Z', zone: 'America/New_York' })
})

test.each([
  ['2020-01-15', '2020-02-04'],
  ['2020-01', '2020-01'],
  ['2019-12', '2019-12'],
  ['2020', '2020'],
  ['', ''],
])('%s moves by 20 days to %s', (written, moved) => {
  expect(movedDay(written, 20)).toBe(moved)
})

test('a year moves with its first day', () => {
  expect([movedDay('2010', 366), movedDay('2010-03', 31)]).toEqual(['2011', '2010-04'])
})
