import { describe, expect, test } from 'vitest'
import { readsOf } from '../../tests/support/reads.ts'
import {
  calendarOffered,
  cancelOffered,
  cancelReasons,
  isTooLate,
  rescheduleOffered,
  waitingOffered,
} from './appointment-changes.rules.ts'

test('cancelling, moving, calendar files and the waiting list are offered where the practice says so', () => {
  const each = [true, false]
  expect(each.map((on) => cancelOffered(readsOf({ Portal_Cancel_Appointments: on })))).toEqual(each)
  expect(each.map((on) => rescheduleOffered(readsOf({ Portal_Reschedule_Appointments: on })))).toEqual(each)
  expect(each.map((on) => calendarOffered(readsOf({ Portal_Calendar_File: on })))).toEqual(each)
  expect(each.map((on) => waitingOffered(readsOf({ Portal_Waiting_List: on })))).toEqual(each)
})

describe('an appointment', () => {
  const startsAt = '2026-11-24T15:00:00.000Z'
  const late = (now: string, noticeHours: number) => isTooLate({ startsAt }, { noticeHours, now: new Date(now) })

  test('can be changed up to the notice of the practice', () => {
    expect(late('2026-11-23T15:00:00.000Z', 24)).toBe(false)
    expect(late('2026-11-23T15:00:00.001Z', 24)).toBe(true)
  })

  test('cannot be changed once it has begun, whatever the notice', () => {
    expect(late('2026-11-24T14:59:59.999Z', 0)).toBe(false)
    expect(late('2026-11-24T15:00:00.000Z', 0)).toBe(true)
    expect(late('2026-11-24T15:00:00.001Z', 0)).toBe(true)
  })
})

test('the record server receives the reason of a cancellation in words', () => {
  expect(cancelReasons).toEqual({
    better: 'Feeling better',
    conflict: 'Schedule conflict',
    elsewhere: 'Found another provider',
    cost: 'Cost or insurance',
    other: 'Other',
  })
})
