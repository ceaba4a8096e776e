import { migrate } from '../../../server/db/migrate.ts'
import type { Database } from '../../../server/db/open.ts'
import { makeDemoAccounts } from '../../../server/demo.ts'
import { openJobs } from '../../../server/jobs/open-jobs.ts'
import { portalMigrations } from '../../../server/places.ts'
import { buildSandbox } from '../../../server/sandbox/sandbox.ts'
import { testPasswords } from '../passwords.ts'
import { preparedJobs } from './prepared-jobs.ts'

/**
 * The time at which the sandbox `fixed` is seeded: a Wednesday morning in winter; the clocks in New York and Denver
 * change on the second Sunday after it.
 */
export const fixedTime = '2026-02-25T15:00:00Z'

/** The databases that tests start from, each made in an empty one. */
export const recipes = {
  /** An empty database. */
  empty: async () => undefined,
  /** The portal's tables with the demo accounts. */
  portal: async (database: Database) => {
    await migrate(database, portalMigrations)
    await makeDemoAccounts({ db: database.db, passwords: testPasswords })
    const stopJobs = await openJobs({ database, now: () => new Date(), log: console }).start(preparedJobs())
    await stopJobs()
  },
  /** The record server with the demo practices, seeded around now. */
  sandbox: async (database: Database) => {
    await (await buildSandbox({ database })).close()
  },
  /** The same, seeded around `fixedTime`. */
  fixed: async (database: Database) => {
    await (await buildSandbox({ database, now: () => new Date(fixedTime) })).close()
  },
} satisfies Record<string, (database: Database) => Promise<void>>

export type PreparedName = keyof typeof recipes
export const preparedNames = Object.keys(recipes) as PreparedName[] // the keys of the object above
