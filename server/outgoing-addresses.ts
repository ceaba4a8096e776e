import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { StartRefused, type Config } from './config.ts'
import type { Licensee } from './licensees/licensee.ts'

/** What of the configuration names a system that the portal, or the frame of its pages, connects to. */
export type OutgoingConfig = Pick<
  Config,
  'production' | 'mail' | 'sms' | 'direct' | 'clamd' | 'databaseUrl' | 'redisUrl' | 'outgoingExceptions'
>

export interface CheckOptions {
  licensees: readonly Licensee[]
  /** The IP addresses of this machine; default those of its network interfaces. */
  ownIps?: readonly string[]
}

interface OutgoingAddress {
  /** Its name in sentences, such as `recordServer of lakeside`. */
  setting: string
  /** As it is configured; sentences never contain it, because it may hold a password. */
  text: string
  kind: Kind
}

type Kind = 'http' | 'smtp' | 'database' | 'redis' | 'clamd'

/** How each kind of address is encrypted, in words that follow "must". */
const encryption: Record<Kind, { has: (url: URL) => boolean; need: string }> = {
  http: { has: ({ protocol }) => protocol === 'https:', need: 'begin with https://' },
  // Without `ignoreTLS` no mail leaves this machine before STARTTLS (gateways/mail).
  smtp: {
    has: ({ protocol, searchParams }) => protocol === 'smtps:' || searchParams.get('ignoreTLS') !== 'true',
    need: 'begin with smtps:// or leave ignoreTLS out',
  },
  // The driver verifies certificates in these modes, and in no others.
  database: {
    has: ({ searchParams }) =>
      ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '') ||
      ['1', 'true'].includes(searchParams.get('ssl') ?? ''),
    need: 'have sslmode=verify-full',
  },
  redis: { has: ({ protocol }) => protocol === 'rediss:', need: 'begin with rediss://' },
  clamd: { has: () => false, need: 'be on this machine, because the protocol of clamd has no encryption' },
}

/**
 * Checks every address that the portal connects to. Throws StartRefused with a sentence for each one that must not be
 * used; returns warnings about exceptions. Names are not resolved: what DNS answers may change at any time.
 */
export function checkOutgoingAddresses(config: OutgoingConfig, options: CheckOptions): string[] {
  const { licensees, ownIps = interfaceIps() } = options
  const isOwn = ipsIn(ownIps)
  const exceptions = new Set(config.outgoingExceptions)
  const used = new Set<string>()
  const problems: string[] = []
  const warnings: string[] = []
  for (const address of addressesIn(config, licensees)) {
    const { setting, text, kind } = address
    if (isSocket(address)) continue
    const url = parsed(address)
    const host = url && hostIn(url)
    if (!url || host === undefined) {
      problems.push(`${setting} must be an address with a host.`)
      continue
    }
    problems.push(...malformed(setting, { url, kind, text }), ...neverMeant(setting, host))
    if (!config.production || isLoopback(host)) continue
    const doubts = [
      ...(encryption[kind].has(url) ? [] : [`must ${encryption[kind].need}: ${host} is another machine`]),
      ...(isOwn(host) ? [`must not be ${host}, an address of this machine other than loopback`] : []),
    ]
    if (doubts.length === 0) continue
    if (!exceptions.has(host)) {
      problems.push(...doubts.map((words) => `${setting} ${words}. If that is meant, ${exceptionFor(host)}.`))
      continue
    }
    used.add(host)
    warnings.push(...doubts.map((words) => `${setting} ${words}; OUTGOING_EXCEPTIONS allows it.`))
  }
  if (problems.length > 0) throw new StartRefused(problems.join('\n'))
  const unused = [...exceptions].filter((host) => config.production && !used.has(host))
  return [...warnings, ...unused.map((host) => `OUTGOING_EXCEPTIONS names ${host}, which needs no exception.`)]
}

const exceptionFor = (host: string) => `name ${host} in OUTGOING_EXCEPTIONS`

/** STUN and TURN servers are missing, whose media are always encrypted, and DIRECT_DNS, as DNS and LDAP are public. */
function addressesIn(config: OutgoingConfig, licensees: readonly Licensee[]): OutgoingAddress[] {
  const { mail, sms, direct, clamd, databaseUrl, redisUrl } = config
  const ofConfig: (Omit<OutgoingAddress, 'text'> & { text: string | undefined })[] = [
    { setting: 'DATABASE_URL', text: databaseUrl, kind: 'database' },
    { setting: 'REDIS_URL', text: redisUrl, kind: 'redis' },
    { setting: 'SMTP_URL', text: mail?.url, kind: 'smtp' },
    { setting: 'SMS_URL', text: sms?.url, kind: 'http' },
    { setting: 'DIRECT_SMTP_URL', text: direct?.url, kind: 'smtp' },
    { setting: 'CLAMD_HOST', text: clamd && `clamd://${bracketed(clamd.host)}`, kind: 'clamd' },
  ]
  const ofPractices = licensees.flatMap(({ id, recordServer, cards }) => [
    { setting: `recordServer of ${id}`, text: recordServer, kind: 'http' as const },
    { setting: `cards.server of ${id}`, text: cards?.server, kind: 'http' as const },
    { setting: `cards.frameOrigin of ${id}`, text: cards?.frameOrigin, kind: 'http' as const },
  ])
  return [...ofConfig, ...ofPractices].flatMap(({ text, ...rest }) => (text ? [{ ...rest, text }] : []))
}

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

/** PostgreSQL and Redis may be reached by a socket in the file system. */
function isSocket({ kind, text }: OutgoingAddress): boolean {
  if (kind !== 'database' && kind !== 'redis') return false
  return /^(\/|socket:|unix:|\w+:\/\/([^/@]*@)?%2f)/i.test(text) || /[?&]host=(\/|%2f)/i.test(text)
}

/** Redis takes an address without a scheme as well. */
function parsed({ kind, text }: OutgoingAddress): URL | undefined {
  const whole = kind === 'redis' && !text.includes('://') ? `redis://${text}` : text
  return URL.canParse(whole) ? new URL(whole) : undefined
}

/** Returns the host as URLs of http write it: lower case, IPv4 with three dots, IPv6 in its short form. */
function hostIn({ hostname, searchParams, protocol }: URL): string | undefined {
  const isDatabase = protocol.startsWith('postgres')
  const text = (isDatabase && searchParams.get('host')) || hostname || (isDatabase ? 'localhost' : '')
  const http = `http://${bracketed(text)}/`
  if (!text || !URL.canParse(http)) return undefined
  return new URL(http).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function malformed(setting: string, { url, kind, text }: { url: URL; kind: Kind; text: string }): string[] {
  if (kind !== 'http') return []
  return [
    ...(url.username || url.password ? [`${setting} must not contain a user name or a password.`] : []),
    ...(/[?#]/.test(text) ? [`${setting} must not contain a query or a fragment (? or #).`] : []),
  ]
}

function neverMeant(setting: string, host: string): string[] {
  return isNeverMeant(host) || host === 'metadata.google.internal'
    ? [
        `${setting} must not be ${host}: link-local, unspecified and multicast addresses are never systems of a practice.`,
      ]
    : []
}

const isNeverMeant = ipsIn([
  '0.0.0.0/8',
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '100.100.100.200',
  '224.0.0.0/4',
  '255.255.255.255',
  '::',
  'fe80::/10',
  'fd00:ec2::254',
  '64:ff9b::a9fe:0/112', // the link-local ones by NAT64
  'ff00::/8',
])

const isLoopbackIp = ipsIn(['127.0.0.0/8', '::1'])

const isLoopback = (host: string) => isLoopbackIp(host) || host === 'localhost' || host.endsWith('.localhost')

/** Tests IP addresses, an IPv4 address that is written as IPv6 too; a name is none of them. */
function ipsIn(subnets: readonly string[]): (host: string) => boolean {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [ip = '', bits] = subnet.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(ip, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (host) => isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

function interfaceIps(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
}
