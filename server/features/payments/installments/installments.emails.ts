import type { OutboxMessage } from '../../../outbox/outbox.ts'
import { dateText } from '../../../protocol/time-words.ts'
import type { StopReason } from './installments.store.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** The practice's phone number, formatted; may be empty. */
  phone: string
  /** Of the card. */
  lastFour: string
}

/** No e-mail about installments names an amount, a patient or a visit, because other people may read it. */
export function agreedEmail({ days, ...about }: Addressed & { days: readonly string[] }): OutboxMessage {
  return message(about, {
    subject: `Your installments at ${about.practice}`,
    words: [
      `You agreed that ${about.practice} charges your card ending in ${about.lastFour} on ${listed(days.map(dateText))}.`,
      'We will email you three days before each later payment. You can stop at any time in the portal, under Billing or Settings.',
      `If you did not agree to this, please call the office${atPhone(about.phone)}.`,
    ],
  })
}

export function reminderEmail({ day, notAfter, ...about }: Addressed & { day: string; notAfter: Date }): OutboxMessage {
  return {
    ...message(about, {
      subject: `A payment at ${about.practice} is due on ${dateText(day)}`,
      words: [
        `A payment is due on ${dateText(day)} with your card ending in ${about.lastFour}.`,
        'You do not need to do anything. Until then you can stop your installments in the portal, under Billing or Settings.',
      ],
    }),
    notAfter,
  }
}

export function declinedEmail({ day, retryOn, ...about }: Addressed & { day: string; retryOn: string }): OutboxMessage {
  return message(about, {
    subject: `Your payment at ${about.practice} was declined`,
    words: [
      `The payment of ${dateText(day)} with your card ending in ${about.lastFour} was declined. Nothing was charged.`,
      `We will try this card once more on ${dateText(retryOn)}. If it is declined again, your installments stop.`,
      'You can pay with another card under Billing in the portal.',
    ],
  })
}

export function postponedEmail({
  postponed,
  ...about
}: Addressed & { postponed: readonly { from: string; to: string }[] }): OutboxMessage {
  const days = postponed.map(({ from, to }) => `${dateText(from)} is now ${dateText(to)}`)
  return message(about, {
    subject: `Your installments at ${about.practice}: new dates`,
    words: [
      `We could not charge your card ending in ${about.lastFour} on time. Nothing was charged, and nothing is charged twice in a month.`,
      `The date of your payment has moved: ${listed(days)}.`,
      'We will email you three days before. You can stop at any time in the portal, under Billing or Settings.',
    ],
  })
}

const stopTexts: Record<StopReason, string> = {
  payer: 'You stopped them.',
  access: 'You can no longer pay for this person.',
  card: 'The card is no longer on file.',
  declined: 'The card was declined again.',
  refunded: 'A payment was refunded.',
}

export function stoppedEmail({ reason, ...about }: Addressed & { reason: StopReason }): OutboxMessage {
  const rest = 'You can pay what is still owed under Billing in the portal.'
  return message(about, {
    subject: `Your installments at ${about.practice} have stopped`,
    words: [
      `Your installments with the card ending in ${about.lastFour} have stopped. ${stopTexts[reason]}`,
      `The card is not charged again for them.${reason === 'access' ? '' : ` ${rest}`}`,
      `Questions? Please call the office${atPhone(about.phone)}.`,
    ],
  })
}

export function endedEmail(about: Addressed): OutboxMessage {
  return message(about, {
    subject: `Your installments at ${about.practice} are complete`,
    words: [
      `Nothing is left to pay in installments. Your card ending in ${about.lastFour} is not charged again for them.`,
    ],
  })
}

function message(
  { licenseeId, to }: Addressed,
  { subject, words }: { subject: string; words: readonly string[] },
): OutboxMessage {
  return { licenseeId, to, channel: 'mail', subject, text: words.join('\n\n') }
}

function atPhone(phone: string): string {
  return phone ? ` at ${phone}` : ''
}

/** `a, b and c` */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
