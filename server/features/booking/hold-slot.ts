import { randomBytes } from 'node:crypto'
import type { Appointment, AppointmentType, Facility, Provider, VisitMode } from '../../gateways/emr/emr.ts'
import { Failure } from '../../protocol/failure.ts'
import { dayOf } from '../../protocol/time-words.ts'
import { holdMs, timesTopicOf, type BookingServices } from './booking-services.ts'
import { fullName } from './booking.facts.ts'
import { findOpenHold, insertHold, type Hold, type HoldOwner } from './booking.store.ts'
import { releaseHold } from './release-hold.ts'

/** A slot whose type, provider and facility are known to be offered together. */
export interface WantedSlot {
  mode: VisitMode
  type: AppointmentType
  typeName: string
  provider: Provider
  facility: Facility
  startsAt: string
  /** Only times of the type count, not the general ones. */
  ownTypes: boolean
  /** The appointment that is to be moved there. */
  moves?: Pick<Appointment, 'id' | 'startsAt'>
}

/** `booked`: an earlier booking, whose answer was lost, turned out to have been made. */
export type HoldOutcome = { state: 'held' | 'booked'; hold: Hold } | { state: 'taken' }

/** How often to start over when the same person holds slots in several tabs at once. */
const tries = 3

/** Holds a slot for its person and lets go of the one held before. */
export async function holdSlot(
  services: BookingServices,
  { owner, wanted }: { owner: HoldOwner; wanted: WantedSlot },
): Promise<HoldOutcome> {
  if (Date.parse(wanted.startsAt) <= services.now().getTime()) throw new Failure('booking.past')
  for (let tried = 0; tried < tries; tried++) {
    const open = await findOpenHold(services.db, owner)
    if (open && isSame(open, { owner, wanted, at: services.now() })) return { state: 'held', hold: open }
    if (open && (await releaseHold(services, open)) === 'booked') return { state: 'booked', hold: open }
    const hold = await newHold(services, { owner, wanted })
    if (!hold) return heldMeanwhile(services, { owner, wanted })
    if (await insertHold(services.db, hold)) {
      services.publish([timesTopicOf(hold)])
      return { state: 'held', hold }
    }
    await services.emr.releaseSlot(hold.slotId)
  }
  throw new Failure('booking.running', { status: 409 })
}

/** The slot may have become this person's own in another tab. */
async function heldMeanwhile(
  services: BookingServices,
  { owner, wanted }: { owner: HoldOwner; wanted: WantedSlot },
): Promise<HoldOutcome> {
  const open = await findOpenHold(services.db, owner)
  return open && isSame(open, { owner, wanted, at: services.now() })
    ? { state: 'held', hold: open }
    : { state: 'taken' }
}

function isSame(hold: Hold, { owner, wanted, at }: { owner: HoldOwner; wanted: WantedSlot; at: Date }): boolean {
  return (
    hold.state === 'held' &&
    hold.endsAt > at &&
    hold.patientId === owner.patientId &&
    hold.mode === wanted.mode &&
    hold.details.typeId === wanted.type.id &&
    hold.details.moves?.appointmentId === wanted.moves?.id &&
    hold.providerId === wanted.provider.id &&
    hold.facilityId === wanted.facility.id &&
    hold.startsAt.getTime() === Date.parse(wanted.startsAt)
  )
}

/** Undefined when the schedule does not have the slot, or somebody else was faster. */
async function newHold(
  services: BookingServices,
  { owner, wanted }: { owner: HoldOwner; wanted: WantedSlot },
): Promise<Hold | undefined> {
  const minutes = await freeMinutes(services, wanted)
  if (minutes === undefined) return undefined
  const { mode, provider, facility, type, typeName, moves } = wanted
  const startsAt = new Date(wanted.startsAt)
  // Counted from before the call, so that it never outlasts the record server's own hold.
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
      typeId: type.id,
      typeName,
      providerName: fullName(provider),
      facilityName: facility.name,
      timeZone: facility.timeZone,
      facilityPhone: facility.phone,
      facilityAddress: `${facility.address}, ${facility.city}, ${facility.state} ${facility.zip}`,
      ...(facility.mapUrl ? { mapUrl: facility.mapUrl } : {}),
      ...(moves ? { moves: { appointmentId: moves.id, startsAt: moves.startsAt } } : {}),
    },
  }
}

/** The browser's word for a slot is not taken: the provider's schedule there must have it free. */
async function freeMinutes(
  { emr }: BookingServices,
  { mode, type, provider, facility, startsAt, ownTypes }: WantedSlot,
): Promise<number | undefined> {
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
    .flatMap(({ days }) => days.flatMap((day) => day.slots))
  return slots.find((slot) => Date.parse(slot.startsAt) === Date.parse(startsAt))?.minutes
}
