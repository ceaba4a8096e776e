import type { Config, MailConfig, SmsConfig } from './config.ts'
import { createMail } from './gateways/mail/create-mail.ts'
import type { Mail } from './gateways/mail/mail.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import type { Sms } from './gateways/sms/sms.ts'

/** What takes the letters of the portal. Without `mail` or `sms`, nothing goes out that way. */
export interface Post {
  mail?: Mail
  mailFrom: string
  sms?: Sms
}

/** The mail server and the carrier of a configuration. `sandbox` stands in for those that it does not name. */
export function openPost(
  { mail, sms }: Pick<Config, 'mail' | 'sms'>,
  sandbox?: { mail: MailConfig; sms: SmsConfig },
): Post & { close(): Promise<void> } {
  const mailTaker = mail ?? sandbox?.mail
  const smsTaker = sms ?? sandbox?.sms
  const mailGateway = mailTaker && createMail({ url: mailTaker.url })
  const smsGateway = smsTaker && createSms(smsTaker)
  return {
    mail: mailGateway,
    mailFrom: mailTaker?.from ?? '',
    sms: smsGateway,
    close: async () => {
      mailGateway?.close()
      await smsGateway?.close()
    },
  }
}

/** How the portal reaches the sandbox's mail server and carrier. */
export function sandboxPost({ sandboxPort, sandboxSmtpPort }: Pick<Config, 'sandboxPort' | 'sandboxSmtpPort'>): {
  mail: MailConfig
  sms: SmsConfig
} {
  return {
    mail: { url: `smtp://127.0.0.1:${sandboxSmtpPort}`, from: 'no-reply@portal.example' },
    sms: {
      url: `http://127.0.0.1:${sandboxPort}`,
      accountSid: 'ACsandbox',
      authToken: 'sandbox',
      from: '+16175550100',
    },
  }
}
