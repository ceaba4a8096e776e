import type { Db } from '../../../db/open.ts'
import { keepMessage } from '../../mail/outbox.store.ts'
import { Refusal } from '../../refusal.ts'
import { addPaymentCode, recipientOf } from './payment-links.store.ts'

export interface PaymentLink {
  practice: string
  patientN: number
  channel: 'mail' | 'sms'
  /** Where the portals of the practices listen. */
  portalPort: number
  now: number
}

/** Sends a link to the bill of a patient, as the practice's own system does. */
export async function sendPaymentLink(db: Db, link: PaymentLink): Promise<void> {
  const { practice, patientN, channel, portalPort, now } = link
  const recipient = await recipientOf(db, { practice, patientN })
  if (!recipient) throw new Refusal(404, 'There is no such patient.')
  const { practiceName, portalDomain, cellPhone, email } = recipient
  const to = channel === 'mail' ? email : cellPhone && `+1${cellPhone.replace(/\D/g, '')}`
  if (to === '') throw new Refusal(409, `This patient has no ${channel === 'mail' ? 'e-mail address' : 'cell phone'}.`)
  const code = await addPaymentCode(db, { practice, patientN, now })
  const address = `http://${portalDomain || `${practice}.localhost`}:${portalPort}/user/bill/${code}`
  await keepMessage(db, {
    channel,
    from: practiceName,
    to,
    subject: channel === 'mail' ? `A bill of ${practiceName}` : '',
    text: `${practiceName}: see your bill and pay it online at ${address}\nThe link opens once, within 14 days.`,
    receivedAt: now,
    messageId: `payment link ${code.slice(0, 8)}`,
  })
}
