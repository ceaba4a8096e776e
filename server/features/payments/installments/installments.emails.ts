import type { Email, MailButton } from '../../../outbox/outbox.ts'
import { paths } from '../../../practice/paths.ts'
import { dateText } from '../../../protocol/time-words.ts'
import type { StopReason } from './installments.store.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** Of the card. */
  lastFour: string
  /** Of the portal; null in plans of an earlier version, whose emails have no button. */
  origin: string | null
  /** The payer can sign in and stop them. */
  canOpen: boolean
}

/** No e-mail about installments names an amount, a patient or a visit, because other people may read it. */
export function agreedEmail({ days, ...about }: Addressed & { days: readonly string[] }): Email {
  return email(about, {
    subject: `Your installments at ${about.practice}`,
    sentence: `You agreed that ${about.practice} charges your card ending in ${about.lastFour} on ${listed(days.map(dateText))}.`,
    button: toPlan,
    online: 'You can stop at any time in the portal, under Billing or Settings.',
    details: [
      'We will email you three days before each later payment.',
      'If you did not agree to this, please call the office.',
    ],
  })
}

export function reminderEmail({ day, notAfter, ...about }: Addressed & { day: string; notAfter: Date }): Email {
  return {
    ...email(about, {
      subject: `A payment at ${about.practice} is due on ${dateText(day)}`,
      sentence: `A payment is due on ${dateText(day)} with your card ending in ${about.lastFour}.`,
      button: toPlan,
      online: 'Until then you can stop your installments in the portal, under Billing or Settings.',
      details: ['You do not need to do anything.'],
    }),
    notAfter,
  }
}

export function declinedEmail({ day, retryOn, ...about }: Addressed & { day: string; retryOn: string }): Email {
  return email(about, {
    subject: `Your payment at ${about.practice} was declined`,
    sentence: `The payment of ${dateText(day)} with your card ending in ${about.lastFour} was declined. Nothing was charged.`,
    button: toPlan,
    online: 'You can pay with another card under Billing in the portal.',
    details: [
      `We will try this card once more on ${dateText(retryOn)}. If it is declined again, your installments stop.`,
    ],
  })
}

export function postponedEmail({
  postponed,
  ...about
}: Addressed & { postponed: readonly { from: string; to: string }[] }): Email {
  const days = postponed.map(({ from, to }) => `${dateText(from)} is now ${dateText(to)}`)
  return email(about, {
    subject: `Your installments at ${about.practice}: new dates`,
    sentence: `The date of your payment has moved: ${listed(days)}.`,
    button: toPlan,
    online: 'You can stop at any time in the portal, under Billing or Settings.',
    details: [
      `We could not charge your card ending in ${about.lastFour} on time. Nothing was charged, and nothing is charged twice in a month.`,
      'We will email you three days before.',
    ],
  })
}

const stopTexts: Record<StopReason, string> = {
  payer: 'You stopped them.',
  access: 'You can no longer pay for this person.',
  card: 'The card is no longer on file.',
  declined: 'The card was declined again.',
  refunded: 'A payment was refunded.',
  office: 'The office has stopped them.',
}

export function stoppedEmail({ reason, ...about }: Addressed & { reason: StopReason }): Email {
  const mayPay = reason !== 'access' && about.canOpen
  const rest = 'You can pay what is still owed under Billing in the portal.'
  return email(about, {
    subject: `Your installments at ${about.practice} have stopped`,
    sentence: `Your installments with the card ending in ${about.lastFour} have stopped. ${stopTexts[reason]}`,
    ...(mayPay ? { button: { label: 'Open Billing', route: paths.billing() } } : {}),
    details: [
      `The card is not charged again for them.${mayPay ? ` ${rest}` : ''}`,
      'Questions? Please call the office.',
    ],
  })
}

export function endedEmail(about: Addressed): Email {
  return email(about, {
    subject: `Your installments at ${about.practice} are complete`,
    sentence: 'Nothing is left to pay in installments.',
    details: [`Your card ending in ${about.lastFour} is not charged again for them.`],
  })
}

interface Words {
  subject: string
  sentence: string
  button?: { label: string; route: string }
  details: readonly string[]
  /** What the payer can do in the portal. */
  online?: string
}

/** Settings show the plan also while the practice offers no new ones. */
const toPlan = { label: 'See or stop your installments', route: paths.settings() }

/** A payer who cannot sign in calls the office. */
const byPhone = 'Your online account is closed. To stop your installments, please call the office.'

function email({ licenseeId, to, origin, canOpen }: Addressed, { button, online, details, ...words }: Words): Email {
  const link: { button?: MailButton } =
    button && canOpen && origin !== null ? { button: { label: button.label, href: `${origin}${button.route}` } } : {}
  const next = online === undefined ? [] : [canOpen ? online : byPhone]
  const why = 'You get this email because you agreed to pay in installments.'
  return { licenseeId, to, channel: 'mail', content: { ...words, ...link, details: [...details, ...next], why } }
}

/** `a, b and c` */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
