import { describe, expect, it } from 'vitest'
import { wideOffer } from '../../../tests/support/booking-examples.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { narrow } from './moving.ts'
import { overlapOf } from './overlaps.ts'

const appointment: Appointment = {
  id: '7',
  providerId: '101',
  facilityId: '11',
  startsAt: '2026-11-27T15:40:00.000Z',
  minutes: 20,
  timeZone: 'America/New_York',
  providerName: 'Ann Bell',
  facilityName: 'Office 11',
  facilityPhone: '2125550140',
  facilityAddress: '12 Main Street, New York, NY 10001',
  typeName: 'Office visit',
  mode: 'inoffice',
}
const types = [
  { id: '3', name: 'Long visit', minutes: 50 },
  { id: '1', name: 'Usual visit', minutes: 20 },
]

describe('what an appointment may be moved to', () => {
  it('is another time of its own provider, with the type of its name or else of its length', () => {
    const byLength = narrow(wideOffer, { appointment, types })
    expect(byLength?.choices).toEqual({ type: 'inoffice', visit: '1', by: 'provider', provider: '101' })
    expect(byLength?.offer.modes.inoffice?.providers.map(({ id }) => id)).toEqual(['101'])
    expect(byLength?.offer.modes.telederm).toBeUndefined()
    const named = { ...appointment, typeName: 'Long visit' }
    expect(narrow(wideOffer, { appointment: named, types })?.choices.visit).toBe('3')
  })

  it('is nothing when provider, kind or type is not offered any more', () => {
    expect(narrow(wideOffer, { appointment: { ...appointment, providerId: '999' }, types })).toBeUndefined()
    expect(narrow(wideOffer, { appointment: { ...appointment, minutes: 35 }, types })).toBeUndefined()
    expect(narrow({ ...wideOffer, modes: {} }, { appointment, types })).toBeUndefined()
  })
})

describe('an overlap', () => {
  const details = {
    typeId: '1',
    typeName: 'Visit',
    providerName: 'B',
    facilityName: 'O',
    facilityAddress: '',
    facilityPhone: '',
    timeZone: 'America/New_York',
  }
  const at = (startsAt: string, moves?: { appointmentId: string; startsAt: string }) => ({
    startsAt: new Date(startsAt),
    minutes: 20,
    details: { ...details, ...(moves ? { moves } : {}) },
  })

  it('is any common minute; one after the other is none', () => {
    expect(overlapOf(at('2026-11-27T15:50:00Z'), [appointment])?.id).toBe('7')
    expect(overlapOf(at('2026-11-27T15:25:00Z'), [appointment])?.id).toBe('7')
    expect(overlapOf(at('2026-11-27T16:00:00Z'), [appointment])).toBeUndefined()
    expect(overlapOf(at('2026-11-27T15:20:00Z'), [appointment])).toBeUndefined()
  })

  it('is not with the appointment that is moved', () => {
    const moves = { appointmentId: '7', startsAt: appointment.startsAt }
    expect(overlapOf(at('2026-11-27T15:50:00Z', moves), [appointment])).toBeUndefined()
  })
})
