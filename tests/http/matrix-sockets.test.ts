/** @module-tag database */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { adminTopic, patientTopic } from '../../server/protocol/principal.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { partOfTopic } from '../../server/practice/patient-topics.ts'
import { guardiansOfParts, partOfTopic as numberOfTopic } from './matrix-parts.ts'
import { rolesOf } from './matrix-roles.ts'

const test = portalTest().extend('roles', { scope: 'file' }, ({ portal }) => rolesOf(portal))

async function topicOf({ database }: RunningPortal, login: string): Promise<string> {
  const [row] = await rowsOf<{ id: number }>(database.db, sql`select id from accounts where login = ${login}`)
  return `person:${row?.id}/test`
}

const ofPatient = ({ practice, patientN }: { practice: string; patientN: number }, what: string) =>
  patientTopic({ licenseeId: practice, patientId: String(patientN) }, what)

interface Watching<Person> {
  people: readonly Person[]
  /** What is published. */
  topics: readonly string[]
  /** Default: the same. */
  watched?: readonly string[]
}

/** Opens a page for everybody, publishes each topic and returns the names that the page of each has heard, in order. */
async function heardOf<Person extends { visitor: Visitor }>(
  portal: RunningPortal,
  { people: watching, topics, watched = topics }: Watching<Person>,
): Promise<(Person & { names: string[] })[]> {
  const pages = await Promise.all(
    watching.map(async (person) => {
      const cookie = [...person.visitor.cookies].map((pair) => pair.join('=')).join('; ')
      return { person, page: await openLivePage(portal, watched, { cookie }) }
    }),
  )
  for (const topic of topics) portal.portal.hints.publish({ topics: [topic] })
  for (const { page } of pages) await page.caughtUp()
  return pages.map(({ person, page }) => ({ ...person, names: page.heard.flatMap((hint) => hint.topics) }))
}

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
  const heard = await heardOf(portal, { people: roles, topics, watched: [...topics, ...ofGuests] })
  const expected = roles.map(({ name }) => [
    name,
    [...topics.filter((topic) => heardBy[topic]?.includes(name)), ...(name === 'a guest' ? ['guest/bills'] : [])],
  ])
  expect(heard.map(({ name, names }) => [name, names])).toEqual(expected)
})

test('a guardian limited to some parts hears the topics of these parts, and no others of the patient', async ({
  portal,
}) => {
  expect(Object.keys(partOfTopic).toSorted()).toEqual([...numberOfTopic.keys()].toSorted())
  const maria = await portal.signIn('maria.alvarez')
  const watching = [...(await guardiansOfParts(portal, maria)), { scope: undefined, visitor: maria }]
  const names = [...numberOfTopic.keys(), 'of-no-part']
  const topics = names.map((name) => ofPatient(people.mariaAlvarez, name))
  const heard = await heardOf(portal, { people: watching, topics })
  expect(heard.map(({ scope, names: of }) => [scope, of])).toEqual(
    watching.map(({ scope }) => [
      scope,
      topics.filter((_, at) => scope?.includes(numberOfTopic.get(names[at] ?? '') ?? 0) ?? true),
    ]),
  )
})
