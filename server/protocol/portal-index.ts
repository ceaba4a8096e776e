import type { Setting } from '../licensees/settings/definition.ts'
import { activityWords, screensReading } from './catalog.ts'
import type { DashboardCard, LandingTile, MenuEntry } from './definitions.ts'
import { signInRoutes } from './guard.ts'
import type { Portal } from './portal.ts'

/** What features may know of the whole portal. Available while serving requests, not while features are built. */
export interface PortalIndex {
  /** Whether the portal has a screen under this route, such as `/user/home/Forms`. */
  reachable(route: string): boolean
  /** Whether a screen that people can open, other than administrators', lies at this path. */
  isPageForPeople(path: string): boolean
  /** Every setting: those of the features in their order, then those of the portal itself. */
  settings(): readonly Setting[]
  settingNamed(name: string): Setting | undefined
  menu(): readonly MenuEntry[]
  cards(): readonly DashboardCard[]
  landingTiles(): readonly LandingTile[]
  /** What a person reads with this code of the error catalogue; undefined for an unknown one, and for one with parameters. */
  messageOf(code: string): string | undefined
  /** The texts of audit events for the person they concern, by event; other events are not shown to them. */
  activityWords(): ReadonlyMap<string, string>
  /** The screens that depend on the setting by a rule for the screen or one of its blocks. */
  screensReading(setting: Setting): { route: string; title: string }[]
}

export function portalIndex(portal: () => Portal): PortalIndex {
  return {
    reachable: (route) => portal().screens.some((screen) => screen.route === route),
    isPageForPeople: (path) =>
      portal().screens.some(({ route, aliases = [], guard }) => {
        const isForPeople = guard.signIn === signInRoutes.people && !route.startsWith(signInRoutes.admins)
        return isForPeople && [route, ...aliases].some((each) => matches(each, path))
      }),
    settings: () => [...portal().settingsByName.values()],
    settingNamed: (name) => portal().settingsByName.get(name),
    menu: () => portal().features.flatMap(({ menu }) => menu),
    cards: () => portal().features.flatMap(({ cards }) => cards),
    landingTiles: () => portal().features.flatMap(({ landingTiles }) => landingTiles),
    messageOf: (code) => {
      const { messages } = portal().catalogue
      const text = Object.hasOwn(messages, code) ? messages[code] : undefined
      return text?.includes('{') ? undefined : text
    },
    activityWords: () => activityWords(portal()),
    screensReading: (setting) => screensReading(portal(), setting),
  }
}

/** Base64 or a word: nothing that a path has to escape. */
const parameter = /^[\w-]+={0,2}$/

function matches(route: string, path: string): boolean {
  const [parts, given] = [route.split('/'), path.split('/')]
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith(':') ? parameter.test(given[at] ?? '') : part === given[at]))
  )
}
