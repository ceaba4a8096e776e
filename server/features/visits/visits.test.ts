import type { VisitPage } from './visits.video.ts'
import { describe, expect, it } from 'vitest'
import { createAppointmentLinks } from '../../practice/appointment-links.ts'
import { createLinkTokens } from '../../protocol/link-tokens.ts'
import { createVisitLinks } from './visit-links.ts'
import { closesAt, opensAt, opensSoon, stateOf, type VisitFacts } from './visits.rules.ts'
import { closedScreen, earlyScreen, openScreen } from './visits.screens.ts'

const startsAt = '2026-11-23T15:00:00.000Z'
const at = (clock: string) => new Date(`2026-11-23T${clock}Z`)

const facts = (parts: {
  appointment?: Partial<VisitFacts['appointment']>
  visit?: Partial<VisitFacts['visit']>
  at?: Date
}): VisitFacts => ({
  appointment: { startsAt, minutes: 15, mode: 'telederm', ...parts.appointment },
  visit: { startsAt: new Date(startsAt), endedAt: null, ...parts.visit },
  at: parts.at ?? at('15:00:00'),
})

describe('a video visit', () => {
  it('opens 5 minutes before its start and closes an hour after its end [1 §4.62 §9.22]', () => {
    expect(opensAt({ startsAt })).toEqual(at('14:55:00'))
    expect(closesAt({ startsAt, minutes: 15 })).toEqual(at('16:15:00'))
    const states = ['14:54:59.999', '14:55:00', '16:14:59.999', '16:15:00'].map((clock) =>
      stateOf(facts({ at: at(clock) })),
    )
    expect(states).toEqual(['early', 'open', 'open', 'ended'])
  })

  it('is closed when it was ended, cancelled, moved, or made a visit to the office', () => {
    expect(stateOf(facts({ visit: { endedAt: at('14:58:00') } }))).toBe('ended')
    const moved = { startsAt: '2026-11-24T15:00:00.000Z' }
    expect(stateOf(facts({ appointment: moved, visit: { endedAt: at('14:58:00') } }))).toBe('moved')
    expect(stateOf(facts({ appointment: { cancellationReason: '' } }))).toBe('cancelled')
    expect(stateOf(facts({ appointment: { startsAt: '2026-11-24T15:00:00.000Z' } }))).toBe('moved')
    expect(stateOf(facts({ appointment: { mode: 'inoffice' } }))).toBe('inoffice')
  })
})

describe('the links of a visit', () => {
  const linksOf = (secret: string) => createVisitLinks(createLinkTokens(secret), createAppointmentLinks(secret))
  const links = linksOf('a secret of the tests, long enough')
  const visit = { licenseeId: 'lakeside', patientId: '1001', appointment: { id: '7', startsAt, minutes: 15 } }
  const tokenIn = (address: string) => address.split('/').at(-2) ?? ''

  it('are the same each time, and differ by role, patient, practice, appointment and time', () => {
    expect(links.address(visit, 'patient')).toBe(links.address({ ...visit }, 'patient'))
    const moved = { ...visit.appointment, startsAt: '2026-11-24T15:00:00.000Z' }
    const all = [
      links.address(visit, 'patient'),
      links.address(visit, 'provider'),
      links.address({ ...visit, patientId: '1002' }, 'patient'),
      links.address({ ...visit, licenseeId: 'northgate' }, 'patient'),
      links.address({ ...visit, appointment: { ...visit.appointment, id: '8' } }, 'patient'),
      links.address({ ...visit, appointment: moved }, 'patient'),
      linksOf('another secret of the tests, as long').address(visit, 'patient'),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((address) => /^\/appointment\/tele\/[\w-]+\/[\w-]{22}$/.test(address))).toBe(true)
    expect(links.room(visit)).not.toBe(links.room({ ...visit, appointment: moved }))
  })

  it('say at their own practice who joins which visit, until a day after it', () => {
    const token = tokenIn(links.address(visit, 'provider'))
    expect(links.read({ licenseeId: 'lakeside', token })).toEqual({
      appointmentId: '7',
      patientId: '1001',
      role: 'provider',
      room: links.room(visit),
      startsAt,
      minutes: 15,
      endsAt: new Date('2026-11-24T16:15:00Z'),
    })
    expect(links.read({ licenseeId: 'northgate', token })).toBeUndefined()
    expect(links.read({ licenseeId: 'lakeside', token: `${token}A` })).toBeUndefined()
  })
})

const page: VisitPage = {
  role: 'patient',
  address: '/appointment/tele/token/room',
  startsAt,
  opensAt: '2026-11-23T14:55:00.000Z',
  timeZone: 'America/New_York',
  providerName: 'Ann Bell',
  office: '2125550140',
}
const text = (value: unknown) => JSON.stringify(value)
const call = { pass: 'signed', iceServers: [] }

describe('the page of a visit', () => {
  it('says when it opens, in the zone of the office', () => {
    const early = text(earlyScreen({ ...page, soon: true }))
    expect(early).toContain('Monday 11/23/2026, 10:00 AM Eastern Time')
    expect(early).toContain(page.opensAt)
  })

  it('counts down in the last hour before it opens, and not for days', () => {
    expect([opensSoon({ startsAt }, at('13:54:59')), opensSoon({ startsAt }, at('13:55:00'))]).toEqual([false, true])
    expect(text(earlyScreen({ ...page, soon: false }))).not.toContain('countdown')
  })

  it('lets a patient leave their own part, and the provider end it after a question [1 §4.60]', () => {
    const [, hers] = openScreen({ ...page, call, left: false }).blocks
    expect(hers).toMatchObject({ kind: 'video', ended: { to: `${page.address}?left=yes` } })
    expect(hers).not.toHaveProperty('ends')
    const [, his] = openScreen({ ...page, role: 'provider', call, left: false }).blocks
    expect(his).toMatchObject({ ends: true, controls: { confirmEnd: { yes: 'End the visit' } }, other: 'the patient' })
  })

  it('has the phone of the office where something goes wrong [1 §4.63]', () => {
    expect(text(openScreen({ ...page, call, left: false }))).toContain('tel:+12125550140')
    expect(text(closedScreen('cancelled', page))).toContain('tel:+12125550140')
    expect(text(closedScreen('ended', { ...page, office: '' }))).not.toContain('tel:')
  })
})
