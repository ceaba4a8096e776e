import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { abandonedAfterMs, type BookingLog, type BookingServices } from './booking-services.ts'
import { forgetHolds, takeEnded, takeMarkedReminders, takeUnsettled, type Hold } from './booking.store.ts'
import { giveUpSlot, settle } from './release-hold.ts'
import { requestReminder } from './request-reminder.ts'

/** How long the confirmation stays readable. */
const keepForMs = 7 * 24 * 3_600_000
/** A process of an earlier version may still request the reminder of its own recent booking. */
const remindedWithinMs = 30_000

interface EndHoldsServices extends Pick<Services, 'db' | 'now' | 'licensees' | 'jobs'> {
  log: BookingLog
  servicesFor: (licensee: Licensee) => BookingServices
}

/** Releases expired holds and settles bookings that a killed process abandoned. */
export const endHolds = recurring('booking.endHolds', { every: { seconds: 30 }, run: run })

/** Safe to run in several processes: each hold is claimed by exactly one. */
async function run(services: EndHoldsServices): Promise<void> {
  const { db, now } = services
  const at = now()
  await each(services, { holds: await takeEnded(db, { at }), failure: 'a hold could not be ended', run: giveUpSlot })
  const abandonedBefore = new Date(at.getTime() - abandonedAfterMs)
  // If the record server does not respond, the hold keeps its state, and the next run tries again.
  await each(services, {
    holds: await takeUnsettled(db, { at, abandonedBefore }),
    failure: 'a booking could not be settled',
    run: settle,
  })
  await addMarkedReminders(services, new Date(at.getTime() - remindedWithinMs))
  await forgetHolds(db, { before: new Date(at.getTime() - keepForMs) })
}

/** Portal 0.3 and earlier stored the request for a reminder as a mark on the hold. */
async function addMarkedReminders({ db, jobs }: EndHoldsServices, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { id } of await takeMarkedReminders(tx, { before })) await jobs.add(tx, requestReminder, { holdId: id })
  })
}

interface Task {
  holds: Hold[]
  /** The log message for a hold that fails. */
  failure: string
  run: (services: BookingServices, hold: Hold) => Promise<unknown>
}

/** Processes the holds one after the other; a failure does not affect the others. */
async function each({ licensees, servicesFor, log }: EndHoldsServices, { holds, failure, run }: Task): Promise<void> {
  for (const hold of holds) {
    const licensee = licensees.find(({ id }) => id === hold.licenseeId)
    if (!licensee) continue // the practice is no longer served
    try {
      await run(servicesFor(licensee), hold)
    } catch (error) {
      log.error({ err: error, licensee: hold.licenseeId }, failure)
    }
  }
}
