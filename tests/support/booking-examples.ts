import type { Facility, Provider, Region } from '../../server/gateways/emr/reference/reference.ts'
import type { Schedule } from '../../server/gateways/emr/slots/slots.ts'
import type { ModeOffer, Offer } from '../../server/features/booking/booking.choices.ts'

/** Data for the booking tests. Today is Monday 11/23/2026. */
export const today = '2026-11-23'

export function facility(
  id: string,
  { regionId = '1', timeZone = 'America/New_York' }: Partial<Facility> = {},
): Facility {
  return {
    id,
    name: `Office ${id}`,
    address: '12 Main Street',
    city: 'New York',
    state: 'NY',
    zip: '10001',
    phone: '2125550140',
    regionId,
    timeZone,
    acceptsInsurance: true,
  }
}

export function provider(id: string, ...facilityIds: string[]): Provider {
  return {
    id,
    firstName: 'Ann',
    lastName: `Bell ${id}`,
    jobTitle: 'MD',
    bio: 'Sees adults.',
    facilityIds,
    acceptsInsurance: true,
  }
}

const north: Region = { id: '1', name: 'North', state: 'NY' }
const south: Region = { id: '2', name: 'South', state: 'NJ' }
const inoffice = { id: '1', name: 'Existing Patient - Inoffice Appointment', minutes: 20 }
const telehealth = { id: '2', name: 'Existing Patient - TeleHealth Appointment', minutes: 15 }

const everywhere: ModeOffer = {
  types: [inoffice],
  providers: [provider('101', '11', '13'), provider('102', '12')],
  facilities: [facility('11'), facility('12'), facility('13', { regionId: '2' })],
}
/** More locations than are shown at once. */
const manyPlaces: ModeOffer = {
  ...everywhere,
  facilities: [...everywhere.facilities, ...['21', '22', '23', '24'].map((id) => facility(id))],
}

/** Two kinds of appointment, two regions, seven locations. */
export const wideOffer: Offer = {
  modes: { inoffice: manyPlaces, telederm: { ...manyPlaces, types: [telehealth] } },
  ways: ['location', 'date', 'provider'],
  regions: [north, south],
  today,
  latest: '2027-11-23',
}

/** Two regions with three locations. */
export const nearOffer: Offer = {
  ...wideOffer,
  modes: { inoffice: everywhere, telederm: { ...everywhere, types: [telehealth] } },
}

/** One of each. */
export const smallOffer: Offer = {
  ...wideOffer,
  modes: { inoffice: { types: [inoffice], providers: [provider('101', '11')], facilities: [facility('11')] } },
  regions: [north],
}

export function schedule({
  times,
  day = today,
  next,
  place = facility('11'),
}: {
  times: string[]
  day?: string
  next?: string
  place?: Facility
}): Schedule {
  return {
    provider: provider('101', place.id),
    facility: place,
    nextAvailableDay: next,
    days: [{ day, slots: times.map((startsAt) => ({ startsAt, minutes: 20 })) }],
  }
}
