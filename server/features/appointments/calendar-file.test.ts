import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { isTooLate } from '../../practice/appointment-changes.rules.ts'
import { calendarText } from './calendar-file.ts'

const appointment: Appointment = {
  id: '500123',
  providerId: '102',
  facilityId: '11',
  startsAt: '2026-11-01T05:30:00.000Z',
  minutes: 90,
  timeZone: 'America/New_York',
  providerName: 'Ann Bell',
  facilityName: 'Main office',
  facilityPhone: '2125550140',
  facilityAddress: '12 Main Street; Floor 6, New York, NY 10001',
  typeName: 'Biopsy',
  mode: 'inoffice',
}
const at = new Date('2026-10-01T12:00:00Z')
const text = (parts: Partial<Appointment> = {}) =>
  calendarText({
    licenseeId: 'lakeside',
    practice: 'Lakeside Dermatology',
    appointment: { ...appointment, ...parts },
    at,
  })
const unfolded = (file: string) => file.replaceAll('\r\n ', '')
const lineOf = (file: string, name: string) =>
  unfolded(file)
    .split('\r\n')
    .find((line) => line.startsWith(name))

describe('a calendar file', () => {
  it('is iCalendar with its instants in UTC, right over the change of clocks', () => {
    const lines = text().split('\r\n')
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
    expect(lineOf(text(), 'DTSTART')).toBe('DTSTART:20261101T053000Z')
    expect(lineOf(text(), 'DTEND')).toBe('DTEND:20261101T070000Z')
    expect(lineOf(text(), 'DTSTAMP')).toBe('DTSTAMP:20261001T120000Z')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  it('says when and where, escaped, and not with whom, what for or which number', () => {
    expect(unfolded(text())).toContain('LOCATION:Main office\\, 12 Main Street\\; Floor 6')
    expect(text()).not.toMatch(/Bell|Biopsy|500123/)
    expect(unfolded(text({ mode: 'telederm' }))).toContain('LOCATION:By video\\, in the portal')
    expect(unfolded(text({ facilityName: 'A\r\nATTENDEE:mailto:x@example.com' }))).not.toContain('\r\nATTENDEE')
  })

  it('keeps its name when the appointment is moved, and has another at another practice', () => {
    expect(lineOf(text({ startsAt: '2026-11-02T15:00:00.000Z' }), 'UID')).toBe(lineOf(text(), 'UID'))
    const otherPractice = calendarText({ licenseeId: 'northgate', practice: 'N', appointment, at })
    expect(lineOf(otherPractice, 'UID')).not.toBe(lineOf(text(), 'UID'))
  })
})

describe('the notice of a practice', () => {
  it('ends that many hours before, in real hours also over the change of clocks', () => {
    const startsAt = '2026-11-01T14:00:00.000Z' // that day has 25 hours in New York
    const late = (now: string, noticeHours = 24) => isTooLate({ startsAt }, { noticeHours, now: new Date(now) })
    expect([late('2026-10-31T14:00:00Z'), late('2026-10-31T14:00:01Z')]).toEqual([false, true])
    expect([late('2026-11-01T13:59:59Z', 0), late('2026-11-01T14:00:00Z', 0)]).toEqual([false, true])
  })
})
