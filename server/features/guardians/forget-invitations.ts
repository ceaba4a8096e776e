import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { deleteExpiredInvitations } from './invitation.store.ts'

export const forgetInvitations = recurring('guardians.forgetInvitations', {
  every: { minutes: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) => deleteExpiredInvitations(db, { at: now() }),
})
