import { randomBytes } from 'node:crypto'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { AppointmentType, Facility, Provider, VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Schedule, Slot } from '../../gateways/emr/slots/slots.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { holdMs, timesTopicOf, type BookingServices } from './booking-services.ts'
import { fullName } from './booking.facts.ts'
import { findOpenHold, insertHold, type Hold, type HoldOwner } from './booking.store.ts'
import { releaseHold } from './release-hold.ts'

/** A slot whose type, provider and facility are offered together. */
export interface RequestedSlot {
  mode: VisitMode
  type: AppointmentType
  typeName: string
  provider: Provider
  facility: Facility
  startsAt: string
  /** Whether only slots of this type are allowed, not the general ones. */
  ownTypes: boolean
  /** The appointment to be moved to this slot. */
  moves?: Pick<Appointment, 'id' | 'startsAt' | 'facilityName'>
  /** Scheme, host and port for links to this portal. */
  origin: string
}

/** `booked`: an earlier booking whose response was lost turned out to exist. */
export type HoldOutcome = { state: 'held' | 'booked'; hold: Hold } | { state: 'taken' }

/** Number of attempts when the same person holds slots in several tabs at once. */
const tries = 3

/** Holds a slot for a person and releases their previous hold. */
export async function holdSlot(
  services: BookingServices,
  { owner, slot }: { owner: HoldOwner; slot: RequestedSlot },
): Promise<HoldOutcome> {
  if (Date.parse(slot.startsAt) <= services.now().getTime()) throw new Failure('booking.past')
  for (let tried = 0; tried < tries; tried++) {
    const open = await findOpenHold(services.db, owner)
    if (open && isSame(open, { owner, slot, at: services.now() })) return { state: 'held', hold: open }
    if (open && (await releaseHold(services, open)) === 'booked') return { state: 'booked', hold: open }
    const hold = await newHold(services, { owner, slot })
    if (!hold) return heldMeanwhile(services, { owner, slot })
    if (await insertHold(services.db, hold)) {
      services.publish([timesTopicOf(hold)])
      return { state: 'held', hold }
    }
    await services.emr.releaseSlot(hold.slotId)
  }
  throw new Failure('booking.running', { status: 409 })
}

/** Checks whether the same person holds the slot meanwhile, from another tab. */
async function heldMeanwhile(
  services: BookingServices,
  { owner, slot }: { owner: HoldOwner; slot: RequestedSlot },
): Promise<HoldOutcome> {
  const open = await findOpenHold(services.db, owner)
  return open && isSame(open, { owner, slot, at: services.now() }) ? { state: 'held', hold: open } : { state: 'taken' }
}

function isSame(hold: Hold, { owner, slot, at }: { owner: HoldOwner; slot: RequestedSlot; at: Date }): boolean {
  return (
    hold.state === 'held' &&
    hold.endsAt > at &&
    hold.patientId === owner.patientId &&
    hold.mode === slot.mode &&
    hold.details.typeId === slot.type.id &&
    hold.details.moves?.appointmentId === slot.moves?.id &&
    hold.providerId === slot.provider.id &&
    hold.facilityId === slot.facility.id &&
    hold.startsAt.getTime() === Date.parse(slot.startsAt)
  )
}

/** Returns undefined when the slot is not in the schedule, or somebody else holds it. */
async function newHold(
  services: BookingServices,
  { owner, slot }: { owner: HoldOwner; slot: RequestedSlot },
): Promise<Hold | undefined> {
  const free = await freeSlot(services, slot)
  if (!free) return undefined
  const { minutes, facilityInfo } = free
  const { mode, provider, facility, type, typeName, moves, origin } = slot
  const startsAt = new Date(slot.startsAt)
  // Measured before the call, so that the portal's hold never outlasts the record server's.
  const at = services.now()
  const slotId = await services.emr.holdSlot({
    providerId: provider.id,
    facilityId: facility.id,
    startsAt: startsAt.toISOString(),
    minutes,
  })
  if (slotId === undefined) return undefined
  return {
    ...owner,
    id: randomBytes(18).toString('base64url'),
    slotId,
    mode,
    providerId: provider.id,
    facilityId: facility.id,
    startsAt,
    minutes,
    state: 'held',
    appointmentId: null,
    endsAt: new Date(at.getTime() + holdMs),
    changedAt: at,
    details: {
      origin,
      typeId: type.id,
      typeName,
      providerName: fullName(provider),
      facilityName: facility.name,
      timeZone: facility.timeZone,
      facilityPhone: facility.phone,
      ...(facilityInfo === undefined ? {} : { facilityInfo }),
      facilityAddress: `${facility.address}, ${facility.city}, ${facility.state} ${facility.zip}`,
      ...(facility.mapUrl ? { mapUrl: facility.mapUrl } : {}),
      ...(moves
        ? { moves: { appointmentId: moves.id, startsAt: moves.startsAt, facilityName: moves.facilityName } }
        : {}),
    },
  }
}

/**
 * Checks the requested slot against the provider's schedule; the browser is not trusted. Returns undefined if
 * it is not free.
 */
async function freeSlot(
  { emr }: BookingServices,
  { mode, type, provider, facility, startsAt, ownTypes }: RequestedSlot,
): Promise<(Slot & Pick<Schedule, 'facilityInfo'>) | undefined> {
  const schedules = await emr.slotsByDate({
    day: dayOf(startsAt, facility.timeZone),
    mode,
    typeId: type.id,
    facilityId: facility.id,
    providerId: provider.id,
    ownTypes,
  })
  const slots = schedules
    .filter((schedule) => schedule.provider.id === provider.id && schedule.facility.id === facility.id)
    .flatMap(({ days, facilityInfo }) => days.flatMap((day) => day.slots.map((slot) => ({ ...slot, facilityInfo }))))
  return slots.find((slot) => Date.parse(slot.startsAt) === Date.parse(startsAt))
}
