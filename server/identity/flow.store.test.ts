import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { flows } from '../db/schema.ts'
import type { Database } from '../db/open.ts'
import { advanceFlow, beginFlow, endFlowsOf, readFlow, type FlowPlace } from './flow.store.ts'

const at = new Date('2026-11-30T15:00:00Z')
const subject = { accountId: 7, contacts: { email: 'jane@example.org' }, lastName: 'Doe' }
let database: Database
beforeAll(async () => {
  database = await openTestDatabase('portal')
})
afterAll(() => database.close())

async function begun() {
  const place = { licenseeId: 'lakeside', purpose: 'mailRead' } as const
  return { ...place, id: await beginFlow(database.db, { ...place, step: 'choose', subject, at }) }
}
const read = async (place: FlowPlace) => (await readFlow(database.db, { ...place, at }))?.subject

test('what a flow knows of a person can be read with its id only, at each step', async () => {
  const place = await begun()
  expect(await read(place)).toEqual(subject)
  const changed = { ...subject, sentTo: subject.contacts }
  expect(await advanceFlow(database.db, { ...place, from: 'choose', to: 'code', subject: changed })).toBe(true)
  expect(await read(place)).toEqual(changed)
  const stored = JSON.stringify(await database.db.select().from(flows))
  expect([stored.includes('jane'), stored.includes('Doe'), stored.includes(place.id)]).toEqual([false, false, false])
  expect(await read({ ...place, id: `${place.id}x` })).toBeUndefined()
})

test('a flow that an earlier version began goes on, and the flows of an account end together', async () => {
  const place = await begun()
  await database.db.update(flows).set({ subject })
  expect(await read(place)).toEqual(subject)
  const next = await begun()
  await endFlowsOf(database.db, 7)
  expect([await read(place), await read(next)]).toEqual([undefined, undefined])
})
