/** The clocks of the processes of a portal differ by less. */
const differenceMs = 60_000

/**
 * Returns the latest moment that a process may have stamped by now. A later stamp is one of before a clock was set back:
 * until the clock has caught up, what it stands for would last longer than it may.
 */
export function latestStamp(at: Date): Date {
  return new Date(at.getTime() + differenceMs)
}
