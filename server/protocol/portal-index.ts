import type { SettingName } from '../licensees/settings/registry.ts'
import { activityWords, screensReading } from './catalog.ts'
import type { DashboardCard, LandingTile, MenuEntry } from './definitions.ts'
import type { Portal } from './portal.ts'

/** What features may know of the whole portal. Ask it when a request is answered: while features are made there is none yet. */
export interface PortalIndex {
  /** Whether the portal has a screen under this route, such as `/user/home/Forms`. */
  reachable(route: string): boolean
  menu(): readonly MenuEntry[]
  cards(): readonly DashboardCard[]
  landingTiles(): readonly LandingTile[]
  /** The words of the audit log's events for the person they concern, by event; the others are not for them. */
  activityWords(): ReadonlyMap<string, string>
  /** The screens on which, or on whose blocks, a rule decides that reads the setting. */
  screensReading(setting: SettingName): { route: string; title: string }[]
}

export function portalIndex(portal: () => Portal): PortalIndex {
  return {
    reachable: (route) => portal().screens.some((screen) => screen.route === route),
    menu: () => portal().features.flatMap(({ menu }) => menu),
    cards: () => portal().features.flatMap(({ cards }) => cards),
    landingTiles: () => portal().features.flatMap(({ landingTiles }) => landingTiles),
    activityWords: () => activityWords(portal()),
    screensReading: (setting) => screensReading(portal(), setting),
  }
}
