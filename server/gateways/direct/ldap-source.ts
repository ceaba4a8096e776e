import { Resolver } from 'node:dns/promises'
import { connect, isIPv6, type NetConnectOpts } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { Client, EqualityFilter, OrFilter, type Entry } from 'ldapts'
import { DirectError } from './direct.errors.ts'
import type { DnsPlace } from './dns-source.ts'
import type { CertificateSource } from './find-certificates.ts'

export interface LdapOptions extends DnsPlace {
  /** Which addresses may be connected to: any domain can name a server, so only public ones unless this is given. */
  mayConnect?: (address: string) => boolean
}

type Options = Required<LdapOptions>

interface LdapServer {
  address: string
  port: number
}

const binaryCertificate = 'userCertificate;binary'
const attributes = [binaryCertificate, 'userCertificate']
/** Far more than the certificates of an address; the server is one that a stranger may have named. */
const mostBytes = 1024 * 1024
const mostServers = 4
const mostEntries = 20

/**
 * Certificates in the directory that a domain names by SRV records: those of the entries whose `mail` is the address
 * or the domain (Applicability Statement §5.3).
 */
export function ldapSource({
  host,
  port = 53,
  timeoutMs = 3000,
  mayConnect = isPublic,
}: LdapOptions): CertificateSource {
  const options = { host, port, timeoutMs, mayConnect }
  return {
    find: async (address) => {
      const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase()
      const servers = domain ? await serversOf(domain, options) : []
      return certificatesIn(servers, { names: [address, domain], timeoutMs })
    },
  }
}

/** Returns false for addresses of this machine and of its network. */
export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

async function serversOf(domain: string, { host, port, timeoutMs, mayConnect }: Options): Promise<LdapServer[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  resolver.setServers([`${isIPv6(host) ? `[${host}]` : host}:${port}`])
  const records = await orNone(resolver.resolveSrv(`_ldap._tcp.${domain}`))
  const servers: LdapServer[] = []
  for (const record of records.toSorted((one, other) => one.priority - other.priority).slice(0, mostServers)) {
    const addresses = [
      ...(await orNone(resolver.resolve4(record.name))),
      ...(await orNone(resolver.resolve6(record.name))),
    ]
    servers.push(...addresses.filter(mayConnect).map((address) => ({ address, port: record.port })))
  }
  return servers.slice(0, mostServers)
}

/** A name without such records is known to have none. */
async function orNone<Records>(lookup: Promise<Records[]>): Promise<Records[]> {
  try {
    return await lookup
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // of the resolver
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw new DirectError('unreachable', `DNS: ${code}`)
  }
}

interface Search {
  names: string[]
  timeoutMs: number
}

/** Reads the first server that responds: all have the same content. */
async function certificatesIn(servers: readonly LdapServer[], search: Search): Promise<Buffer[]> {
  for (const server of servers) {
    const certificates = await searchedIn(server, search).catch(() => undefined)
    if (certificates) return certificates
  }
  if (servers.length === 0) return []
  throw new DirectError('unreachable', 'LDAP')
}

async function searchedIn({ address, port }: LdapServer, { names, timeoutMs }: Search): Promise<Buffer[]> {
  const client = new Client({
    url: `ldap://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    createConnection: limitedConnection as typeof connect, // which the client calls with options
  })
  const filter = new OrFilter({ filters: names.map((value) => new EqualityFilter({ attribute: 'mail', value })) })
  try {
    const { searchEntries: roots } = await client.search('', { scope: 'base', attributes: ['namingContexts'] })
    const bases = roots.flatMap((root) => textsOf(root.namingContexts))
    const certificates: Buffer[] = []
    for (const base of bases.slice(0, mostServers)) {
      const options = { filter, attributes, explicitBufferAttributes: attributes, sizeLimit: mostEntries }
      const { searchEntries } = await client.search(base, options)
      certificates.push(...searchEntries.flatMap(certificatesOf))
    }
    return certificates
  } finally {
    await client.unbind().catch(() => undefined) // the connection is closed in any case
  }
}

function limitedConnection(options: NetConnectOpts) {
  const socket = connect(options)
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) socket.destroy(new Error('too long'))
  })
  return socket
}

const textsOf = (value: Entry[string] | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? []].flat()).map(String)

function certificatesOf(entry: Entry): Buffer[] {
  const values = attributes.flatMap((name) => [entry[name] ?? []].flat())
  return values.filter((value) => Buffer.isBuffer(value)).filter(({ length }) => length > 0)
}
