import type { Licensee } from '../../licensees/licensee.ts'
import { repeat } from '../../protocol/repeat.ts'
import { abandonedAfterMs, type BookingTools } from './booking-tools.ts'
import { forgetHolds, takeEnded, takeRemindersDue, takeUnsettled, type Hold } from './booking.store.ts'
import { giveBack, remind, settle } from './release-hold.ts'

const everyMs = 30_000
/** The confirmation stays readable this long. */
const keepForMs = 7 * 24 * 3_600_000

export interface SweepOptions extends Pick<BookingTools, 'db' | 'now' | 'log'> {
  licensees: readonly Licensee[]
  toolsFor: (licensee: Licensee) => BookingTools
}

/** Ends holds whose time is over and settles bookings that a killed process left: now, and every half minute. Answers the stop. */
export function startSweeping(options: SweepOptions): () => Promise<void> {
  const failed = (error: unknown) => options.log.error({ err: error }, 'holds could not be swept')
  return repeat({ everyMs, run: () => sweepOnce(options), failed }).stop
}

/** Safe to run in several processes: each hold is claimed by exactly one. */
async function sweepOnce(options: SweepOptions): Promise<void> {
  const { db, now } = options
  const at = now()
  await each(options, { holds: await takeEnded(db, { at }), failure: 'a hold could not be ended', run: giveBack })
  const abandonedBefore = new Date(at.getTime() - abandonedAfterMs)
  // A record server that does not answer is asked again at the next sweep: the hold stays where it is.
  await each(options, {
    holds: await takeUnsettled(db, { at, abandonedBefore }),
    failure: 'a booking could not be settled',
    run: settle,
  })
  await each(options, {
    holds: await takeRemindersDue(db, { at, before: new Date(at.getTime() - everyMs) }),
    failure: 'a reminder could not be requested',
    run: (tools, hold) => remind(tools, { hold, appointmentId: hold.appointmentId ?? '' }),
  })
  await forgetHolds(db, { before: new Date(at.getTime() - keepForMs) })
}

interface Task {
  holds: Hold[]
  /** What the log says of a hold for which it fails. */
  failure: string
  run: (tools: BookingTools, hold: Hold) => Promise<unknown>
}

/** One hold after the other, each by itself: a failure keeps no other from its turn. */
async function each({ licensees, toolsFor, log }: SweepOptions, { holds, failure, run }: Task): Promise<void> {
  for (const hold of holds) {
    const licensee = licensees.find(({ id }) => id === hold.licenseeId)
    if (!licensee) continue // served no more
    try {
      await run(toolsFor(licensee), hold)
    } catch (error) {
      log.error({ err: error, licensee: hold.licenseeId }, failure)
    }
  }
}
