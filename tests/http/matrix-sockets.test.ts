/** @module-tag database */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { adminTopic, patientTopic } from '../../server/protocol/principal.ts'
import { rowsOf } from '../../server/sandbox/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { rolesOf } from './matrix-roles.ts'

const test = portalTest().extend('roles', { scope: 'file' }, ({ portal }) => rolesOf(portal))

async function topicOf({ database }: RunningPortal, login: string): Promise<string> {
  const [row] = await rowsOf<{ id: number }>(database.db, sql`select id from accounts where login = ${login}`)
  return `person:${row?.id}/test`
}

const ofPatient = ({ practice, patientN }: { practice: string; patientN: number }, what: string) =>
  patientTopic({ licenseeId: practice, patientId: String(patientN) }, what)

const staff = ['the front desk', 'the records staff', 'the settings staff', 'the owner']

test('a live socket hears the topics of its own practice, person and patient, and no others', async ({
  portal,
  roles,
}) => {
  const everybody = roles.map(({ name }) => name)
  /** Who hears each topic at Lakeside. Guests call that of their bills by another name. */
  const heardBy: Record<string, string[]> = {
    'licensee:lakeside/settings/test': everybody,
    'licensee:northgate/settings/test': [],
    [await topicOf(portal, 'maria.alvarez')]: ['a patient'],
    [await topicOf(portal, 'calls.desk')]: ['the front desk'],
    [await topicOf(portal, 'ben.carter')]: [],
    [ofPatient(people.mariaAlvarez, 'messages')]: ['a patient', 'a viewer'],
    [ofPatient(people.lucasAlvarez, 'messages')]: ['a guardian'],
    [ofPatient(people.eleanorWhitfield, 'messages')]: [],
    [ofPatient(people.eleanorWhitfield, 'bills')]: [],
    [ofPatient(people.benCarter, 'messages')]: [],
    [adminTopic('lakeside', 'test')]: staff,
    [adminTopic('northgate', 'test')]: [],
  }
  const topics = Object.keys(heardBy)
  const ofGuests = ['guest/bills', 'guest/messages']
  const pages = await Promise.all(
    roles.map(async ({ name, visitor }) => {
      const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
      return { name, page: await openLivePage(portal, [...topics, ...ofGuests], { cookie }) }
    }),
  )
  for (const topic of topics) portal.portal.hints.publish({ topics: [topic] })
  for (const { page } of pages) await page.caughtUp()
  const heard = pages.map(({ name, page }) => [name, page.heard.flatMap((hint) => hint.topics)])
  const expected = roles.map(({ name }) => [
    name,
    [...topics.filter((topic) => heardBy[topic]?.includes(name)), ...(name === 'a guest' ? ['guest/bills'] : [])],
  ])
  expect(heard).toEqual(expected)
})
