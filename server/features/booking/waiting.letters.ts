import type { Letter } from '../../outbox/outbox.ts'
import { clockText } from '../../protocol/time-words.ts'
import type { FreeTime } from './waiting.rules.ts'
import { offerAddress } from './waiting.screens.ts'
import type { Waiting } from './waiting.store.ts'

/** Tells one person of a time that is free. Mail is read by others: whom it is with stands in the portal only. */
export function offerLetter(
  waiting: Waiting,
  { to, practice, time, endsAt }: { to: string; practice: string; time: FreeTime; endsAt: Date },
): Letter {
  const until = clockText(endsAt, time.timeZone)
  return {
    licenseeId: waiting.licenseeId,
    channel: 'mail',
    to,
    subject: `An earlier time is free at ${practice}`,
    text: [
      `A time that you are waiting for has become free at ${practice}.`,
      `See it and book it here: ${waiting.details.origin}${offerAddress(waiting, time)}`,
      `Until ${until} we tell nobody else of it. It is not held for you: whoever books first has it.`,
      'You can leave the waiting list under Appointments in the portal.',
    ].join('\n\n'),
    notAfter: endsAt,
  }
}
