import { linkOrigin } from '../licensees/link-origin.ts'
import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { Context } from '../protocol/context.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { actingPrincipal } from '../protocol/principal.ts'

type LinkContext = Pick<Context, 'licensee' | 'publicAddress' | 'setting'>

/** The common fields of every message that a patient triggers. */
export function addressedTo(context: ActionContext, to: string) {
  const { firstName, lastName } = actingPrincipal(context).patient
  return {
    licenseeId: context.licensee.id,
    to,
    practice: practiceName(context),
    patient: { firstName, lastName },
  }
}

/** Returns the origin of links that leave the portal, with the host that the practice has set. */
export function portalBase({ licensee, publicAddress, setting }: LinkContext): string {
  return linkOrigin(licensee, publicAddress, setting(practiceSettings.portal_domain))
}
