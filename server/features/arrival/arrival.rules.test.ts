import { describe, expect, it } from 'vitest'
import { readsOf } from '../../../tests/support/reads.ts'
import { checksInToday, entriesFor, intakeOffered, isOver, parkingLotOffered, safeTarget } from './arrival.rules.ts'

describe('the entries of the page', () => {
  it('are label and template, parted by semicolons; blanks and halves are left out [1 §4.46 §6.18]', () => {
    expect(entriesFor(' Medical History : medical-history ;; Half:; :none;No template', 'inoffice')).toEqual([
      { label: 'Medical History', template: 'medical-history' },
    ])
    expect(entriesFor('A:b:c', 'inoffice')).toEqual([{ label: 'A', template: 'b:c' }])
    expect(entriesFor('', 'inoffice')).toEqual([])
  })

  it("with 'tele' in the label show for telehealth visits only [1 §4.47]", () => {
    const text = 'TeleHealth Consent:consent;History:tele-history'
    expect(entriesFor(text, 'telederm').map(({ label }) => label)).toEqual(['TeleHealth Consent', 'History'])
    expect(entriesFor(text, 'inoffice').map(({ label }) => label)).toEqual(['History'])
  })
})

describe('parking-lot check-in', () => {
  it('is on the day of the visit, by a link with the flag 1 [1 §2.18 §4.48]', () => {
    const statuses = ['past', 'cancelled', 'today', 'present', 'future'] as const
    expect(statuses.filter((status) => checksInToday({ status, flag: '1' }))).toEqual(['today', 'present'])
    expect(statuses.filter((status) => checksInToday({ status, flag: '0' }))).toEqual([])
    expect(statuses.filter(isOver)).toEqual(['past', 'cancelled'])
  })
})

describe('the practice', () => {
  it('switches intake with uploads and the parking lot on and off', () => {
    const each = [true, false]
    expect(each.map((on) => intakeOffered(readsOf({ Enable_PatientIntake_And_FileUpload_on_PE: on })))).toEqual(each)
    expect(each.map((on) => parkingLotOffered(readsOf({ Enable_Parking_Lot_Management: on })))).toEqual(each)
  })
})

describe('a short link', () => {
  const origin = 'https://portal.example.org'
  const isPage = (path: string) => ['/', '/user/home/appointments', ...screens].includes(path)
  const place = { origin, isPage }
  const screens = [
    '/user/login',
    '/user/signup',
    '/user/home/dashboard',
    '/user/bookappointment/index',
    '/user/bookappointment/features/YWJj/bGFr-_1/0',
    '/user/fileupload/MTIz-_',
    '/appointments/reviews/MTIz-_/1',
    '/appointment/tele/12-_/room-_1',
  ]

  it.each(['/', ...screens])('leads to %s', (path) => {
    expect(safeTarget(path, place)).toBe(path)
  })

  it.each(screens)('leads neither to a part of %s nor beyond it', (path) => {
    for (const target of [`/x${path}`, `${path}/`, `${path}/x`, `${path}.`, path.slice(0, path.lastIndexOf('/') + 1)])
      expect([target, safeTarget(target, place)]).toEqual([target, undefined])
  })

  it('leads to known screens of this portal, with their query', () => {
    expect(safeTarget('/user/home/appointments?tab=past', place)).toBe('/user/home/appointments?tab=past')
    const own = '/user/bookappointment/features/YWJj/bGFr-_1/0'
    expect(safeTarget(origin + own, place)).toBe(own)
  })

  it('leads to no other short link, whatever screens there are', () => {
    expect(safeTarget('/user/redirect/loop', { origin, isPage: () => true })).toBeUndefined()
  })

  it.each([
    'http://portal.example.org/user/login',
    'https://portal.example.org.evil.example/user/login',
    'https://me@portal.example.org/user/login',
    'https://:secret@portal.example.org/user/login',
    ' /user/login',
    '/user/login ',
    '/appointments/reviews/MTIz/2',
    '/appointments/reviews/!/1',
    '/user/bookappointment/features/!/lakeside/1',
    '/user/home/1',
    '/user/fileupload/!',
    '/appointment/tele/!/room',
    'https:evil.example/user/login',
    '//evil.example/user/login',
    '/\\evil.example/user/login',
    'javascript:alert(1)',
    'data:text/html,x',
    '/user/login/../../admin',
    '/user/fileupload/..%2f..%2fadmin',
    '/user/home/dash board',
    '/USER/login',
    '',
  ])('to %s is not followed', (target) => {
    expect(safeTarget(target, place)).toBeUndefined()
  })
})
