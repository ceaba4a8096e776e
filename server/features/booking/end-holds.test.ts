/** @module-tag database */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases.ts'
import type { Database } from '../../db/open.ts'
import { holds } from './schema.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { RecurringWork } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { BookingServices } from './booking-services.ts'
import type { Hold } from './booking.store.ts'
import { requestReminder } from './request-reminder.ts'
import { endHolds, forgetEndedHolds } from './end-holds.ts'

const at = new Date('2026-11-23T15:00:00Z')
const lakeside = { id: 'lakeside' } as Licensee // the only field used here
let database: Database
beforeAll(async () => {
  database = await openTestDatabase('portal')
})
beforeEach(() => database.db.delete(holds))
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

/** Records added jobs without running them. */
function notedJobs() {
  const added: unknown[] = []
  const add: Jobs['add'] = async (_db, { name }, input) => void added.push([name, input])
  return { added, jobs: { add, addLater: async () => undefined, soon: () => undefined } }
}

/** Is passed once it is opened. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => undefined as void
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const runOnce = ({ parts }: RecurringWork) => Promise.all(parts.map(({ run }) => run(new AbortController().signal)))

/** As stored by portal 0.3 when the record server had not accepted the request for a reminder. */
const markedBooking = (number: number, { agoMs }: { agoMs: number }) => ({
  ...endedHold(number),
  details: { ...endedHold(number).details, reminderDue: true },
  state: 'booked' as const,
  appointmentId: `${number}`,
  changedAt: new Date(at.getTime() - agoMs),
})

test('a reminder that an earlier version left is asked for by one job, unless its process may be asking', async () => {
  const bookings = [markedBooking(1, { agoMs: 30_000 }), markedBooking(2, { agoMs: 29_999 })]
  await database.db.insert(holds).values(bookings)
  const { added, jobs } = notedJobs()
  const job = forgetEndedHolds.using({ db: database.db, now: () => at, jobs })
  await Promise.all([runOnce(job), runOnce(job)])
  expect(added).toEqual([['booking.requestReminder', { holdId: 'hold-1' }]])
})

test('a reminder is asked for until the appointment begins', async () => {
  const requested: string[] = []
  const emr = { requestReminder: async (id: string) => void requested.push(id) } as unknown as Emr // the only method used here
  const startsAt = new Date('2026-12-01T15:00:00Z')
  await database.db.insert(holds).values({ ...endedHold(1), state: 'booked', appointmentId: '7', startsAt })
  const ask = async (now: Date, holdId = 'hold-1') => {
    const services = { uses: () => [], db: database.db, now: () => now, licensees: [lakeside], emrOf: () => emr }
    await requestReminder.using(services).prepare({ holdId })?.run({ id: '', tries: 0, wasInterrupted: false })
  }
  await ask(new Date(startsAt.getTime() - 1))
  expect(requested).toEqual(['7'])
  await expect(ask(startsAt)).rejects.toThrow('the appointment has begun')
  await expect(ask(at, 'hold-2')).rejects.toThrow('its booking is no longer known')
  expect(requested).toEqual(['7'])
})

test('each expired hold is released and published, whatever fails for another', async () => {
  await database.db.insert(holds).values([1, 2, 3].map(endedHold))
  const released: string[] = []
  const published: string[] = []
  const logged: string[] = []
  let slotReleases = 0
  const emr = {
    releaseSlot: async (slotId: string) => {
      if (slotId === 'slot-2') throw new Error('down')
      released.push(slotId)
    },
  } as unknown as Emr // the only method used here
  const ownLog = { ...log, error: (_about: object, message: string) => void logged.push(message) }
  const { jobs } = notedJobs()
  const common = { db: database.db, now: () => at, log: ownLog, jobs }
  // As in production, where the second parameter replaces the default `publish`.
  const servicesFor = (
    _licensee: Licensee,
    publish = (topics: string[]) => void published.push(...topics),
  ): BookingServices => ({
    ...common,
    emr,
    publish: (topics) => {
      publish(topics)
      if (topics[0]?.endsWith('/103')) throw new Error('nobody listens')
    },
    slotReleased: () => void (slotReleases += 1),
    booked: async () => undefined,
  })
  await runOnce(endHolds.using({ ...common, licensees: [lakeside], servicesFor }))
  expect(released.toSorted()).toEqual(['slot-1', 'slot-3'])
  expect(published.toSorted()).toEqual([101, 102, 103].map((id) => `licensee:lakeside/times/${id}`))
  expect(slotReleases).toBe(2)
  expect(logged.toSorted()).toEqual(['a hold could not be ended', 'a slot could not be released'])
  expect((await database.db.select().from(holds)).map(({ state }) => state)).toEqual([
    'released',
    'released',
    'released',
  ])
})

test('a practice whose record server hangs keeps no hold of another one', async () => {
  const ofNorthgate = { ...endedHold(2), licenseeId: 'northgate' }
  await database.db.insert(holds).values([{ ...endedHold(1), details: { attempted: true } }, ofNorthgate])
  const released: string[] = []
  const requested = gate()
  const answered = gate()
  const emrOf = ({ id }: Licensee) =>
    ({
      releaseSlot: async (slotId: string) => {
        if (id === 'northgate') return void released.push(slotId)
        requested.open()
        return answered.passed
      },
      findBooking: async () => undefined,
    }) as unknown as Emr // the only methods used here
  const { jobs } = notedJobs()
  const common = { db: database.db, now: () => at, log, jobs }
  const servicesFor = (licensee: Licensee): BookingServices => ({
    ...common,
    emr: emrOf(licensee),
    publish: () => undefined,
    slotReleased: () => undefined,
    booked: async () => undefined,
  })
  const northgate = { id: 'northgate' } as Licensee // the only field used here
  const { parts } = endHolds.using({ ...common, licensees: [lakeside, northgate], servicesFor })
  const [first, second] = parts.map(({ run }) => run(new AbortController().signal))
  await Promise.all([requested.passed, second])
  expect(released).toEqual(['slot-2'])
  const stateOf = async () => (await database.db.select().from(holds).where(eq(holds.id, 'hold-1')))[0]?.state
  expect(await stateOf()).toBe('booking')
  answered.open()
  await first
  expect(await stateOf()).toBe('released')
})
