import { expect, test } from 'vitest'
import type { AssignedForm } from '../../gateways/emr/forms/forms.ts'
import { isOpen, isSame } from './forms.rules.ts'

const form = (changes: Partial<AssignedForm>): AssignedForm => ({
  name: 'Intake',
  template: 'medical-history',
  status: 'assigned',
  requestedAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  ...changes,
})

test('a form is open while it is assigned or started [2 §4.50]', () => {
  const each = ['assigned', 'started', 'other'] as const
  expect(each.map((status) => isOpen(form({ status })))).toEqual([true, true, false])
})

test('a form is the same by its name and its template together', () => {
  const requested = { name: 'Intake', template: 'medical-history' }
  expect(isSame(form({ status: 'started' }), requested)).toBe(true)
  expect(isSame(form({ name: 'Consent' }), requested)).toBe(false)
  expect(isSame(form({ template: 'consent' }), requested)).toBe(false)
})
