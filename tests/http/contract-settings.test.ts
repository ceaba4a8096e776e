import { describe, expect } from 'vitest'
import type { Setting, SettingValue } from '../../server/licensees/settings/definition.ts'
import { settingNamed } from '../support/all-settings.ts'
import { settingsOf } from '../../server/protocol/catalog.ts'
import type { ScreenDefinition } from '../../server/protocol/definitions.ts'
import { guests, signInRoutes } from '../../server/protocol/guard.ts'
import { valuesToTry } from '../../server/protocol/settings-read.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { guestOf } from '../support/guests.ts'
import { linkedScreens } from '../support/linked-screens.ts'
import { invitationLink } from '../support/guardians.ts'
import { portalTest } from '../support/portal-test.ts'
import { sampleOf } from '../support/sample.ts'
import type { Login, RunningPortal, Visitor } from '../support/portal.ts'
import { staffInvitationLink } from '../support/staff.ts'
import { bookFirst, bookVideoVisit, crawl, leadsTo, type Page } from './crawl/crawl.ts'
import { endedLinks, staffPages } from './matrix-pages.ts'
import { publishedContract, type Check } from './crawl/published-contract.ts'

/** Values by the names of settings. */
type Combination = Record<string, SettingValue>

const test = portalTest().extend('check', { scope: 'file' }, ({ portal }) => publishedContract(portal.visitor()))

test.beforeAll(({ portal }) => bookVideoVisit(portal))

/** Every combination of the values of some settings. Lists are all or nothing in them; before, each item is tried by itself. */
function combinationsOf(settings: readonly Setting[]): Combination[] {
  const all = settings.reduce<Combination[]>(
    (sofar, setting) =>
      sofar.flatMap((each) => wholeValues(setting).map((value) => ({ ...each, [setting.name]: value }))),
    [{}],
  )
  const single = settings.flatMap((setting) =>
    valuesToTry(setting)
      .slice(wholeValues(setting).length)
      .map((value) => ({ [setting.name]: value })),
  )
  return [...single, ...all]
}

/** Of a list: the default and none. */
function wholeValues(setting: Setting): SettingValue[] {
  const values = valuesToTry(setting)
  return setting.type === 'list' ? values.slice(0, 2) : values
}

/** Groups the screens by the settings that their rules read, so that each combination is set once per group. */
function bySettings(
  screens: readonly ScreenDefinition[],
): { settings: readonly Setting[]; screens: ScreenDefinition[] }[] {
  const groups = new Map<string, { settings: readonly Setting[]; screens: ScreenDefinition[] }>()
  for (const screen of screens) {
    const settings = settingsOf(screen)
    const key = settings
      .map(({ name }) => name)
      .toSorted()
      .join()
    const known = groups.get(key)
    if (known) known.screens.push(screen)
    else groups.set(key, { settings, screens: [screen] })
  }
  return [...groups.values()]
}

async function set({ portal }: RunningPortal, licenseeId: string, combination: Combination): Promise<void> {
  for (const [name, value] of Object.entries(combination)) {
    const setting = settingNamed(name)
    if (JSON.stringify(portal.settings.value(licenseeId, setting)) !== JSON.stringify(value))
      await change(portal, licenseeId, { setting, value })
  }
}

async function change(
  { settings }: RunningPortal['portal'],
  licenseeId: string,
  { setting, value }: { setting: Setting; value: SettingValue | null },
): Promise<void> {
  const { version: seenVersion } = settings.state(licenseeId, setting)
  const done = await settings.change({ licenseeId, setting, value, seenVersion, by: 'test', at: new Date() })
  expect([setting.name, done]).toEqual([setting.name, true])
}

/** Resets every changed setting. */
async function reset({ portal }: RunningPortal, licenseeId: string): Promise<void> {
  for (const setting of new Set(portal.screens.flatMap(settingsOf)))
    if (portal.settings.state(licenseeId, setting).source === 'portal')
      await change(portal, licenseeId, { setting, value: null })
}

function isOfferedAt({ portal }: RunningPortal, licenseeId: string, { offered }: ScreenDefinition): boolean {
  return (
    offered?.({
      setting: (setting) => portal.settings.value(licenseeId, setting),
      now: () => new Date(),
      principal: undefined,
    }) ?? true
  )
}

interface Seen {
  combination: Combination
  path: string
  fault: string
}

/** Returns the errors of a page and its regions under a combination of settings. */
async function faultsAt(
  visitor: Visitor,
  { path, isOffered, check }: { path: string; isOffered: boolean; check: Check },
): Promise<Omit<Seen, 'combination'>[]> {
  const { status, body } = await visitor.get<unknown>(path)
  if (!isOffered) {
    const fault =
      status === 403
        ? check('Problem', body) || check('Screen', (body as { screen?: unknown }).screen)
        : `answered ${status} although it is switched off`
    return [{ path, fault }]
  }
  // If a setting switches another step off, a URL may contain too many or too few choices, or an impossible one.
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

const practices: { licenseeId: string; patientLogin: Login; adminLogin: Login; billed: NamedPerson }[] = [
  {
    licenseeId: 'lakeside',
    patientLogin: 'maria.alvarez',
    adminLogin: 'practice.owner',
    billed: people.eleanorWhitfield,
  },
  { licenseeId: 'northgate', patientLogin: 'ben.carter', adminLogin: 'office.lead', billed: people.benCarter },
]

describe.each(practices)('every screen of $licenseeId', ({ licenseeId, patientLogin, adminLogin, billed }) => {
  let patient: Visitor
  let admin: Visitor
  let guest: Visitor
  let pages: Page[]
  test.beforeAll(async ({ portal }) => {
    patient = await portal.signIn(patientLogin)
    admin = await portal.signIn(adminLogin)
    guest = await guestOf(portal, billed)
    // Northgate takes no cards, and has no lab orders (demo-practice.md).
    await set(portal, licenseeId, {
      enable_portal_dashboard_options: [1, 2, 3, 4, 5, 6, 7],
      Card_Payment_Key: 'a key',
      Enable_PayBill_Portal: true,
      Portal_Payment_Links: true,
      Portal_Installments: true,
    })
    const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
    const adminRoutes = routes.filter((route) => route.startsWith('/admin/'))
    const guestRoutes = portal.portal.screens.flatMap(({ guard, route }) => (guard.name === guests.name ? [route] : []))
    const crawled = (
      await Promise.all([crawl(patient, routes), crawl(admin, adminRoutes, 1), crawl(guest, guestRoutes, 1)])
    ).flat()
    const booked = await bookFirst(patient, crawled)
    const given = [
      booked.replace('/ui/screens', ''),
      await invitationLink(portal, licenseeId),
      await staffInvitationLink(portal, licenseeId),
      ...endedLinks,
      ...(await linkedScreens(portal, licenseeId)),
    ]
    const ofStaff = await crawl(admin, await staffPages(admin, billed.patientN), 1)
    pages = [...crawled, ...ofStaff, ...(await crawl(patient, given, 1))].filter(({ status }) => status === 200)
  })

  const visitorFor = ({ guard }: ScreenDefinition): Visitor => {
    if (guard.signIn === signInRoutes.admins) return admin
    return guard.name === guests.name ? guest : patient
  }

  test('keeps the contract over all values of the settings that its rules read', async ({ portal, check }) => {
    const faults: Seen[] = []
    let tried = 0
    const pathsOf = ({ route }: ScreenDefinition) => pages.filter(({ name }) => name === route).map(({ path }) => path)
    for (const definition of portal.portal.screens)
      expect([definition.route, pathsOf(definition).length > 0]).toEqual([definition.route, true])
    for (const { settings, screens } of bySettings(portal.portal.screens)) {
      const names = settings.map(({ name }) => name).join()
      for (const [turn, combination] of sampleOf(
        `${licenseeId} ${names}`,
        [...combinationsOf(settings).entries()],
        4,
      )) {
        await set(portal, licenseeId, combination)
        const results = await Promise.all(
          screens.map((definition) => {
            // Alternates the URLs of each combination: what settings decide does not depend on earlier choices.
            const paths = pathsOf(definition)
            return faultsAt(visitorFor(definition), {
              path: paths[turn % paths.length] ?? '',
              isOffered: isOfferedAt(portal, licenseeId, definition),
              check,
            })
          }),
        )
        tried += screens.length
        faults.push(
          ...results
            .flat()
            .filter(({ fault }) => fault !== '')
            .map((each) => ({ combination, ...each })),
        )
      }
      await reset(portal, licenseeId)
    }
    expect(tried).toBeGreaterThan(portal.portal.screens.length)
    expect(faults).toEqual([])
  })

  test('is not there while the practice has its part switched off', async ({ portal, check }) => {
    // A practice that wants a second factor of its staff offers them passkeys.
    await set(portal, licenseeId, { enable_portal_dashboard_options: [], Staff_Second_Factor: false })
    const hidden = portal.portal.screens.filter(({ offered }) => offered)
    expect(hidden.length).toBeGreaterThan(1)
    for (const definition of hidden) {
      const { route } = definition
      const visitor = visitorFor(definition)
      const { status, body } = await visitor.get<{ code: string; screen: object }>(`/ui/screens${route}`)
      expect([route, status, body.code, check('Screen', body.screen)]).toEqual([route, 403, 'route.off', ''])
    }
    for (const { name, offered } of portal.portal.regions.values())
      if (offered) expect([name, (await patient.get(`/ui/regions/${name}`)).status]).toEqual([name, 403])
    for (const { name, offered } of portal.portal.actions.values())
      if (offered) expect([name, (await patient.act(name, {})).status]).toEqual([name, 403])
    await reset(portal, licenseeId)
  })
})
