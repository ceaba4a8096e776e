import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettingValue } from '../../server/licensees/settings/definition.ts'
import type { SettingName } from '../../server/licensees/settings/registry.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { settingsOf } from '../../server/ui/catalog.ts'
import type { ScreenDefinition } from '../../server/ui/definitions.ts'
import { valuesToTry } from '../../server/ui/settings-read.ts'
import { linkedScreens } from '../support/around-visits.ts'
import { invitationLink } from '../support/guardians.ts'
import { startPortal, type Login, type RunningPortal, type Visitor } from '../support/portal.ts'
import { bookVisit } from '../support/visits.ts'
import { bookFirst, crawl, leadsTo, type Page } from './contract-crawl.ts'
import { publishedContract, type Check } from './contract-published.ts'

type Combination = Partial<Record<SettingName, SettingValue>>

let portal: RunningPortal
let check: Check
beforeAll(async () => {
  portal = await startPortal()
  check = await publishedContract(portal.visitor())
  // Northgate offers no telehealth (demo-practice.md), and still has a page for a video visit that its office books.
  const { patientN } = people.benCarter
  const startsAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000)
  await bookVisit(portal.records, { practice: 'northgate', patientN, employeeN: 202, startsAt })
})
afterAll(() => portal.close())

/** Every combination of the values of some settings. */
function combinationsOf(names: readonly SettingName[]): Combination[] {
  return names.reduce<Combination[]>(
    (sofar, name) => sofar.flatMap((each) => valuesToTry(name).map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}

async function set(licenseeId: string, combination: Combination): Promise<void> {
  const { book } = portal.portal
  const names = Object.keys(combination) as SettingName[] // made of setting names above
  for (const name of names) {
    const { version, value } = book.state(licenseeId, name)
    const wanted = combination[name] ?? null
    if (JSON.stringify(value) === JSON.stringify(wanted)) continue
    const done = await book.change({
      licenseeId,
      name,
      value: wanted,
      seenVersion: version,
      by: 'test',
      at: new Date(),
    })
    expect([name, done]).toEqual([name, true])
  }
}

async function reset(licenseeId: string): Promise<void> {
  const { portal: inside } = portal
  const names = new Set(inside.screens.flatMap(settingsOf))
  await set(licenseeId, Object.fromEntries([...names].map((name) => [name, null])))
}

function isOffered({ offered }: ScreenDefinition, licenseeId: string): boolean {
  return (
    offered?.({
      setting: (name) => portal.portal.book.value(licenseeId, name),
      now: () => new Date(),
      person: undefined,
    }) ?? true
  )
}

interface Seen {
  combination: Combination
  path: string
  fault: string
}

/** What is wrong with a page under a combination of settings; its regions included. */
async function faultsAt(
  visitor: Visitor,
  { path, definition, licenseeId }: { path: string; definition: ScreenDefinition; licenseeId: string },
): Promise<Omit<Seen, 'combination'>[]> {
  const { status, body } = await visitor.get<unknown>(path)
  if (!isOffered(definition, licenseeId)) {
    const said =
      status === 403
        ? check('Problem', body) || check('Screen', (body as { screen?: unknown }).screen)
        : `answered ${status} although it is switched off`
    return [{ path, fault: said }]
  }
  // With another answer switched off, an address may say too much or too little, or what can no longer be done.
  if (status !== 200)
    return [
      {
        path,
        fault: [403, 404, 409, 422].includes(status)
          ? check('Problem', body)
          : `answered ${status}: ${JSON.stringify(body)}`,
      },
    ]
  const regions = leadsTo(body).filter((each) => each.startsWith('/ui/regions'))
  const inner = await Promise.all(
    regions.map(async (region) => ({ path: region, answer: await visitor.get<unknown>(region) })),
  )
  const innerFaults = inner.map((each) => ({
    path: each.path,
    fault: each.answer.status === 200 ? check('RegionContent', each.answer.body) : `answered ${each.answer.status}`,
  }))
  return [{ path, fault: check('Screen', body) }, ...innerFaults]
}

const practices: [string, Login, Login][] = [
  ['lakeside', 'maria.alvarez', 'front.desk'],
  ['northgate', 'ben.carter', 'office.lead'],
]

describe.each(practices)('every screen of %s', (licenseeId, patientLogin, adminLogin) => {
  let patient: Visitor
  let admin: Visitor
  let pages: Page[]
  beforeAll(async () => {
    patient = await portal.signIn(patientLogin)
    admin = await portal.signIn(adminLogin)
    const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
    const found = [
      ...(await crawl(patient, routes)),
      ...(await crawl(
        admin,
        routes.filter((route) => route.startsWith('/admin/')),
        1,
      )),
    ]
    const booked = await bookFirst(patient, found)
    const given = [booked.replace('/ui/screens', ''), await invitationLink(portal, licenseeId)].concat(
      await linkedScreens(portal, licenseeId),
    )
    pages = [...found, ...(await crawl(patient, given, 1))].filter(({ status }) => status === 200)
  })

  test('keeps the contract over all values of the settings that its rules read', async () => {
    const faults: Seen[] = []
    let tried = 0
    for (const definition of portal.portal.screens) {
      const paths = pages.filter(({ name }) => name === definition.route).map(({ path }) => path)
      expect([definition.route, paths.length > 0]).toEqual([definition.route, true])
      const visitor = definition.guard.name === 'admins' ? admin : patient
      for (const combination of combinationsOf(settingsOf(definition))) {
        await set(licenseeId, combination)
        // One address of each combination in turn: what settings decide does not hang on the answers given so far.
        const path = paths[tried % paths.length] ?? ''
        tried += 1
        const found = await faultsAt(visitor, { path, definition, licenseeId })
        faults.push(...found.filter(({ fault }) => fault !== '').map((each) => ({ combination, ...each })))
      }
      await reset(licenseeId)
    }
    expect(tried).toBeGreaterThan(portal.portal.screens.length)
    expect(faults).toEqual([])
  })

  test('is not there while the practice has its part switched off', async () => {
    await set(licenseeId, { enable_portal_dashboard_options: [] })
    const hidden = portal.portal.screens.filter(({ offered }) => offered)
    expect(hidden.length).toBeGreaterThan(1)
    for (const { route } of hidden) {
      const { status, body } = await patient.get<{ code: string; screen: object }>(`/ui/screens${route}`)
      expect([route, status, body.code, check('Screen', body.screen)]).toEqual([route, 403, 'route.off', ''])
    }
    for (const { name, offered } of portal.portal.regions.values())
      if (offered) expect([name, (await patient.get(`/ui/regions/${name}`)).status]).toEqual([name, 403])
    for (const { name, offered } of portal.portal.actions.values())
      if (offered) expect([name, (await patient.act(name, {})).status]).toEqual([name, 403])
    await reset(licenseeId)
  })
})
