import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { forgetVisits } from './visits.store.ts'

const keptForMs = 90 * 24 * 3_600_000

export const forgetOldVisits = recurring('visits.forgetOldVisits', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) =>
    forgetVisits(db, { before: new Date(now().getTime() - keptForMs) }),
})
