import type { Licensee } from '../../licensees/licensee.ts'
import { repeat } from '../../ui/repeat.ts'
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

/** Harmless beside other processes: every hold is taken by one of them. */
async function sweepOnce({ licensees, toolsFor, db, now, log }: SweepOptions): Promise<void> {
  const at = now()
  const toolsAt = ({ licenseeId }: Hold) => licensees.filter(({ id }) => id === licenseeId).map(toolsFor)
  for (const hold of await takeEnded(db, { at })) for (const tools of toolsAt(hold)) await giveBack(tools, hold)
  for (const hold of await takeUnsettled(db, { at, abandonedBefore: new Date(at.getTime() - abandonedAfterMs) })) {
    // A record server that does not answer is asked again at the next sweep: the hold stays where it is.
    for (const tools of toolsAt(hold))
      await settle(tools, hold).catch((error: unknown) =>
        log.error({ err: error, licensee: hold.licenseeId }, 'a booking could not be settled'),
      )
  }
  for (const hold of await takeRemindersDue(db, { at, before: new Date(at.getTime() - everyMs) }))
    for (const tools of toolsAt(hold))
      await remind(tools, { hold, appointmentId: hold.appointmentId ?? '' }).catch((error: unknown) =>
        log.error({ err: error, licensee: hold.licenseeId }, 'a reminder could not be requested'),
      )
  await forgetHolds(db, { before: new Date(at.getTime() - keepForMs) })
}
