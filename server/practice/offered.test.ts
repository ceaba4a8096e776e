import { describe, expect, test } from 'vitest'
import * as offered from './offered.ts'
import type { Setting, SettingValue } from '../licensees/settings/definition.ts'

const withSettings = (values: Record<string, SettingValue>) => ({
  setting: ({ name }: Setting) => values[name] as never,
}) // as the settings store returns it

describe('a part of the portal is offered while its number stands among the features', () => {
  test.each<[number, offered.Part]>([
    [1, 'appointments'],
    [2, 'messages'],
    [3, 'testResults'],
    [4, 'myRecords'],
    [5, 'billing'],
    [6, 'clinicalDocuments'],
    [7, 'labOrders'],
  ])('%i: %s [1 §6.9] [2 §6.20]', (number, part) => {
    const others = [1, 2, 3, 4, 5, 6, 7].filter((each) => each !== number)
    expect(offered.partOffered(withSettings({ enable_portal_dashboard_options: [number] }), part)).toBe(true)
    expect(offered.partOffered(withSettings({ enable_portal_dashboard_options: others }), part)).toBe(false)
  })
})

test('booking needs appointments and its own switch [1 §6.13]', () => {
  const booking = (numbers: number[], Allow_Portal_Appointment_Booking: boolean) =>
    offered.bookingOffered(withSettings({ enable_portal_dashboard_options: numbers, Allow_Portal_Appointment_Booking }))
  expect([booking([1], true), booking([1], false), booking([5], true)]).toEqual([true, false, false])
})

test('a part is offered to a guardian who was given it, and to anyone without limits', () => {
  const reads = withSettings({ enable_portal_dashboard_options: [1, 2] })
  const person = { accountId: 7, login: 'ann', firstName: 'Ann', lastName: 'Lee' }
  const patient = { id: '300001', emrId: 'e1', firstName: 'Lucas', lastName: 'Lee' }
  const to = (scope?: number[]) =>
    offered.appointmentsOffered({ ...reads, principal: { ...person, kind: 'guardian', patient, scope } })
  expect([offered.appointmentsOffered(reads), to(), to([1]), to([2]), to([])]).toEqual([true, true, true, false, false])
})

test('a part that the practice does not offer is not offered to a guardian who was given it', () => {
  const reads = { ...withSettings({ enable_portal_dashboard_options: [2] }), person: { scope: [1] } }
  expect(offered.appointmentsOffered(reads)).toBe(false)
})
