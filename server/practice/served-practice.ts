import { GiveUp } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'

/** The practice that a job is for. Throws GiveUp when this portal serves it no more. */
export function servedPractice(licensees: readonly Licensee[], licenseeId: string): Licensee {
  const licensee = licensees.find(({ id }) => id === licenseeId)
  if (!licensee) throw new GiveUp('its practice is not served any more')
  return licensee
}
