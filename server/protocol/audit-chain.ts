import type { Db } from '../db/open.ts'
import { recurring } from '../jobs/job.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { chainRows } from './audit-chain-store.ts'
import { noteRefusedTries } from './refused-tries-store.ts'

interface ChainServices {
  db: Db
  now: () => Date
  licensees: readonly Licensee[]
}

const atOnce = 500

/**
 * Adds what was written to the audit log to its chain. Chaining in the transaction of each act would make all acts of a
 * practice wait for each other (decision 60).
 */
export const chainAudit = recurring('audit.chain', {
  every: { seconds: 30 },
  perPractice: async ({ db, now }: ChainServices, { id: licenseeId }: Licensee) => {
    await noteRefusedTries(db, { licenseeId, at: now() })
    while ((await chainRows(db, { licenseeId, most: atOnce })) === atOnce);
  },
})
