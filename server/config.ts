import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlierKey, type EncryptionKeys } from './encryption.ts'
import { iceServersIn, type IceServer } from './ice-servers.ts'
import type { PublicAddress } from './licensees/link-origin.ts'
import { recommendedMemoryKib } from './identity/password.ts'

/** Reports a configuration that cannot work; the message is a sentence for the person who starts the portal. */
export class StartRefused extends Error {}

export interface Config {
  production: boolean
  host: string
  port: number
  sandboxPort: number
  /** The SMTP port of the sandbox. */
  sandboxSmtpPort: number
  dataDir: string
  databaseUrl?: string
  redisUrl?: string
  sessionSecret: string
  /** The keys of what is stored encrypted; default the session secret. */
  encryptionKeys?: EncryptionKeys
  licenseesFile?: string
  /** True behind TLS: cookies are Secure and HSTS is sent. */
  tls: boolean
  /** The port that browsers use; by default that of https behind TLS, otherwise the portal's own. */
  publicPort?: number
  /** Addresses of proxies whose X-Forwarded headers are trusted. */
  trustedProxies: string[]
  /** Lets integrators read explanations (`?explain=1`). */
  integratorToken?: string
  /** Without mail and SMS settings, messages go to the sandbox if it runs; otherwise none is sent. */
  mail?: MailConfig
  sms?: SmsConfig
  /** Without it, the sandbox's HISP is used if it runs; otherwise no Direct messages are sent. */
  direct?: DirectConfig
  /** STUN and TURN servers for video visits. Without them, browsers connect directly only. */
  iceServers?: IceServer[]
  /** The secret shared with the TURN servers. */
  turnSecret?: string
  /** The virus scanner. Without it, a check detects the EICAR test file only. */
  clamd?: { host: string; port: number }
  /** Hosts to which production may connect without encryption, or which are this machine (outgoing-addresses.ts). */
  outgoingExceptions?: string[]
  /** Memory of one password hash, in KiB. Default: what OWASP recommends. */
  passwordMemoryKib?: number
  logLevel: string
}

export interface MailConfig {
  /** The URL of the mail server, such as `smtps://user:password@mail.example.org:465`. */
  url: string
  /** The sender address of mails. */
  from: string
}

export interface DirectConfig {
  /** The URL of the SMTP server of the HISP. */
  url: string
  /** The Direct address that messages come from. */
  address: string
  /** The folder of keys, anchors, revocation lists and certificates, see gateways/direct/trust-folder.ts. */
  folder: string
  /** Where the HISP sends notifications to. */
  listen: { host: string; port: number }
  /**
   * The resolver by which certificates are looked up in DNS and LDAP, and revocation lists where certificates name them;
   * without it only those of the folder are known.
   */
  resolver?: { host: string; port: number }
}

export interface SmsConfig {
  /** The base URL of a Twilio-compatible API. */
  url: string
  accountSid: string
  authToken: string
  from: string
}

type Environment = Record<string, string | undefined>

/** Reads and checks the environment. Throws StartRefused. */
export function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production'
  const dataDir = env.DATA_DIR ?? '.data'
  if (production && !env.LICENSEES_FILE) {
    throw new StartRefused(
      'In production LICENSEES_FILE must name the file that lists the practices and their record servers.',
    )
  }
  const sessionSecret = secretIn({ env, production, dataDir })
  return {
    production,
    host: env.HOST ?? '127.0.0.1',
    port: portIn(env, 'PORT', 3000),
    sandboxPort: portIn(env, 'SANDBOX_PORT', 3001),
    sandboxSmtpPort: portIn(env, 'SANDBOX_SMTP_PORT', 3002),
    dataDir,
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    sessionSecret,
    encryptionKeys: keysIn({ env, production, sessionSecret }),
    licenseesFile: env.LICENSEES_FILE || undefined,
    tls: env.PUBLIC_TLS === undefined ? production : env.PUBLIC_TLS === '1',
    publicPort: env.PUBLIC_PORT ? portIn(env, 'PUBLIC_PORT', 443) : undefined,
    trustedProxies: partsIn(env.TRUSTED_PROXIES),
    integratorToken: env.INTEGRATOR_TOKEN || undefined,
    mail: mailIn(env, production),
    sms: smsIn(env),
    direct: directIn(env),
    iceServers: iceIn(env),
    turnSecret: env.TURN_SECRET || undefined,
    clamd: hostIn(env, { name: 'CLAMD_HOST', what: 'clamd', port: 3310 }),
    outgoingExceptions: exceptionsIn(env),
    passwordMemoryKib: passwordMemoryIn(env),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

function portIn(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartRefused(`${name} must be a port number, not "${text}".`)
  return port
}

function mailIn(env: Environment, production: boolean): MailConfig | undefined {
  const [url, from] = [env.SMTP_URL, env.MAIL_FROM]
  if (production && (!url || !from))
    throw new StartRefused(
      'In production SMTP_URL must be the address of the mail server, and MAIL_FROM the address that mail comes from.',
    )
  if (!url) return undefined
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new StartRefused('SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.')
  if (!from || !/^[^\s@<>]+@[^\s@<>]+$/.test(from))
    throw new StartRefused('MAIL_FROM must be the address that mail comes from, such as portal@example.org.')
  return { url, from }
}

function smsIn(env: Environment): SmsConfig | undefined {
  const [accountSid, authToken, from] = [env.SMS_ACCOUNT_SID, env.SMS_AUTH_TOKEN, env.SMS_FROM]
  if (!accountSid && !authToken && !from) return undefined
  if (!accountSid || !authToken || !from)
    throw new StartRefused('Text messages need SMS_ACCOUNT_SID, SMS_AUTH_TOKEN and SMS_FROM together.')
  const url = env.SMS_URL || 'https://api.twilio.com'
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StartRefused('SMS_URL must be the address of a Twilio-compatible API, such as https://api.twilio.com.')
  return { url, accountSid, authToken, from }
}

function directIn(env: Environment): DirectConfig | undefined {
  const [url, address, folder] = [env.DIRECT_SMTP_URL, env.DIRECT_ADDRESS, env.DIRECT_DIR]
  if (!url && !address && !folder) return undefined
  if (!url || !address || !folder)
    throw new StartRefused('Direct messages need DIRECT_SMTP_URL, DIRECT_ADDRESS and DIRECT_DIR together.')
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new StartRefused('DIRECT_SMTP_URL must be an address such as smtps://user:password@hisp.example.org:465.')
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address))
    throw new StartRefused(
      'DIRECT_ADDRESS must be the address that messages come from, such as portal@direct.example.org.',
    )
  for (const file of ['own.pem', 'own.key', 'anchors'])
    if (!existsSync(join(folder, file))) throw new StartRefused(`DIRECT_DIR must be a folder with ${file}.`)
  const listen = { host: env.DIRECT_HOST || '127.0.0.1', port: portIn(env, 'DIRECT_PORT', 2525) }
  return {
    url,
    address,
    folder,
    listen,
    resolver: hostIn(env, { name: 'DIRECT_DNS', what: 'a DNS resolver', port: 53 }),
  }
}

function hostIn(
  env: Environment,
  { name, what, port: usual }: { name: string; what: string; port: number },
): { host: string; port: number } | undefined {
  const text = env[name]
  if (!text) return undefined
  const [, host, port = String(usual)] = /^(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (!host || Number(port) < 1 || Number(port) > 65_535)
    throw new StartRefused(`${name} must be the host of ${what}, with its port if that is not ${usual}: host:${usual}.`)
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function partsIn(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function exceptionsIn({ OUTGOING_EXCEPTIONS: text }: Environment): string[] {
  return partsIn(text).map((part) => {
    if (!/^(\[[0-9a-f:.]+\]|[0-9a-f:.]*|[a-z0-9_.-]+)$/i.test(part))
      throw new StartRefused(
        'OUTGOING_EXCEPTIONS must be host names and IP addresses, parted by commas, without ports.',
      )
    return part.toLowerCase().replace(/^\[|\]$/g, '')
  })
}

function iceIn({ ICE_SERVERS: text }: Environment): IceServer[] | undefined {
  if (!text) return undefined
  const servers = iceServersIn(text)
  if (!servers)
    throw new StartRefused('ICE_SERVERS must be stun: and turn: addresses parted by commas, or a JSON list of servers.')
  return servers
}

/** Has an upper limit because the Argon2 binding keeps only 32 bits: 4294967304 would become 8. Throws StartRefused. */
export function passwordMemoryIn(env: Environment): number | undefined {
  const text = env.PASSWORD_MEMORY_KIB
  if (!text) return undefined
  const memoryKib = Number(text)
  if (!Number.isInteger(memoryKib) || memoryKib < 8 || memoryKib >= 2 ** 32)
    throw new StartRefused(
      `PASSWORD_MEMORY_KIB must be a whole number of KiB, from 8 to ${2 ** 32 - 1}, not "${text}".`,
    )
  if (env.NODE_ENV === 'production' && memoryKib < recommendedMemoryKib)
    throw new StartRefused(`In production PASSWORD_MEMORY_KIB must be at least ${recommendedMemoryKib}, not "${text}".`)
  return memoryKib
}

/** `session-secret` among the keys stands for SESSION_SECRET, with which versions before 0.7 have encrypted. */
function keysIn({
  env,
  production,
  sessionSecret,
}: {
  env: Environment
  production: boolean
  sessionSecret: string
}): EncryptionKeys {
  const parts = partsIn(env.ENCRYPTION_KEYS)
  if (parts.length === 0 && production)
    throw new StartRefused(
      `In production ENCRYPTION_KEYS must hold a key of at least 32 characters, such as one made by "openssl rand -base64 32". Where version 0.6 or an earlier one has run, add ${earlierKey} after it, parted by a comma, until npm run secrets:rotate was run.`,
    )
  if (parts.some((part) => part !== earlierKey && part.length < 32))
    throw new StartRefused('Each key of ENCRYPTION_KEYS must have at least 32 characters; keys are parted by commas.')
  if (new Set(parts).size < parts.length) throw new StartRefused('ENCRYPTION_KEYS names a key twice.')
  const secrets = parts.length === 0 ? [earlierKey] : parts
  return {
    secrets: secrets.map((part) => (part === earlierKey ? sessionSecret : part)),
    readsEarlier: secrets.includes(earlierKey),
  }
}

/** Outside production, creates a secret once and keeps it, so that sessions survive a restart. */
function secretIn({ env, production, dataDir }: { env: Environment; production: boolean; dataDir: string }): string {
  const given = env.SESSION_SECRET
  if (given !== undefined && given.length < 32)
    throw new StartRefused('SESSION_SECRET must have at least 32 characters.')
  if (given) return given
  if (production) throw new StartRefused('In production SESSION_SECRET must be set, with at least 32 characters.')
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

/** `listening`: the port that the portal listens on, if that is known. */
export function publicAddress(
  { tls, publicPort, port }: Pick<Config, 'tls' | 'publicPort' | 'port'>,
  listening = port,
): PublicAddress {
  return { tls, port: publicPort ?? (tls ? undefined : listening) }
}
