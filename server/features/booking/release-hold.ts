import { appointmentTopics } from '../../practice/appointment-topics.ts'
import { bookedAppointment } from './booked-appointment.ts'
import { Failure } from '../../protocol/failure.ts'
import { endWaiting } from './waiting.store.ts'
import { abandonedAfterMs, timesTopicOf, type BookingServices } from './booking-services.ts'
import { claimForSettling, findHold, markBooked, markReleased, type Hold } from './booking.store.ts'
import { releaseSlot } from './release-slot.ts'
import { requestReminder } from './request-reminder.ts'

/** The outcome of releasing a hold. */
export type Settled = 'released' | 'booked'

/** Releases a hold; if a booking was tried, first looks up its outcome. Throws while a booking is in progress. */
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
  const since = await findHold(services.db, { id: hold.id, owner: hold }) // another request changed it first
  return since && since.state !== 'held' ? releaseHold(services, since) : 'released'
}

/** A failure is only logged, because the record server ends the hold by itself later. */
export async function giveUpSlot(services: BookingServices, hold: Hold): Promise<void> {
  try {
    await services.emr.releaseSlot(hold.slotId)
  } catch (error) {
    services.log.error({ err: error, licensee: hold.licenseeId }, 'a slot could not be released')
  }
  services.publish([timesTopicOf(hold)])
  services.slotReleased()
}

async function settleAbandoned(services: BookingServices, hold: Hold): Promise<Settled> {
  if (services.now().getTime() - hold.changedAt.getTime() < abandonedAfterMs)
    throw new Failure('booking.running', { status: 409 })
  return settle(services, hold)
}

/**
 * Determines the outcome of a booking: releases the slot first, so that it can no longer be booked, then looks up the
 * reference at the record server. Safe to run twice, and in parallel with the booking.
 */
export async function settle(services: BookingServices, hold: Hold): Promise<Settled> {
  const { db, emr, now } = services
  await emr.releaseSlot(hold.slotId)
  const appointmentId = await emr.findBooking(hold.id)
  if (appointmentId === undefined) {
    await markReleased(db, { id: hold.id, at: now(), from: 'booking' })
    services.publish([timesTopicOf(hold)])
    services.slotReleased()
    return 'released'
  }
  await completeBooking(services, { hold, appointmentId })
  return 'booked'
}

/** Stores a booking and everything that follows from it, exactly once. */
export async function completeBooking(
  services: BookingServices,
  { hold, appointmentId }: { hold: Hold; appointmentId: string },
): Promise<void> {
  const { db, now, jobs } = services
  const { id, licenseeId, slotId } = hold
  const isNoted = await db.transaction(async (tx) => {
    if (!(await markBooked(tx, { id, at: now(), appointmentId }))) return false
    await endWaiting(tx, hold, hold)
    await services.booked(tx, bookedAppointment(hold, appointmentId))
    await jobs.add(tx, requestReminder, { holdId: id })
    await jobs.add(tx, releaseSlot, { licenseeId, slotId })
    return true
  })
  if (!isNoted) return
  services.publish([...appointmentTopics(hold), timesTopicOf(hold)])
  if (hold.details.moves) services.slotReleased()
}
