import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../protocol/failure.ts'
import { timesTopicOf, type BookingServices } from './booking-services.ts'
import { claimForBooking, findHold, markHeldAgain, markReleased, type Hold, type HoldOwner } from './booking.store.ts'
import { completeBooking } from './release-hold.ts'
import { releaseSlot } from './release-slot.ts'

/** `ended`: it is not held any more, by time, by another tab or by letting it go. */
export type BookOutcome = 'booked' | 'declined' | 'ended'

/** Books a hold once, however often and from wherever it is asked for. */
export type Booker = (services: BookingServices, request: { id: string; owner: HoldOwner }) => Promise<BookOutcome>

const lookEveryMs = 150
const waitAtMostMs = 15_000

/** Requests of one process share a booking; those of other processes wait for what the database says. */
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
    if (hold.state === 'held') throw unconfirmed()
    await wait(lookEveryMs)
  }
  throw new Failure('booking.running', { status: 409 })
}

async function book(services: BookingServices, hold: Hold): Promise<BookOutcome> {
  const appointmentId = await askToBook(services, hold)
  if (appointmentId === undefined) {
    const { id, licenseeId, slotId } = hold
    await services.db.transaction(async (tx) => {
      await markReleased(tx, { id, at: services.now(), from: 'booking' })
      await services.jobs.add(tx, releaseSlot, { licenseeId, slotId })
    })
    services.publish([timesTopicOf(hold)])
    if (await isMovedGone(services, hold)) throw new Failure('booking.moveGone', { status: 409 })
    return 'declined'
  }
  await completeBooking(services, { hold, appointmentId })
  return 'booked'
}

/** Whether a move was declined because its appointment does not stand any more. */
async function isMovedGone({ emr }: BookingServices, { patientId, details: { moves } }: Hold): Promise<boolean> {
  if (!moves) return false
  const found = await emr.appointment({ patientId, appointmentId: moves.appointmentId })
  return found === undefined || found.cancellationReason !== undefined
}

/** Every word of the booking is the server's own. A lost answer is looked up by the reference, never asked for blindly. */
async function askToBook(services: BookingServices, hold: Hold): Promise<string | undefined> {
  const { id, slotId, patientId, providerId, facilityId, mode, minutes, details } = hold
  const slot = { slotId, patientId, providerId, facilityId, minutes, startsAt: hold.startsAt.toISOString() }
  try {
    if (details.moves)
      return await services.emr.moveAppointment({ ...slot, reference: id, appointmentId: details.moves.appointmentId })
    return await services.emr.bookAppointment({ ...slot, reference: id, mode, typeName: details.typeName })
  } catch (error) {
    services.log.error({ err: error, licensee: hold.licenseeId }, 'a booking was not answered')
    const found = await lookUp(services, hold)
    if (found !== undefined) return found
    await markHeldAgain(services.db, { id, at: services.now(), details })
    throw unconfirmed(error)
  }
}

async function lookUp({ emr, log }: BookingServices, { id, licenseeId }: Hold): Promise<string | undefined> {
  try {
    return await emr.findBooking(id)
  } catch (error) {
    log.error({ err: error, licensee: licenseeId }, 'a booking could not be looked up')
    return undefined
  }
}

function unconfirmed(cause?: unknown): Failure {
  return new Failure('booking.unconfirmed', { status: 503, retryAfterSeconds: 5, cause })
}
