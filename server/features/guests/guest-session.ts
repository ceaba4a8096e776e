import { randomUUID } from 'node:crypto'
import type { Effect } from '../../../schemas/effect.ts'
import { paths } from '../../practice/paths.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import type { PatientRef } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'

export type GuestServices = Pick<Services, 'db' | 'emrOf' | 'log'>

/** The longest session of a guest, even of an active one, in milliseconds. */
const longestMs = 2 * 3_600_000

/** Throws the Failure `guests.signedIn`: a session of an account is not replaced by one that can do less. */
export function refuseAccounts({ principal }: Pick<ActionContext, 'principal'>): void {
  if (principal && principal.kind !== 'guest') throw new Failure('guests.signedIn', { status: 409 })
}

interface NewGuest {
  patient: PatientRef
  seesCare: boolean
  /** Of the session before: who has proven more stays the same guest, for as long as before. */
  guestId?: string
  until?: string
}

/** Starts the session of a guest: billing of one patient, and nothing else. */
export async function enterAsGuest(
  context: ActionContext,
  { patient: { id, emrId, firstName, lastName }, seesCare, ...before }: NewGuest,
): Promise<Effect[]> {
  await context.session.signIn({
    kind: 'guest',
    guestId: before.guestId ?? randomUUID(),
    licenseeId: context.licensee.id,
    patient: { id, emrId, firstName, lastName },
    ...(seesCare ? { seesCare } : {}),
    until: before.until ?? new Date(context.now().getTime() + longestMs).toISOString(),
  })
  return [
    { type: 'purge' },
    { type: 'refresh', what: 'shell' },
    { type: 'navigate', to: paths.guestBilling(), replace: true },
  ]
}
