import { EmrError, isRefusal } from '../../gateways/emr/emr.errors.ts'

/** `sending`: it is tried until the record server takes it. `failed`: only a person tries it again. */
export type OutgoingState = 'sending' | 'failed'

/**
 * Why the record server does not have a message. `unconfirmed`: it may have it, because its answer was lost. `refused`:
 * it does not take such a message. `gone`: a recipient or the thread no longer exists. `ended`: its writer may no longer
 * send it, or the practice has switched this off.
 */
export type UnsentReason = 'unreachable' | 'unconfirmed' | 'refused' | 'gone' | 'ended'

/** What an error of the record server means for the message; undefined for an error of another kind. */
export function reasonOf(error: unknown): UnsentReason | undefined {
  if (!(error instanceof EmrError)) return undefined
  if (isRefusal(error)) return 'refused'
  return error.mayHaveHappened ? 'unconfirmed' : 'unreachable'
}

/** To try again by itself changes nothing. */
export function isFinal(reason: UnsentReason): reason is 'refused' | 'gone' {
  return reason === 'refused' || reason === 'gone'
}
