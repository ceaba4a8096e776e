import type { Email } from '../../outbox/outbox.ts'
import { clockText } from '../../protocol/time-words.ts'
import type { FreeTime } from './waiting.rules.ts'
import { offerAddress } from './waiting.screens.ts'
import type { Waiting } from './waiting.store.ts'

/** Offers a free time to one person. Names no provider, because other people may read the e-mail. */
export function offerEmail(
  waiting: Waiting,
  { to, practice, time, endsAt }: { to: string; practice: string; time: FreeTime; endsAt: Date },
): Email {
  const until = clockText(endsAt, time.timeZone)
  return {
    licenseeId: waiting.licenseeId,
    channel: 'mail',
    to,
    content: {
      subject: `An earlier time is free at ${practice}`,
      sentence: `An earlier time has opened at ${practice}.`,
      button: { label: 'See it and book it', href: `${waiting.details.origin}${offerAddress(waiting, time)}` },
      details: [
        `We will not tell anyone else until ${until}. We are not holding it for you, so it goes to whoever books first.`,
      ],
      why: 'You get this email because you are on the waiting list. You can leave the waiting list under Appointments in the portal.',
    },
    notAfter: endsAt,
  }
}
