import { X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { AltName, CertificateRevocationList } from 'pkijs'
import { fieldsOf } from './certificate-fields.ts'
import { mayBeUsed, pathFault, usages, type PathFault, type Trust } from './certificate-path.ts'
import { DirectError } from './direct.errors.ts'

/** What a certificate is bound to (Applicability Statement §4): one address, or every address of a domain. */
export type Binding = 'address' | 'domain'

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g
const subjectAltName = '2.5.29.17'
const emailAddress = '1.2.840.113549.1.9.1'
const [rfc822Name, dnsName] = [1, 2]
/** From the one that says most about what to do. */
const faults: PathFault[] = ['revoked', 'expired', 'untrusted']

/** Reads the certificates of a file: PEM with any number of blocks, or one in DER. Throws if one cannot be read. */
export function parseCertificates(source: Buffer): X509Certificate[] {
  return derOf(source, 'CERTIFICATE').map((der) => new X509Certificate(der))
}

/** Reads revocation lists, as parseCertificates reads certificates. Their signatures are checked when they are used. */
export function parseRevocationLists(source: Buffer): CertificateRevocationList[] {
  return derOf(source, 'X509 CRL').map((der) => CertificateRevocationList.fromBER(new Uint8Array(der)))
}

function derOf(source: Buffer, label: string): Buffer[] {
  const text = source.toString('latin1')
  if (!text.includes('-----BEGIN ')) return [source]
  return [...text.matchAll(pemBlock)]
    .filter(([, name]) => name === label)
    .map(([block]) => Buffer.from(block.replace(/-----.+?-----/g, ''), 'base64'))
}

/** Returns how a certificate is bound to an address, or undefined if it is of other addresses. */
export function isFor(certificate: X509Certificate, address: string): Binding | undefined {
  const compared = comparedAddress(address)
  const domain = compared.slice(compared.lastIndexOf('@') + 1)
  const { mail, domains } = namesOf(certificate)
  if (compared.includes('@') && mail.some((each) => each.includes('@') && comparedAddress(each) === compared))
    return 'address'
  const bound = [...domains, ...mail.filter((each) => !each.includes('@'))]
  return domain !== '' && bound.some((each) => comparedDomain(each) === domain) ? 'domain' : undefined
}

function namesOf(certificate: X509Certificate): { mail: string[]; domains: string[] } {
  const { extensions = [], subject } = fieldsOf(certificate)
  const alternative: unknown = extensions.find(({ extnID }) => extnID === subjectAltName)?.parsedValue
  const names = alternative instanceof AltName ? alternative.altNames : []
  const textsOf = (kind: number) => names.filter(({ type }) => type === kind).map(({ value }) => String(value))
  const inSubject = subject.typesAndValues.filter(({ type }) => type === emailAddress)
  const addresses = inSubject.map(({ value }) => String(value.valueBlock.value))
  return {
    mail: [...textsOf(rfc822Name), ...addresses.filter((each) => each.includes('@'))],
    domains: textsOf(dnsName),
  }
}

function comparedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at + 1).toLowerCase()}${comparedDomain(address.slice(at + 1))}`
}

/** Certificates have names of other scripts in ASCII; people type them as they are written. */
const comparedDomain = (domain: string) => domainToASCII(domain.trim().replace(/\.$/, '')).toLowerCase()

export interface Choice extends Trust {
  address: string
}

/**
 * Returns the certificates to encrypt to: all that are bound to the address, or else all that are bound to its domain,
 * among those that are trusted and can be used. Candidates may contain the certificates of their authorities. Throws a
 * DirectError with the reason that says most: `missing`, `foreign`, `revoked`, `expired` or `untrusted`.
 */
export async function chooseCertificate(
  candidates: readonly X509Certificate[],
  { address, intermediates = [], ...trust }: Choice,
): Promise<X509Certificate[]> {
  if (candidates.length === 0) throw new DirectError('missing')
  const distinct = [...new Map(candidates.map((each) => [each.fingerprint256, each])).values()]
  const bound = distinct.flatMap((certificate) => {
    const binding = isFor(certificate, address)
    return binding ? [{ certificate, binding }] : []
  })
  if (bound.length === 0) throw new DirectError('foreign')
  const linked = { ...trust, intermediates: [...intermediates, ...distinct] }
  const checked = await Promise.all(
    bound.map(async (each) => ({ ...each, fault: await recipientFault(each.certificate, linked) })),
  )
  const usable = checked.filter(({ fault }) => !fault)
  const best = usable.some(({ binding }) => binding === 'address') ? 'address' : 'domain'
  const chosen = usable.filter(({ binding }) => binding === best).map(({ certificate }) => certificate)
  if (chosen.length > 0) return chosen
  throw new DirectError(faults.find((fault) => checked.some((each) => each.fault === fault)) ?? 'untrusted')
}

/** Keys are encrypted by RSA only, see encryptCms. */
async function recipientFault(certificate: X509Certificate, trust: Trust): Promise<PathFault | undefined> {
  const usable = certificate.publicKey.asymmetricKeyType === 'rsa' && mayBeUsed(certificate, usages.keyEncipherment)
  return usable ? pathFault(certificate, trust) : 'untrusted'
}
