/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { watchRecords } from '../../server/features/record-changes/record-changes.feature.ts'
import { recordTopic } from '../../server/practice/record-topics.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { waitingCalls, wakeWaitingCalls } from '../../server/sandbox/waiting-calls.ts'
import { openLivePage, type LivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { releaseAtStaff } from '../support/staff-results.ts'

const test = portalTest({ maria: 'maria.alvarez', ben: 'ben.carter' })

const { mariaAlvarez, lucasAlvarez, benCarter } = people
const parts = ['testResults', 'clinicalDocuments', 'labOrders'] as const
type Part = (typeof parts)[number]
const topicOf = ({ practice, patientN }: NamedPerson, part: Part) =>
  recordTopic({ licenseeId: practice, patientId: String(patientN) }, part)
const waitsAt = ({ records }: RunningPortal, practice: string) =>
  waitingCalls(records.db, { practice, what: 'records' })

/** An open screen of a patient that shows all three lists. */
const openLists = (portal: RunningPortal, person: NamedPerson, { cookies }: Visitor): Promise<LivePage> =>
  openLivePage(
    portal,
    parts.map((part) => topicOf(person, part)),
    { practice: person.practice, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  )

const release = ({ sandboxPort }: RunningPortal, { practice, patientN }: NamedPerson) =>
  releaseAtStaff(`http://127.0.0.1:${sandboxPort}`, { practice, patientN })

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  portal.jobs.soon(watchRecords)
  for (const practice of ['lakeside', 'northgate'])
    await expect.poll(() => waitsAt(portal, practice)).toBeGreaterThan(0)
})

test('a new result is shown at once on open screens of its patient, and nobody else hears of it', async ({
  portal,
  maria,
  ben,
}) => {
  const [lists, other] = [await openLists(portal, mariaAlvarez, maria), await openLists(portal, benCarter, ben)]
  await release(portal, lucasAlvarez)
  await release(portal, mariaAlvarez)
  await expect.poll(() => lists.heard).toEqual([{ topics: [topicOf(mariaAlvarez, 'testResults')] }])
  await other.caughtUp()
  expect(other.heard).toEqual([])
})

test('documents and orders that are added, changed or withdrawn are shown at once', async ({ portal, maria }) => {
  const { db } = portal.records
  const lists = await openLists(portal, mariaAlvarez, maria)
  const ofMaria = sql`practice = 'lakeside' and patient_n = ${mariaAlvarez.patientN}`
  const changes: [Part, ReturnType<typeof sql>][] = [
    [
      'clinicalDocuments',
      sql`insert into clinical_documents (practice, patient_n, category_n, category_label, session_date, is_complete, content)
        values ('lakeside', ${mariaAlvarez.patientN}, 1, 'Visit note', '2020-01-01', true, '[]')`,
    ],
    ['labOrders', sql`update lab_orders set physician = 'Grace' where ${ofMaria}`],
    ['clinicalDocuments', sql`delete from clinical_documents where ${ofMaria} and session_date = '2020-01-01'`],
  ]
  for (const [at, [part, statement]] of changes.entries()) {
    await db.execute(statement)
    wakeWaitingCalls(db, { practice: 'lakeside', what: 'records' })
    await expect.poll(() => lists.heard).toHaveLength(at + 1)
    expect(lists.heard[at]).toEqual({ topics: [topicOf(mariaAlvarez, part)] })
  }
})

test('what comes while the record server is out of reach is shown when it is back', async ({ portal, maria }) => {
  const lists = await openLists(portal, mariaAlvarez, maria)
  await portal.fault({ kind: 'down', practice: 'lakeside', path: 'GetRecordChanges' })
  await release(portal, mariaAlvarez)
  await expect.poll(() => lists.heard).toHaveLength(1)
  await release(portal, mariaAlvarez)
  portal.jobs.soon(watchRecords)
  await lists.caughtUp()
  expect([waitsAt(portal, 'lakeside'), lists.heard.length]).toEqual([0, 1])
  await portal.heal()
  portal.jobs.soon(watchRecords)
  await expect.poll(() => lists.heard).toHaveLength(2)
})
