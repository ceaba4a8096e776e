import type { Config, DirectConfig, MailConfig, SmsConfig } from './config.ts'
import { join } from 'node:path'
import { createDirect } from './gateways/direct/create-direct.ts'
import type { Direct, Notification } from './gateways/direct/direct.ts'
import { dnsSource } from './gateways/direct/dns-source.ts'
import { folderSource } from './gateways/direct/folder-source.ts'
import { ldapSource } from './gateways/direct/ldap-source.ts'
import { receiveNotifications } from './gateways/direct/receive-notifications.ts'
import { revocationSource } from './gateways/direct/revocation-source.ts'
import { trustFolder } from './gateways/direct/trust-folder.ts'
import { createMail } from './gateways/mail/create-mail.ts'
import type { Mail } from './gateways/mail/mail.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import type { Sms } from './gateways/sms/sms.ts'

/** The transports for messages of the portal. Without `mail` or `sms`, no message of that kind is sent. */
export interface Transports {
  mail?: Mail
  mailFrom: string
  sms?: Sms
  direct?: DirectTransport
}

interface DirectTransport {
  gateway: Direct
  /** Begins to take notifications of what became of messages, until the transports are closed. Returns the port. */
  receive(options: {
    hear: (notification: Notification) => Promise<void>
    log: { warn(details: object, words: string): void }
  }): Promise<number>
}

interface TransportsOptions {
  /** Replaces the mail server and the carrier that a configuration does not name. */
  sandbox?: Omit<SandboxTransports, 'direct'> & Partial<SandboxTransports>
  /** The limit for each attempt to hand over a message, in milliseconds; by default that of its gateway. */
  timeoutMs?: number
  now?: () => Date
}

/** Opens the mail server and carrier of a configuration. */
export function openTransports(
  { mail, sms, direct }: Pick<Config, 'mail' | 'sms' | 'direct'>,
  { sandbox, timeoutMs, now = () => new Date() }: TransportsOptions = {},
): Transports & { close(): Promise<void> } {
  const mailConfig = mail ?? sandbox?.mail
  const smsConfig = sms ?? sandbox?.sms
  const mailGateway = mailConfig && createMail({ url: mailConfig.url, stepMs: timeoutMs, timeoutMs })
  const smsGateway = smsConfig && createSms({ ...smsConfig, timeoutMs })
  const directConfig = direct ?? sandbox?.direct
  const directTransport = directConfig && openDirect(directConfig, now)
  return {
    mail: mailGateway,
    mailFrom: mailConfig?.from ?? '',
    sms: smsGateway,
    direct: directTransport,
    close: async () => {
      mailGateway?.close()
      await directTransport?.close()
      await smsGateway?.close()
    },
  }
}

function openDirect(
  { url, address, folder: path, listen, resolver }: DirectConfig,
  now: () => Date,
): DirectTransport & { close(): Promise<void> } {
  const server = createMail({ url })
  const folder = trustFolder(path, resolver && revocationSource({ ...resolver, now }))
  const sources = [folderSource(folder.certificates), ...(resolver ? [dnsSource(resolver), ldapSource(resolver)] : [])]
  const closers: (() => Promise<void>)[] = []
  return {
    gateway: createDirect({ server, address, folder, sources, now }),
    receive: async ({ hear, log }) => {
      const receiving = receiveNotifications({ address, folder, now, log, hear })
      closers.push(receiving.close)
      return receiving.listen(listen)
    },
    close: async () => {
      server.close()
      await Promise.all(closers.map((close) => close()))
    },
  }
}

interface SandboxTransports {
  mail: MailConfig
  sms: SmsConfig
  direct: DirectConfig
}

interface SandboxPlaces extends Pick<Config, 'dataDir' | 'sandboxPort' | 'sandboxSmtpPort'> {
  /** Of its HISP. */
  directPort: number
}

/** Connects to the sandbox's mail server, carrier and HISP, whose folder for Direct the sandbox has created. */
export function sandboxTransports({
  dataDir,
  sandboxPort,
  sandboxSmtpPort,
  directPort,
}: SandboxPlaces): SandboxTransports {
  return {
    direct: {
      url: `smtp://127.0.0.1:${directPort}`,
      address: 'portal@direct.portal.example',
      folder: join(dataDir, 'direct', 'portal'),
      listen: { host: '127.0.0.1', port: 0 },
    },
    mail: { url: `smtp://127.0.0.1:${sandboxSmtpPort}`, from: 'no-reply@portal.example' },
    sms: {
      url: `http://127.0.0.1:${sandboxPort}`,
      accountSid: 'ACsandbox',
      authToken: 'sandbox',
      from: '+16175550100',
    },
  }
}
