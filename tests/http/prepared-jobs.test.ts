/** @module-tag database */
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/open.ts'
import { openTestDatabase } from '../support/databases.ts'
import { startPortal } from '../support/portal.ts'

async function queuesOf({ db }: Database): Promise<object[]> {
  const result = await db.execute('select name, policy from jobs.queue order by name')
  return result.rows
}

test('the databases that tests start from have the queues of the portal, and no others', async () => {
  const before = await openTestDatabase('portal') // no portal has started in it
  const prepared = await queuesOf(before)
  await before.close()
  const portal = await startPortal()
  await portal.app.close()
  await portal.database.db.execute('drop schema jobs cascade')
  const beside = await startPortal({ beside: portal })
  const made = await queuesOf(portal.database)
  await beside.close()
  await portal.close()
  expect(prepared).toEqual(made)
  expect(made.length).toBeGreaterThan(20)
})
