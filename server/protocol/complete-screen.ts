import { protocolVersion, type Screen } from '../../schemas/screen.ts'
import type { ScreenBody, ScreenDefinition } from './definitions.ts'

interface Place extends Pick<ScreenDefinition, 'route' | 'under'> {
  topics: string[]
}

/** Adds the members that every screen has. */
export function completeScreen(body: ScreenBody, { route, under, topics }: Place): Screen {
  return {
    protocol: protocolVersion,
    route,
    locale: 'en-US',
    chrome: 'full',
    dialogs: {},
    ...(under === undefined ? {} : { under }),
    ...body,
    topics: topics.toSorted(),
  }
}
