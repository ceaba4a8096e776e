import type { Email } from '../../outbox/outbox.ts'

interface Received {
  licenseeId: string
  to: string
  practice: string
  /** How the recipient is known. */
  by: keyof typeof reasons
  /** The address of the receipt, behind sign-in. A guest has none: nobody proves by an e-mail to be the same guest. */
  receiptAt: string | undefined
}

const reasons = {
  entry: 'You get this email because this address was entered with the payment.',
  account: 'You get this email because the payment was made with your account.',
  installments: 'You get this email because you agreed to pay in installments.',
} as const

/** Names no amount, no card and no patient, because other people may read the e-mail. */
export function receivedEmail({ practice, by, receiptAt, ...address }: Received): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `${practice} received your payment`,
      sentence: `${practice} received your payment.`,
      ...(receiptAt === undefined ? {} : { button: { label: 'See the receipt', href: receiptAt } }),
      details: ['If you did not pay, please call the office.'],
      why: reasons[by],
    },
  }
}
