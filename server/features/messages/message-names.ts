import type { MessageAuthor } from '../../gateways/emr/messages/messages.ts'
import type { ActingPrincipal } from '../../protocol/principal.ts'
import type { Recipient } from './messages.rules.ts'

/** All names, or the first ones and how many follow: `Nurses, Front Desk and 198 others`. */
export function namesOf(recipients: readonly Recipient[], most = Infinity): string {
  const names = recipients.map(({ name }) => name)
  if (names.length <= most) return names.join(', ')
  const others = names.length - most
  return `${names.slice(0, most).join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`
}

/** What fits into a row of a list. */
export const namesInRow = 3
const namesInThread = 10

/** Who reads a message: the patient, or somebody who acts for the patient. */
export type Reader = Pick<ActingPrincipal, 'accountId' | 'kind' | 'patient'>

/** Who wrote what was sent for the patient; what says nothing about it is the patient's. */
export function writerName(author: MessageAuthor | undefined, { accountId, kind, patient }: Reader): string {
  if (author ? author.id === String(accountId) : kind === 'patient') return 'You'
  return author?.name ?? `${patient.firstName} ${patient.lastName}`
}

/** `to Nurses`, or `for Ada to Nurses` if somebody wrote it for the patient. */
export function addressedTo(
  { author, to }: { author?: MessageAuthor | undefined; to: readonly Recipient[] },
  { patient }: Reader,
): string {
  return `${author?.isGuardian ? `for ${patient.firstName} ` : ''}to ${namesOf(to, namesInThread)}`
}
