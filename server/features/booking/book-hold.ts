import { setTimeout as wait } from 'node:timers/promises'
import { isRefusal } from '../../gateways/emr/emr.errors.ts'
import { phone } from '../../protocol/block-builders.ts'
import { Failure } from '../../protocol/failure.ts'
import { timesTopicOf, type BookingServices } from './booking-services.ts'
import { claimForBooking, findHold, markHeldAgain, markReleased, type Hold, type HoldOwner } from './booking.store.ts'
import { completeBooking } from './release-hold.ts'
import { releaseSlot } from './release-slot.ts'

/**
 * `declined`: the slot is taken. `refused`: the record server will not book it. `ended`: the hold has expired or was
 * released, for example in another tab.
 */
export type BookOutcome = 'booked' | 'declined' | 'refused' | 'ended'

/** Books a hold exactly once, also with parallel requests. */
export type Booker = (services: BookingServices, request: { id: string; owner: HoldOwner }) => Promise<BookOutcome>

const lookEveryMs = 150
const waitAtMostMs = 15_000

/** Requests within one process share a booking; requests in other processes wait for the state in the database. */
export function createBooker(): Booker {
  const running = new Map<string, Promise<BookOutcome>>()
  return async (services, request) => {
    const hold = await findHold(services.db, request)
    if (!hold) throw new Failure('booking.holdUnknown', { status: 404 })
    const known = running.get(hold.id)
    if (known) return known
    const booking = bookOrWait(services, { hold, owner: request.owner })
    running.set(hold.id, booking)
    return booking.finally(() => running.delete(hold.id))
  }
}

async function bookOrWait(
  services: BookingServices,
  { hold, owner }: { hold: Hold; owner: HoldOwner },
): Promise<BookOutcome> {
  if (hold.state === 'booked') return 'booked'
  if (hold.state === 'held' && (await claimForBooking(services.db, { id: hold.id, at: services.now() })))
    return book(services, hold)
  return outcomeOf(services, { id: hold.id, owner })
}

async function outcomeOf(services: BookingServices, request: { id: string; owner: HoldOwner }): Promise<BookOutcome> {
  for (let waited = 0; waited < waitAtMostMs; waited += lookEveryMs) {
    const hold = await findHold(services.db, request)
    if (hold?.state === 'booked') return 'booked'
    if (!hold || hold.state === 'released' || (hold.state === 'held' && hold.endsAt <= services.now())) return 'ended'
    if (hold.state === 'held') throw unconfirmed(hold)
    await wait(lookEveryMs)
  }
  throw new Failure('booking.running', { status: 409 })
}

async function book(services: BookingServices, hold: Hold): Promise<BookOutcome> {
  const answer = await askToBook(services, hold)
  if (!('appointmentId' in answer)) {
    const { id, licenseeId, slotId } = hold
    await services.db.transaction(async (tx) => {
      await markReleased(tx, { id, at: services.now(), from: 'booking' })
      await services.jobs.add(tx, releaseSlot, { licenseeId, slotId })
    })
    services.publish([timesTopicOf(hold)])
    if (await isMovedGone(services, hold)) throw new Failure('booking.moveGone', { status: 409 })
    return answer.not
  }
  await completeBooking(services, { hold, appointmentId: answer.appointmentId })
  return 'booked'
}

/** Returns whether a move was declined because its appointment no longer exists or was cancelled. */
async function isMovedGone({ emr }: BookingServices, { patientId, details: { moves } }: Hold): Promise<boolean> {
  if (!moves) return false
  const appointment = await emr.appointment({ patientId, appointmentId: moves.appointmentId })
  return appointment === undefined || appointment.cancellationReason !== undefined
}

/**
 * The booking uses stored values only, none from the browser. After a lost response it is looked up by its reference,
 * never repeated blindly.
 */
async function askToBook(services: BookingServices, hold: Hold): Promise<Answer> {
  const { id, slotId, patientId, providerId, facilityId, mode, minutes, details } = hold
  const slot = {
    slotId,
    patientId,
    providerId,
    facilityId,
    minutes,
    startsAt: hold.startsAt.toISOString(),
    portalUrl: details.origin,
  }
  try {
    const appointmentId = details.moves
      ? await services.emr.moveAppointment({ ...slot, reference: id, appointmentId: details.moves.appointmentId })
      : await services.emr.bookAppointment({ ...slot, reference: id, mode, typeName: details.typeName })
    return appointmentId === undefined ? { not: 'declined' } : { appointmentId }
  } catch (error) {
    services.log.error({ err: error, licensee: hold.licenseeId }, 'a booking was not answered')
    const looked = await lookUp(services, hold)
    if (looked?.appointmentId !== undefined) return { appointmentId: looked.appointmentId }
    if (looked && isRefusal(error)) return { not: 'refused' }
    await markHeldAgain(services.db, { id, at: services.now(), details })
    throw unconfirmed(hold, error)
  }
}

type Answer = { appointmentId: string } | { not: 'declined' | 'refused' }

/** Returns undefined if the record server could not be asked. */
async function lookUp(
  { emr, log }: BookingServices,
  { id, licenseeId }: Hold,
): Promise<{ appointmentId: string | undefined } | undefined> {
  try {
    return { appointmentId: await emr.findBooking(id) }
  } catch (error) {
    log.error({ err: error, licensee: licenseeId }, 'a booking could not be looked up')
    return undefined
  }
}

function unconfirmed({ details }: Hold, cause?: unknown): Failure {
  const params = { office: phone(details.facilityPhone ?? '').text || 'the office' }
  return new Failure('booking.unconfirmed', { status: 503, retryAfterSeconds: 5, params, cause })
}
