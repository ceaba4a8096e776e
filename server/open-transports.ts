import type { Config, MailConfig, SmsConfig } from './config.ts'
import { createMail } from './gateways/mail/create-mail.ts'
import type { Mail } from './gateways/mail/mail.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import type { Sms } from './gateways/sms/sms.ts'

/** The transports for messages of the portal. Without `mail` or `sms`, no message of that kind is sent. */
export interface Transports {
  mail?: Mail
  mailFrom: string
  sms?: Sms
}

/** Opens the mail server and carrier of a configuration. `sandbox` replaces those that it does not name. */
export function openTransports(
  { mail, sms }: Pick<Config, 'mail' | 'sms'>,
  sandbox?: { mail: MailConfig; sms: SmsConfig },
): Transports & { close(): Promise<void> } {
  const mailConfig = mail ?? sandbox?.mail
  const smsConfig = sms ?? sandbox?.sms
  const mailGateway = mailConfig && createMail({ url: mailConfig.url })
  const smsGateway = smsConfig && createSms(smsConfig)
  return {
    mail: mailGateway,
    mailFrom: mailConfig?.from ?? '',
    sms: smsGateway,
    close: async () => {
      mailGateway?.close()
      await smsGateway?.close()
    },
  }
}

/** Connects to the sandbox's mail server and carrier. */
export function sandboxTransports({ sandboxPort, sandboxSmtpPort }: Pick<Config, 'sandboxPort' | 'sandboxSmtpPort'>): {
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
