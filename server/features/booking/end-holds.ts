import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { fewAtOnce } from '../../protocol/turns.ts'
import { abandonedAfterMs, holdMs, type BookingLog, type BookingServices } from './booking-services.ts'
import { correctHolds, forgetHolds, takeEnded, takeMarkedReminders, takeUnsettled, type Hold } from './booking.store.ts'
import { giveUpSlot, settle } from './release-hold.ts'
import { requestReminder } from './request-reminder.ts'

/** How long the confirmation stays readable. */
const keepForMs = 7 * 24 * 3_600_000
/** A process of an earlier version may still request the reminder of its own recent booking. */
const remindedWithinMs = 30_000

interface EndHoldsServices extends Pick<Services, 'db' | 'now' | 'licensees'> {
  log: BookingLog
  servicesFor: (licensee: Licensee) => BookingServices
}

/** Releases expired holds and settles bookings that a killed process abandoned. */
export const endHolds = recurring('booking.endHolds', {
  every: { seconds: 30 },
  perPractice: async ({ db, now, log, servicesFor }: EndHoldsServices, licensee: Licensee) => {
    const services = servicesFor(licensee)
    const own = { licenseeId: licensee.id, at: now() }
    await correctHolds(db, { ...own, holdMs })
    const abandonedBefore = new Date(own.at.getTime() - abandonedAfterMs)
    /** A failure of one hold does not affect the others. */
    const each = (holds: Hold[], run: (hold: Hold) => Promise<unknown>, failure: string) =>
      fewAtOnce(holds, (hold) =>
        run(hold).catch((error: unknown) => log.error({ err: error, licensee: licensee.id }, failure)),
      )
    await each(await takeEnded(db, own), (hold) => giveUpSlot(services, hold), 'a hold could not be ended')
    // If the record server does not respond, the hold keeps its state, and the next run tries again.
    await each(
      await takeUnsettled(db, { ...own, abandonedBefore }),
      (hold) => settle(services, hold),
      'a booking could not be settled',
    )
  },
})

/** Forgets holds that have ended, of all practices. */
export const forgetEndedHolds = recurring('booking.forgetEndedHolds', {
  every: { minutes: 1 },
  run: async ({ db, now, jobs }: Pick<Services, 'db' | 'now' | 'jobs'>) => {
    const at = now().getTime()
    await addMarkedReminders({ db, jobs }, new Date(at - remindedWithinMs))
    await forgetHolds(db, { before: new Date(at - keepForMs) })
  },
})

/** Portal 0.3 and earlier stored the request for a reminder as a mark on the hold. */
async function addMarkedReminders({ db, jobs }: Pick<Services, 'db' | 'jobs'>, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { id } of await takeMarkedReminders(tx, { before })) await jobs.add(tx, requestReminder, { holdId: id })
  })
}
