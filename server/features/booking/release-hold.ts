import { personTopic } from '../../protocol/principal.ts'
import { Failure } from '../../protocol/failure.ts'
import { endWaiting } from './waiting.store.ts'
import { abandonedAfterMs, timesTopicOf, type BookingTools } from './booking-tools.ts'
import { claimForSettling, findHold, markBooked, markReleased, type Hold } from './booking.store.ts'
import { releaseSlot } from './release-slot.ts'
import { requestReminder } from './request-reminder.ts'

/** What became of a hold that was let go of. */
export type Settled = 'released' | 'booked'

/** Lets a slot go; when a booking of it was tried, only after asking what became of that. Throws while one runs. */
export async function letGo(tools: BookingTools, hold: Hold): Promise<Settled> {
  if (hold.state === 'booked') return 'booked'
  if (hold.state === 'released') return 'released'
  if (hold.state === 'booking') return settleAbandoned(tools, hold)
  const at = tools.now()
  if (hold.details.attempted && (await claimForSettling(tools.db, { id: hold.id, at }))) return settle(tools, hold)
  if (!hold.details.attempted && (await markReleased(tools.db, { id: hold.id, at, from: 'held' }))) {
    await giveBack(tools, hold)
    return 'released'
  }
  const since = await findHold(tools.db, { id: hold.id, owner: hold }) // another request was faster
  return since && since.state !== 'held' ? letGo(tools, since) : 'released'
}

/** The record server ends the hold by itself, so a failure here only keeps the slot from others for a while. */
export async function giveBack(tools: BookingTools, hold: Hold): Promise<void> {
  try {
    await tools.emr.releaseSlot(hold.slotId)
  } catch (error) {
    tools.log.error({ err: error, licensee: hold.licenseeId }, 'a slot could not be released')
  }
  tools.publish([timesTopicOf(hold)])
  await tools.freed()
}

async function settleAbandoned(tools: BookingTools, hold: Hold): Promise<Settled> {
  if (tools.now().getTime() - hold.changedAt.getTime() < abandonedAfterMs)
    throw new Failure('booking.running', { status: 409 })
  return settle(tools, hold)
}

/**
 * Finds out what became of a booking: first the slot is released, so that nothing can be booked with it any more, then the
 * record server is asked for the reference. Doing it twice, or beside the booking itself, comes to the same end.
 */
export async function settle(tools: BookingTools, hold: Hold): Promise<Settled> {
  const { db, emr, now } = tools
  await emr.releaseSlot(hold.slotId)
  const appointmentId = await emr.findBooking(hold.id)
  if (appointmentId === undefined) {
    await markReleased(db, { id: hold.id, at: now(), from: 'booking' })
    tools.publish([timesTopicOf(hold)])
    await tools.freed()
    return 'released'
  }
  await completeBooking(tools, { hold, appointmentId })
  return 'booked'
}

/** Notes a booking, with all that follows from it, once. */
export async function completeBooking(
  tools: BookingTools,
  { hold, appointmentId }: { hold: Hold; appointmentId: string },
): Promise<void> {
  const { db, now, jobs } = tools
  const { id, licenseeId, slotId } = hold
  const isNoted = await db.transaction(async (tx) => {
    if (!(await markBooked(tx, { id, at: now(), appointmentId }))) return false
    await endWaiting(tx, hold, hold)
    await jobs.add(tx, requestReminder, { holdId: id })
    await jobs.add(tx, releaseSlot, { licenseeId, slotId })
    return true
  })
  if (!isNoted) return
  tools.publish([personTopic(hold, 'appointments'), timesTopicOf(hold)])
  if (hold.details.moves) await tools.freed()
}
