import { protocolVersion, type Screen } from '../../schemas/screen.ts'
import type { ScreenBody } from './definitions.ts'

/** Adds the members that every screen has. */
export function completeScreen(body: ScreenBody, { route, topics }: { route: string; topics: string[] }): Screen {
  return {
    protocol: protocolVersion,
    route,
    locale: 'en-US',
    chrome: 'full',
    dialogs: {},
    ...body,
    topics: topics.toSorted(),
  }
}
