import { verify, type KeyObject, type X509Certificate } from 'node:crypto'
import {
  BasicConstraints,
  CertificateChainValidationEngine,
  ExtKeyUsage,
  IssuingDistributionPoint,
  type Certificate,
  type CertificateRevocationList,
  type Extension,
} from 'pkijs'
import { fieldsOf } from './certificate-fields.ts'

/** What certificates are checked against. */
export interface Trust {
  /** Certificates that are trusted as such. */
  anchors: readonly X509Certificate[]
  /** Certificates that may link one to an anchor; they are not trusted by themselves. */
  intermediates?: readonly X509Certificate[]
  at: Date
  /** Lists that no issuer of the path signed are ignored; what an outdated one revokes stays revoked. */
  revoked?: readonly CertificateRevocationList[]
  /**
   * Reads the lists that a certificate names itself; only for those of a path to an anchor. Throws a DirectError
   * `unreachable` unless one of them `counts`: its issuer signed it, and it is current. A list in `revoked` for which
   * both is true stands in.
   */
  listsOf?: (
    certificate: X509Certificate,
    counts: (list: CertificateRevocationList) => boolean,
  ) => Promise<readonly CertificateRevocationList[]>
}

export type PathFault = 'expired' | 'revoked' | 'untrusted'

/** Of a path, and of all that may be tried: a stranger chooses which certificates come with a message. */
const mostIntermediates = 8
const mostCandidates = 100
const leastRsaBits = 2048

/** Digests of signatures of certificates and revocation lists, RSA and ECDSA (RFC 4055, RFC 5758). */
const signatureDigests = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
])

/** A list that does not say when the next one comes. */
const listLastsMs = 24 * 3_600_000

const basicConstraints = '2.5.29.19'
const keyUsage = '2.5.29.15'
const extendedKeyUsage = '2.5.29.37'
const emailProtection = '1.3.6.1.5.5.7.3.4'
const anyExtendedKeyUsage = '2.5.29.37.0'
/** Name constraints, policy constraints and the inhibition of any policy: pkijs checks them. */
const constraining = ['2.5.29.30', '2.5.29.36', '2.5.29.54']
/** Critical extensions that are understood: names, policies, policy mappings, places of revocation lists. */
const understood = [
  basicConstraints,
  keyUsage,
  extendedKeyUsage,
  '2.5.29.17',
  '2.5.29.32',
  '2.5.29.33',
  '2.5.29.31',
  ...constraining,
]

/** Bits of the key usage (RFC 5280 §4.2.1.3), in the first byte of its bit string. */
export const usages = { digitalSignature: 0x80, nonRepudiation: 0x40, keyEncipherment: 0x20 }
const keyCertSign = 0x04
const crlSign = 0x02

/**
 * Checks a certificate and its path to a trust anchor (RFC 5280 §6), for use in mail. Returns undefined if it can be
 * used, or the first that a person should know: it is not trusted, then expired, then revoked.
 */
export async function pathFault(certificate: X509Certificate, trust: Trust): Promise<PathFault | undefined> {
  if (!isForMail(fieldsOf(certificate)) || !isStrong(certificate)) return 'untrusted'
  const paths = trust.anchors.some((anchor) => isSame(anchor, certificate))
    ? [[certificate]]
    : pathsTo(certificate, trust)
  const trusted: X509Certificate[][] = []
  for (const path of paths) if (await meetsConstraints(path, trust.at)) trusted.push(path)
  if (trusted.length === 0) return 'untrusted'
  if (!isValidAt(certificate, trust.at)) return 'expired'
  for (const path of trusted) if (!(await isRevoked(path, trust))) return undefined
  return 'revoked'
}

/** True if a certificate may be used so; one without this extension may be used for everything. */
export function mayBeUsed(certificate: X509Certificate, bits: number): boolean {
  return hasUsage(fieldsOf(certificate), bits)
}

const isSame = (one: X509Certificate, other: X509Certificate) => one.raw.equals(other.raw)

/** Returns the paths from a certificate to anchors. Each intermediate is followed once, whatever a message contains. */
function pathsTo(certificate: X509Certificate, { anchors, intermediates = [], at }: Trust): X509Certificate[][] {
  const paths: X509Certificate[][] = []
  const visited = new Set([certificate.fingerprint256])
  const candidates = intermediates.slice(0, mostCandidates)
  let open = [[certificate]]
  for (let depth = 0; depth <= mostIntermediates && open.length > 0; depth++) {
    const issuersOf = (path: X509Certificate[], among: readonly X509Certificate[]) =>
      among.filter((candidate) => mayIssue(candidate, path, at)).map((issuer) => [...path, issuer])
    paths.push(...open.flatMap((path) => issuersOf(path, anchors)))
    open = open.flatMap((path) => {
      const next = issuersOf(
        path,
        candidates.filter(({ fingerprint256 }) => !visited.has(fingerprint256)),
      )
      next.forEach((longer) => longer.slice(-1).forEach(({ fingerprint256 }) => visited.add(fingerprint256)))
      return next
    })
  }
  return paths
}

/** True if the certificate is a valid authority, may have a path of this length below it, and signed its end. */
function mayIssue(issuer: X509Certificate, path: readonly X509Certificate[], at: Date): boolean {
  const issued = path.at(-1)
  if (!issued?.checkIssued(issuer) || !isValidAt(issuer, at) || !isStrong(issuer)) return false
  const fields = fieldsOf(issuer)
  const constraints = extensionOf(fields, basicConstraints)
  if (!(constraints instanceof BasicConstraints) || !constraints.cA) return false
  const { pathLenConstraint } = constraints
  const mostBelow = typeof pathLenConstraint === 'number' ? pathLenConstraint : Infinity
  if (path.length - 1 > mostBelow || !hasUsage(fields, keyCertSign) || !isForMail(fields)) return false
  return digestOf(fieldsOf(issued)) !== undefined && isSignedBy(issued, issuer)
}

function isSignedBy(issued: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return issued.verify(issuer.publicKey)
  } catch {
    return false // the key is of another kind than the signature
  }
}

const digestOf = ({ signatureAlgorithm }: Certificate | CertificateRevocationList) =>
  signatureDigests.get(signatureAlgorithm.algorithmId)

function isValidAt(certificate: X509Certificate, at: Date): boolean {
  const { notBefore, notAfter } = fieldsOf(certificate)
  return notBefore.value <= at && at <= notAfter.value
}

/** RSA of at least 2048 bits, or an elliptic curve of at least 256. */
function isStrong({ publicKey }: X509Certificate): boolean {
  if (publicKey.asymmetricKeyType === 'rsa') return (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= leastRsaBits
  return publicKey.asymmetricKeyType === 'ec' && isStrongCurve(publicKey)
}

const isStrongCurve = ({ asymmetricKeyDetails }: KeyObject) =>
  ['prime256v1', 'secp384r1', 'secp521r1'].includes(asymmetricKeyDetails?.namedCurve ?? '')

/** A certificate with extended usages must have that of mail (RFC 8550 §4.4.4), and so must its authorities. */
function isForMail(fields: Certificate): boolean {
  const { extensions = [] } = fields
  if (!isUnderstood(fields)) return false
  if (!extensions.some(({ extnID }) => extnID === extendedKeyUsage)) return true
  const extended = extensionOf(fields, extendedKeyUsage)
  const allowed = extended instanceof ExtKeyUsage ? extended.keyPurposes : []
  return allowed.some((usage) => [emailProtection, anyExtendedKeyUsage].includes(usage))
}

const isUnderstood = ({ extensions = [] }: Certificate) =>
  extensions.every(({ critical, extnID }) => !critical || understood.includes(extnID))

function hasUsage(fields: Certificate, bits: number): boolean {
  const usage = (fields.extensions ?? []).find(({ extnID }) => extnID === keyUsage)
  if (!usage) return true
  // A bit string in DER: tag, length, number of unused bits, bits.
  const first = new Uint8Array(usage.extnValue.valueBlock.valueHexView)[3] ?? 0
  return (first & bits) !== 0
}

const extensionOf = ({ extensions = [] }: Certificate, id: string): unknown =>
  extensions.find(({ extnID }) => extnID === id)?.parsedValue

/** Has pkijs check the constraints of names and policies, if the path has any. */
async function meetsConstraints(path: readonly X509Certificate[], at: Date): Promise<boolean> {
  const fields = path.map(fieldsOf)
  const isConstrained = fields.some(({ extensions = [] }) =>
    extensions.some(({ extnID }) => constraining.includes(extnID)),
  )
  const anchor = fields.at(-1)
  if (!isConstrained || !anchor || fields.length === 1) return true
  const certs = fields.slice(0, -1).toReversed() // the engine checks the last one
  // Whether the end is expired is another question than whether it is trusted.
  const [{ notBefore, notAfter }] = fields as [Certificate] // a path begins with a certificate
  const checkDate = at < notBefore.value ? notBefore.value : at > notAfter.value ? notAfter.value : at
  const engine = new CertificateChainValidationEngine({ trustedCerts: [anchor], certs, checkDate })
  const outcome = await engine.verify().catch(() => undefined) // an extension that cannot be read
  return outcome?.result === true
}

/**
 * True if an issuer of the path lists what it issued, in a list that it signed. Throws the DirectError of `listsOf` if no
 * list says that it does not.
 */
async function isRevoked(path: readonly X509Certificate[], { revoked = [], listsOf, at }: Trust): Promise<boolean> {
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1]
    if (!issuer) continue
    const fields = fieldsOf(certificate)
    const isIn = (lists: readonly CertificateRevocationList[]) =>
      lists.some((list) => list.isCertificateRevoked(fields) && isListOf(list, issuer))
    const counts = (list: CertificateRevocationList) =>
      isCurrent(list, at) && isAbout(list, fields) && isListOf(list, issuer)
    if (isIn(revoked)) return true
    try {
      if (listsOf && isIn(await listsOf(certificate, counts))) return true
    } catch (error) {
      if (!revoked.some(counts)) throw error
    }
  }
  return false
}

function isCurrent({ thisUpdate, nextUpdate }: CertificateRevocationList, at: Date): boolean {
  const until = nextUpdate?.value.getTime() ?? thisUpdate.value.getTime() + listLastsMs
  return at.getTime() <= until
}

/** False for a list of changes, or of other certificates or some reasons only (RFC 5280 §5.2.4, §5.2.5). */
function isAbout({ crlExtensions }: CertificateRevocationList, fields: Certificate): boolean {
  const constraints = extensionOf(fields, basicConstraints)
  const isAuthority = constraints instanceof BasicConstraints && constraints.cA
  return (crlExtensions?.extensions ?? []).every(({ critical, parsedValue: limits }: Extension) => {
    if (!critical) return true
    if (!(limits instanceof IssuingDistributionPoint) || limits.indirectCRL || limits.onlySomeReasons) return false
    return (
      !limits.onlyContainsAttributeCerts && !(isAuthority ? limits.onlyContainsUserCerts : limits.onlyContainsCACerts)
    )
  })
}

function isListOf(list: CertificateRevocationList, issuer: X509Certificate): boolean {
  const digest = digestOf(list)
  if (!digest || !hasUsage(fieldsOf(issuer), crlSign)) return false
  const signature = new Uint8Array(list.signatureValue.valueBlock.valueHexView)
  return verify(digest, list.tbsView, issuer.publicKey, signature)
}
