/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { lastPlace } from '../../server/features/messages/message-notices.store.ts'
import { noticeMessages } from '../../server/features/messages/message-notices.ts'
import { messagesTopic } from '../../server/features/messages/message-topics.ts'
import { watchMessages } from '../../server/features/messages/watch-messages.ts'
import { waitingCalls } from '../../server/sandbox/waiting-calls.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { runDueJobs } from '../support/jobs.ts'
import { openLivePage, type LivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { writeAtStaff } from '../support/staff-messages.ts'

const test = portalTest({ maria: 'maria.alvarez', ben: 'ben.carter' })

const { mariaAlvarez, lucasAlvarez, benCarter } = people
const topicOf = ({ practice, patientN }: NamedPerson) =>
  messagesTopic({ licenseeId: practice, patientId: String(patientN) })
const waitsAt = ({ records }: RunningPortal, practice: string) =>
  waitingCalls(records.db, { practice, what: 'messages' })

/** An open screen of a patient that shows messages. */
const openInbox = (portal: RunningPortal, person: NamedPerson, { cookies }: Visitor): Promise<LivePage> =>
  openLivePage(portal, [topicOf(person)], {
    practice: person.practice,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })

const officeWrites = ({ sandboxPort }: RunningPortal, { practice, patientN }: NamedPerson) =>
  writeAtStaff(`http://127.0.0.1:${sandboxPort}`, { practice, patientN, subject: 'Your result' })

/** Keeps the job from running that looks for new messages every ten seconds. */
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await runDueJobs(portal, noticeMessages)
  await portal.database.db.execute(
    sql`update jobs.job set start_after = now() + interval '1 day' where name = ${noticeMessages.name}`,
  )
  portal.jobs.soon(watchMessages)
  for (const practice of ['lakeside', 'northgate'])
    await expect.poll(() => waitsAt(portal, practice)).toBeGreaterThan(0)
})

test('a new message of the office is shown at once on open screens of its patient, and sends no e-mail', async ({
  portal,
  maria,
}) => {
  await maria.act('messages.chooseNotices', { requested: true })
  const before = await lastPlace(portal.database.db, 'lakeside')
  const inbox = await openInbox(portal, mariaAlvarez, maria)
  await officeWrites(portal, lucasAlvarez)
  await officeWrites(portal, mariaAlvarez)
  await expect.poll(() => inbox.heard).toEqual([{ topics: [topicOf(mariaAlvarez)] }])
  await expect.poll(() => waitsAt(portal, 'lakeside')).toBe(1)
  await officeWrites(portal, mariaAlvarez)
  await expect.poll(() => inbox.heard).toHaveLength(2)
  expect(await lastPlace(portal.database.db, 'lakeside')).toBe(before)
  expect(await portal.outbox(mariaAlvarez.email)).toEqual([])
  await maria.act('messages.chooseNotices', { requested: false })
})

test('a message that comes while the record server is out of reach is shown when it is back', async ({
  portal,
  maria,
}) => {
  const inbox = await openInbox(portal, mariaAlvarez, maria)
  await portal.fault({ kind: 'down', practice: 'lakeside', path: 'GetNewMessages' })
  await officeWrites(portal, mariaAlvarez)
  await expect.poll(() => inbox.heard).toHaveLength(1)
  await officeWrites(portal, mariaAlvarez)
  portal.jobs.soon(watchMessages)
  await inbox.caughtUp()
  expect([waitsAt(portal, 'lakeside'), inbox.heard.length]).toEqual([0, 1])
  await portal.heal()
  portal.jobs.soon(watchMessages)
  await expect.poll(() => inbox.heard).toHaveLength(2)
})

test('while the record server of another practice hangs, messages are shown, and those of the other one afterwards', async ({
  portal,
  maria,
  ben,
}) => {
  const [inbox, other] = [await openInbox(portal, mariaAlvarez, maria), await openInbox(portal, benCarter, ben)]
  await portal.fault({ kind: 'hold', practice: 'northgate', path: 'GetNewMessages' })
  await officeWrites(portal, benCarter)
  await expect.poll(() => portal.held()).toBe(1)
  await officeWrites(portal, benCarter)
  for (const count of [1, 2]) {
    await officeWrites(portal, mariaAlvarez)
    await expect.poll(() => inbox.heard).toHaveLength(count)
  }
  expect([await portal.held(), other.heard.length]).toEqual([1, 1])
  await portal.heal()
  await expect.poll(() => other.heard).toHaveLength(2)
})

describe('of two processes', () => {
  test('each watches for the screens that are open at it, until it stops', async ({ portal, maria }) => {
    const beside = await startPortal({ beside: portal })
    const inboxes: LivePage[] = []
    try {
      await expect.poll(() => waitsAt(portal, 'lakeside')).toBe(2)
      for (const each of [portal, beside]) inboxes.push(await openInbox(each, mariaAlvarez, maria))
      await officeWrites(portal, mariaAlvarez)
      for (const { heard } of inboxes) await expect.poll(() => heard.length).toBeGreaterThan(0)
    } finally {
      await beside.close()
    }
    await expect.poll(() => waitsAt(portal, 'lakeside')).toBe(1)
  })
})
