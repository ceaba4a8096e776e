import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { deleteLooseFiles } from './message-files.store.ts'

/** A message may be sent again for as long after a lost response, and needs its files then. */
const keptForMs = 24 * 3_600_000

/** Deletes the files of messages that the record server has, and those that were attached and never sent. */
export const forgetFiles = recurring('messages.forgetFiles', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) =>
    deleteLooseFiles(db, { before: new Date(now().getTime() - keptForMs) }),
})
