import { GiveUp } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'

/** Returns the practice of a job. Throws GiveUp when this portal no longer serves it. */
export function servedPractice(licensees: readonly Licensee[], licenseeId: string): Licensee {
  const licensee = licensees.find(({ id }) => id === licenseeId)
  if (!licensee) throw new GiveUp('its practice is no longer served')
  return licensee
}
