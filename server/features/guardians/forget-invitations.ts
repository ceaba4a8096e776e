import { recurring } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { correctInvitations, deleteExpiredInvitations } from './invitation.store.ts'

export const forgetInvitations = recurring('guardians.forgetInvitations', {
  every: { minutes: 1 },
  run: async ({ db, now }: Pick<Services, 'db' | 'now'>) => {
    await correctInvitations(db, { at: now() })
    await deleteExpiredInvitations(db, { at: now() })
  },
})
