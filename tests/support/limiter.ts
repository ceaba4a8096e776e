import { onTestFinished } from 'vitest'
import { openLimiter, type CountedTries, type Limiter, type LimiterDeps } from '../../server/protocol/limiter.ts'
import { openTestDatabase } from './databases.ts'
import { testEncryption } from './encryption.ts'

/** A limiter as a portal in tests has it, on a database of its own if it gets none. */
export async function openTestLimiter(deps: Partial<LimiterDeps> = {}): Promise<Limiter & CountedTries> {
  return openLimiter({ db: deps.db ?? (await ownDatabase()), fingerprint: testEncryption.fingerprint, ...deps })
}

async function ownDatabase(): Promise<LimiterDeps['db']> {
  const { db, close } = await openTestDatabase('portal')
  onTestFinished(close)
  return db
}
