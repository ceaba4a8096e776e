import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { Context } from '../protocol/context.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { actingPrincipal } from '../protocol/principal.ts'

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

/**
 * Returns the base URL of links that leave the portal: the practice's own domain if it has set one, with the port of the request.
 */
export function portalBase(context: Pick<Context, 'client' | 'setting'>): string {
  const base = new URL(context.client.origin)
  const domain = context.setting(practiceSettings.portal_domain)
  if (domain) base.host = domain
  return base.origin
}
