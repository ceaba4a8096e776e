import { shownLogo, type LogoServices } from '../../practice/practice-logo.ts'
import { paths } from '../../practice/paths.ts'
import type { FileDefinition } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'

/** The logo of the practice in the header. Without it, the client draws the initials. */
export function practiceMark(services: LogoServices): FileDefinition {
  return {
    name: 'home.mark',
    about: 'The logo of the practice in the header',
    route: paths.mark.route,
    kind: 'picture',
    guard: anyone,
    load: async (context) => {
      const logo = await shownLogo('header', context, services)
      return logo && { body: logo.content, type: 'image/png', name: 'logo.png' }
    },
  }
}
