import type { X509Certificate } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { get } from 'node:http'
import { isIPv6 } from 'node:net'
import { CRLDistributionPoints, GeneralName, type CertificateRevocationList } from 'pkijs'
import { fieldsOf } from './certificate-fields.ts'
import { parseRevocationLists } from './certificates.ts'
import { DirectError } from './direct.errors.ts'
import { isPublic, type LdapOptions } from './ldap-source.ts'

/** Where lists are fetched; the server is one that an authority has named. */
export interface RevocationSource {
  /**
   * Returns the revocation lists at the first address that a certificate names where one `counts`; none if it names no
   * address by HTTP. Throws a DirectError `unreachable` if there is no such list now.
   */
  listsOf(
    certificate: X509Certificate,
    counts: (list: CertificateRevocationList) => boolean,
  ): Promise<CertificateRevocationList[]>
}

const distributionPoints = '2.5.29.31'
const uniformResourceIdentifier = 6
/** Lists of authorities for Direct are far smaller; reading one holds up everything else. */
const mostBytes = 2 * 1024 * 1024
const mostAddresses = 4
/** How long a list is used before it is read again, and of how many addresses. */
const keptMs = 3_600_000
const mostKept = 50

/** Fetches the revocation lists that certificates name (RFC 5280 §4.2.1.13), each once an hour. */
export function revocationSource({
  host,
  port = 53,
  timeoutMs = 3000,
  mayConnect = isPublic,
  now,
}: LdapOptions & { now: () => Date }): RevocationSource {
  const kept = new Map<string, { lists: CertificateRevocationList[]; until: number }>()
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  resolver.setServers([`${isIPv6(host) ? `[${host}]` : host}:${port}`])

  async function fetched(url: URL, counts: (list: CertificateRevocationList) => boolean) {
    const known = kept.get(url.href)
    const at = now().getTime()
    if (known && known.until > at && known.until <= at + keptMs && known.lists.some(counts)) return known.lists
    const address = await addressOf(url.hostname)
    const lists = parseRevocationLists(await body(url, { address, timeoutMs }))
    kept.delete(url.href)
    if (!lists.some(counts)) throw new Error('no list that counts')
    kept.set(url.href, { lists, until: at + keptMs })
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
    return lists
  }

  /** The connection goes to this address, so that no second lookup can name another one. */
  async function addressOf(hostname: string): Promise<string> {
    const resolved = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = resolved.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const [address] = addresses.filter(mayConnect)
    if (address === undefined) throw new Error('no address')
    return address
  }

  return {
    listsOf: async (certificate, counts) => {
      const urls = addressesIn(certificate)
      for (const url of urls) {
        const lists = await fetched(url, counts).catch(() => undefined)
        if (lists) return lists
      }
      if (urls.length === 0) return []
      throw new DirectError('unreachable', 'revocation list')
    },
  }
}

function addressesIn(certificate: X509Certificate): URL[] {
  const { extensions = [] } = fieldsOf(certificate)
  const points: unknown = extensions.find(({ extnID }) => extnID === distributionPoints)?.parsedValue
  if (!(points instanceof CRLDistributionPoints)) return []
  return points.distributionPoints
    .flatMap(({ distributionPoint: names }) => (Array.isArray(names) ? names : []))
    .filter((name) => name instanceof GeneralName && name.type === uniformResourceIdentifier)
    .flatMap(({ value }) => (URL.canParse(String(value)) ? new URL(String(value)) : []))
    .filter(({ protocol }) => protocol === 'http:') // a list is signed, and its server may be known by a list only
    .slice(0, mostAddresses)
}

/** Rejects for anything else than a whole file in time. */
async function body(
  { port, pathname, search, host }: URL,
  { address, timeoutMs }: { address: string; timeoutMs: number },
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port: port || 80,
      path: pathname + search,
      headers: { host },
      agent: false,
      signal,
    }
    const request = get(options, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      if (response.statusCode !== 200) request.destroy(new Error('another status'))
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > mostBytes) request.destroy(new Error('too long'))
      })
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
