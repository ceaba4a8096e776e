import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { abandonedAfterMs, type BookingLog, type BookingServices } from './booking-services.ts'
import { forgetHolds, takeEnded, takeMarkedReminders, takeUnsettled, type Hold } from './booking.store.ts'
import { giveUpSlot, settle } from './release-hold.ts'
import { requestReminder } from './request-reminder.ts'

/** The confirmation stays readable this long. */
const keepForMs = 7 * 24 * 3_600_000
/** A process of an earlier version that has just booked asks for the reminder itself. */
const remindedWithinMs = 30_000

interface SweepServices extends Pick<Services, 'db' | 'now' | 'licensees' | 'jobs'> {
  log: BookingLog
  servicesFor: (licensee: Licensee) => BookingServices
}

/** Ends holds whose time is over and settles bookings that a killed process left. */
export const sweepHolds = recurring('booking.sweepHolds', { every: { seconds: 30 }, run: sweep })

/** Safe to run in several processes: each hold is claimed by exactly one. */
async function sweep(services: SweepServices): Promise<void> {
  const { db, now } = services
  const at = now()
  await each(services, { holds: await takeEnded(db, { at }), failure: 'a hold could not be ended', run: giveUpSlot })
  const abandonedBefore = new Date(at.getTime() - abandonedAfterMs)
  // A record server that does not answer is asked again at the next sweep: the hold stays where it is.
  await each(services, {
    holds: await takeUnsettled(db, { at, abandonedBefore }),
    failure: 'a booking could not be settled',
    run: settle,
  })
  await addMarkedReminders(services, new Date(at.getTime() - remindedWithinMs))
  await forgetHolds(db, { before: new Date(at.getTime() - keepForMs) })
}

/** Portal 0.3 and earlier kept the wish for a reminder as a mark of the hold. */
async function addMarkedReminders({ db, jobs }: SweepServices, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { id } of await takeMarkedReminders(tx, { before })) await jobs.add(tx, requestReminder, { holdId: id })
  })
}

interface Task {
  holds: Hold[]
  /** What the log says of a hold for which it fails. */
  failure: string
  run: (services: BookingServices, hold: Hold) => Promise<unknown>
}

/** One hold after the other, each by itself: a failure keeps no other from its turn. */
async function each({ licensees, servicesFor, log }: SweepServices, { holds, failure, run }: Task): Promise<void> {
  for (const hold of holds) {
    const licensee = licensees.find(({ id }) => id === hold.licenseeId)
    if (!licensee) continue // served no more
    try {
      await run(servicesFor(licensee), hold)
    } catch (error) {
      log.error({ err: error, licensee: hold.licenseeId }, failure)
    }
  }
}
