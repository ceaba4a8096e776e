import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import { phone } from './block-builders.ts'
import type { Context } from './context.ts'
import type { ActionDefinition, OffText, UploadDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { protectRoute, type Guard } from './guard.ts'
import { isViewer, type Principal } from './principal.ts'
import type { Rule } from './trace.ts'

/** Refuses principals whom the guard does not admit, and definitions that the practice has switched off. */
export function admit(
  context: Context,
  { guard, offered, off }: { guard: Guard; offered?: Rule; off?: OffText },
): void {
  if (!guard.admits(context.principal)) {
    if (admitsProtected(guard, context.principal))
      throw new Failure('access.unprotected', { status: 403, forward: protectRoute })
    if (isViewer(context.principal)) throw new Failure('access.viewing', { status: 403 })
    if (context.principal) throw new Failure('access.denied', { status: 403 })
    throw new Failure('access.signIn', { status: 401, redirect: guard.signIn })
  }
  if (offered && !context.show('*', offered)) throw switchedOff(context, off)
}

/** The same for what may change something: nothing of a record that is only viewed. */
export function admitToAct(context: Context, definition: ActionDefinition | UploadDefinition): void {
  const isForViewers = 'forViewers' in definition && definition.forViewers === true
  if (isViewer(context.principal) && !isForViewers)
    throw new Failure('access.onlyViewing', { status: 403, stays: true })
  admit(context, definition)
}

/** Whether only the second factor is missing. */
function admitsProtected(guard: Guard, principal: Principal | undefined): boolean {
  if (principal?.kind !== 'admin' || !principal.unprotected) return false
  return guard.admits({ ...principal, unprotected: undefined })
}

/** Says what is off, what became of what was begun, and whom to call (look.md, Off while somebody is inside). */
export function switchedOff(context: Context, { what, outcome }: OffText = { what: 'This page' }): Failure {
  const call = callOffice(context)
  return new Failure('route.off', {
    status: 403,
    stays: true,
    params: { what, next: outcome ? `${outcome} ${call}` : call },
  })
}

/** `Please call (212) 555-0142.` */
export function callOffice(context: Context): string {
  const office = phone(context.setting(practiceSettings.Practice_Phone)).text
  return office ? `Please call ${office}.` : 'Please call the office.'
}
