import { practiceName } from '../licensees/practice-name.ts'
import { phone } from '../protocol/block-builders.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { actingPrincipal } from '../protocol/principal.ts'

/** What every letter that a patient causes begins with. */
export function addressedTo(context: ActionContext, to: string) {
  const { firstName, lastName } = actingPrincipal(context).patient
  return {
    licenseeId: context.licensee.id,
    to,
    practice: practiceName(context),
    patient: { firstName, lastName },
    phone: phone(context.setting('Practice_Phone')).text,
  }
}

/** Where links in letters lead: the practice's own domain when it has set one, with the port under which it was asked. */
export function portalBase(context: ActionContext): string {
  const base = new URL(context.client.origin)
  const domain = context.setting('portal_domain')
  if (domain) base.host = domain
  return base.origin
}
