import { personTopic } from '../../protocol/principal.ts'
import { Failure } from '../../protocol/failure.ts'
import { endWaiting } from './waiting.store.ts'
import { abandonedAfterMs, timesTopicOf, type BookingServices } from './booking-services.ts'
import { claimForSettling, findHold, markBooked, markReleased, type Hold } from './booking.store.ts'
import { releaseSlot } from './release-slot.ts'
import { requestReminder } from './request-reminder.ts'

/** What became of a hold that was let go of. */
export type Settled = 'released' | 'booked'

/** Lets a slot go; when a booking of it was tried, only after asking what became of that. Throws while one runs. */
export async function releaseHold(services: BookingServices, hold: Hold): Promise<Settled> {
  if (hold.state === 'booked') return 'booked'
  if (hold.state === 'released') return 'released'
  if (hold.state === 'booking') return settleAbandoned(services, hold)
  const at = services.now()
  if (hold.details.attempted && (await claimForSettling(services.db, { id: hold.id, at })))
    return settle(services, hold)
  if (!hold.details.attempted && (await markReleased(services.db, { id: hold.id, at, from: 'held' }))) {
    await giveUpSlot(services, hold)
    return 'released'
  }
  const since = await findHold(services.db, { id: hold.id, owner: hold }) // another request was faster
  return since && since.state !== 'held' ? releaseHold(services, since) : 'released'
}

/** The record server ends the hold by itself, so a failure here only keeps the slot from others for a while. */
export async function giveUpSlot(services: BookingServices, hold: Hold): Promise<void> {
  try {
    await services.emr.releaseSlot(hold.slotId)
  } catch (error) {
    services.log.error({ err: error, licensee: hold.licenseeId }, 'a slot could not be released')
  }
  services.publish([timesTopicOf(hold)])
  await services.slotFreed()
}

async function settleAbandoned(services: BookingServices, hold: Hold): Promise<Settled> {
  if (services.now().getTime() - hold.changedAt.getTime() < abandonedAfterMs)
    throw new Failure('booking.running', { status: 409 })
  return settle(services, hold)
}

/**
 * Finds out what became of a booking: first the slot is released, so that nothing can be booked with it any more, then the
 * record server is asked for the reference. Doing it twice, or beside the booking itself, comes to the same end.
 */
export async function settle(services: BookingServices, hold: Hold): Promise<Settled> {
  const { db, emr, now } = services
  await emr.releaseSlot(hold.slotId)
  const appointmentId = await emr.findBooking(hold.id)
  if (appointmentId === undefined) {
    await markReleased(db, { id: hold.id, at: now(), from: 'booking' })
    services.publish([timesTopicOf(hold)])
    await services.slotFreed()
    return 'released'
  }
  await completeBooking(services, { hold, appointmentId })
  return 'booked'
}

/** Notes a booking, with all that follows from it, once. */
export async function completeBooking(
  services: BookingServices,
  { hold, appointmentId }: { hold: Hold; appointmentId: string },
): Promise<void> {
  const { db, now, jobs } = services
  const { id, licenseeId, slotId } = hold
  const isNoted = await db.transaction(async (tx) => {
    if (!(await markBooked(tx, { id, at: now(), appointmentId }))) return false
    await endWaiting(tx, hold, hold)
    await jobs.add(tx, requestReminder, { holdId: id })
    await jobs.add(tx, releaseSlot, { licenseeId, slotId })
    return true
  })
  if (!isNoted) return
  services.publish([personTopic(hold, 'appointments'), timesTopicOf(hold)])
  if (hold.details.moves) await services.slotFreed()
}
