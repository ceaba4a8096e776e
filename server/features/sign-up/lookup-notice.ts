import type { BlockList } from '../../../schemas/block.ts'
import { latestHourOf } from '../../identity/failed-lookups.store.ts'
import { failedLookupsTopic, mostFailedLookups } from '../../identity/patient-lookup.ts'
import type { Context } from '../../protocol/context.ts'
import { clockText, dayOf, longDayText, timeText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'

const shownForMs = 24 * 3_600_000
const hourMs = 3_600_000

/** For administrators: an hour of the last day in which many people were not found. */
export async function lookupNotice(context: Context, { db }: Pick<Services, 'db'>): Promise<BlockList> {
  const { id: licenseeId, timeZone } = context.licensee
  context.dependsOn(failedLookupsTopic(licenseeId))
  const after = new Date(context.now().getTime() - shownForMs)
  const latest = await latestHourOf(db, { licenseeId, atLeast: mostFailedLookups, after })
  if (!latest) return []
  const { hour, count } = latest
  const from = clockText(hour, timeZone)
  const to = timeText(new Date(hour.getTime() + hourMs), timeZone)
  return [
    {
      kind: 'notice',
      id: 'failed-lookups',
      tone: 'warning',
      title: 'Somebody may be guessing patients’ details',
      text: `On ${longDayText(dayOf(hour, timeZone))}, ${count} attempts to find a patient between ${from} and ${to} matched nobody, when people created accounts or paid as guests. The portal limits how often one network can try. If it goes on, tell the people who run your portal.`,
    },
  ]
}
