import { describe, expect, test } from 'vitest'
import { createAppointmentLinks, longestToken } from './appointment-links.ts'

const links = createAppointmentLinks('a secret of this test')
const place = { licenseeId: 'lakeside', purpose: 'upload' as const }
const link = { ...place, appointmentId: '1234567890', patientId: '300001', endsAt: new Date('2026-11-24T15:00:00Z') }

describe('the token of a link', () => {
  const token = links.issue(link)

  test('says what it stands for, and is the same each time', () => {
    const { appointmentId, patientId, endsAt } = link
    expect(links.read({ ...place, token })).toEqual({ appointmentId, patientId, endsAt })
    expect(links.issue(link)).toBe(token)
    expect(token).toMatch(/^[\w-]{1,120}$/)
  })

  test('carries what its purpose needs, and nothing of it can be changed', () => {
    const camera = { ...link, purpose: 'camera' as const, details: { category: 'Lab results', serial: 0 } }
    const { appointmentId, patientId, endsAt, details } = camera
    const read = (text: string) => links.read({ licenseeId: 'lakeside', purpose: 'camera', token: text })
    expect(read(links.issue(camera))).toEqual({ appointmentId, patientId, endsAt, details })
    expect(read(token)).toBeUndefined()
    const next = links.issue({ ...camera, details: { ...details, serial: 1 } })
    expect(next).not.toBe(links.issue(camera))
  })

  test('of the longest category is short enough for actions', () => {
    const details = { category: '\u{1F9EA}'.repeat(200), serial: 999 }
    const longest = links.issue({ ...link, purpose: 'camera', details })
    expect(longest.length).toBeLessThanOrEqual(longestToken)
  })

  test('reveals nothing to others', () => {
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('1234567890')
  })

  test.each<[string, Partial<typeof link>]>([
    ['appointment', { appointmentId: '1234567891' }],
    ['patient', { patientId: '300002' }],
    ['end', { endsAt: new Date('2026-11-24T15:00:01Z') }],
    ['practice', { licenseeId: 'northgate' }],
  ])('is another one for another %s', (_what, other) => {
    expect(links.issue({ ...link, ...other })).not.toBe(token)
  })

  test('is good at one practice, for one purpose and with one secret', () => {
    expect(links.read({ ...place, licenseeId: 'northgate', token })).toBeUndefined()
    expect(links.read({ ...place, purpose: 'arrival', token })).toBeUndefined()
    expect(createAppointmentLinks('another secret').read({ ...place, token })).toBeUndefined()
  })

  test('is no other text, whatever it decodes to', () => {
    const last = token.at(-1) ?? ''
    const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').filter(
      (each) => each !== last,
    )
    const texts = [
      '',
      'x',
      `${token}A`,
      token.slice(1),
      `${token}=`,
      ...others.map((each) => token.slice(0, -1) + each),
    ]
    expect(texts.filter((each) => links.read({ ...place, token: each }))).toEqual([])
  })
})
