import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import type { Portal } from './portal.ts'
import { patientOf, type Principal } from './principal.ts'

/**
 * Names who is signed in, and after a dot for whom they act, for the shell (schemas/shell.ts). Keyed, so that it tells no
 * number.
 */
export function identityOf({ fingerprint }: Pick<Portal, 'fingerprint'>, principal: Principal): string {
  const account = `${principal.kind}:${'accountId' in principal ? principal.accountId : ''}`
  const patient = `${account}:${patientOf(principal)?.id ?? ''}`
  return [account, patient].map((each) => fingerprint(`identity:${each}`).slice(0, 16)).join('.')
}

/**
 * A browser has one session for all its tabs: in another one the person may have switched to another patient, or somebody
 * else may have signed in. Throws the Failures `identity.switched` and `identity.changed` when the page was drawn for
 * somebody else. A client that does not say for whom may look, but who acts for several patients must say it to act. What
 * concerns the account only may come from a page for another patient of it.
 */
export function checkIdentity(
  portal: Pick<Portal, 'fingerprint'>,
  { principal, client }: Pick<Context, 'principal' | 'client'>,
  purpose: 'look' | 'act' | 'account' = 'look',
): void {
  if (!principal) return
  const mustBeSent = purpose === 'act' && 'several' in principal && principal.several === true
  const sent = client.identity
  const meant = identityOf(portal, principal)
  if (
    sent === undefined ? !mustBeSent : sent === meant || (purpose === 'account' && holderIn(sent) === holderIn(meant))
  )
    return
  if (principal.kind === 'viewer') throw new Failure('identity.viewing', { status: 409, startOver: true })
  if (principal.kind !== 'guardian') throw new Failure('identity.changed', { status: 409, startOver: true })
  const { firstName, lastName } = principal.patient
  const params = { name: `${firstName} ${lastName}` }
  throw new Failure('identity.switched', { status: 409, startOver: true, params })
}

function holderIn(identity: string): string {
  return identity.split('.', 1).join('')
}
