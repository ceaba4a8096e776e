import { describe, expect, test } from 'vitest'
import { patientPages } from '../practice/paths.ts'
import { safeNext } from './safe-next.ts'

const fallback = '/user/home/dashboard'

describe('after signing in', () => {
  test.each([
    '/user/home/appointments?tab=past',
    '/user/home/Profile',
    '/user/bookappointment/features/MzAwMDAx/lakeside/1',
    '/appointment/tele/MTAwMQ==/MzAwMDAx',
    '/appointments/reviews/300001/0',
    '/Thankyou/300001',
  ])('a person returns to %s', (next) => {
    expect(safeNext(next, { under: patientPages, fallback })).toBe(next)
  })

  test.each([
    undefined,
    '',
    '/',
    '/admin/settings',
    'user/home/Profile',
    'http://[',
    '/appointments',
    '/appointment/tele/../../admin/settings',
    '/user/../admin/settings',
    '/user/%2e%2e/admin/settings',
    '/user/\\evil.example',
    'https://evil.example/user/home',
    '//evil.example/user/',
    '/user/login',
    '/user/login?next=/user/login',
  ])('a person goes to the dashboard instead of %s', (next) => {
    expect(safeNext(next, { under: patientPages, fallback })).toBe(fallback)
  })

  test('the screens of another role are outside', () => {
    const admins = { under: ['/admin/'], fallback: '/admin/home/dashboard' }
    expect(safeNext('/admin/settings', admins)).toBe('/admin/settings')
    expect(safeNext('/user/home/Profile', admins)).toBe('/admin/home/dashboard')
  })

  test('another host is outside, even where every path is inside', () => {
    expect(safeNext('//evil.example/home', { under: ['/'], fallback })).toBe(fallback)
    expect(safeNext('/home', { under: ['/'], fallback })).toBe('/home')
  })
})
