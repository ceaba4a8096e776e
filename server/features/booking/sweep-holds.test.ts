/** @module-tag database */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases.ts'
import type { Database } from '../../db/open.ts'
import { holds } from '../../db/schema.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { BookingTools } from './booking-tools.ts'
import type { Hold } from './booking.store.ts'
import { startSweeping } from './sweep-holds.ts'

const at = new Date('2026-11-23T15:00:00Z')
const lakeside = { id: 'lakeside' } as Licensee // nothing here reads more of it
let database: Database
beforeAll(async () => {
  database = await openTestDatabase('portal')
})
afterAll(() => database.close())

const endedHold = (number: number): Hold => ({
  id: `hold-${number}`,
  licenseeId: 'lakeside',
  accountId: number,
  patientId: '300001',
  slotId: `slot-${number}`,
  mode: 'inoffice',
  providerId: `${100 + number}`,
  facilityId: '11',
  startsAt: new Date('2026-12-01T15:00:00Z'),
  minutes: 20,
  details: {
    typeId: '1',
    typeName: 'Visit',
    providerName: '',
    facilityName: '',
    facilityAddress: '',
    facilityPhone: '',
    timeZone: 'UTC',
  },
  state: 'held',
  appointmentId: null,
  endsAt: new Date(at.getTime() - number * 1000),
  changedAt: new Date(at.getTime() - 600_000),
})

test('each hold whose time is over is given back and told, whatever fails for another', async () => {
  await database.db.insert(holds).values([1, 2, 3].map(endedHold))
  const released: string[] = []
  const published: string[] = []
  const logged: string[] = []
  let freed = 0
  const emr = {
    releaseSlot: async (slotId: string) => {
      if (slotId === 'slot-2') throw new Error('down')
      released.push(slotId)
    },
  } as unknown as Emr // what ending a hold asks of it
  const log = { error: (_about: object, message: string) => void logged.push(message) }
  const common = { db: database.db, now: () => at, log }
  // As in production, where a second parameter says otherwise than all screens.
  const toolsFor = (
    _licensee: Licensee,
    publish = (topics: string[]) => void published.push(...topics),
  ): BookingTools => ({
    ...common,
    emr,
    publish: (topics) => {
      publish(topics)
      if (topics[0]?.endsWith('/103')) throw new Error('nobody listens')
    },
    later: () => undefined,
    freed: () => void (freed += 1),
  })
  await startSweeping({ ...common, licensees: [lakeside], toolsFor })()
  expect(released.toSorted()).toEqual(['slot-1', 'slot-3'])
  expect(published.toSorted()).toEqual([101, 102, 103].map((id) => `licensee:lakeside/times/${id}`))
  expect(freed).toBe(2)
  expect(logged.toSorted()).toEqual(['a hold could not be ended', 'a slot could not be released'])
  expect((await database.db.select().from(holds)).map(({ state }) => state)).toEqual([
    'released',
    'released',
    'released',
  ])
})
