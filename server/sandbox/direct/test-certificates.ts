import { createHash, createPublicKey, generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { BitString, Integer, Null, OctetString, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  DistributionPoint,
  ExtKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  type IssuingDistributionPoint,
  NameConstraints,
  PublicKeyInfo,
  RevokedCertificate,
  Time,
} from 'pkijs'

/** A certificate with its key, by which it can issue others. */
export interface Issued {
  certificate: X509Certificate
  key: KeyObject
}

export interface CertificateOptions {
  name: string
  /** Signs itself without one. */
  issuer?: Issued
  /** Names of its owner: addresses with `@`, and domains. */
  names?: readonly string[]
  /** An address in the subject, as old certificates have it. */
  subjectAddress?: string
  authority?: boolean
  pathLength?: number
  /** The first byte of the key usage; that of an authority or of a mail user if it is not given. */
  usage?: number | null
  extendedUsage?: string
  /** Names that an authority may issue certificates for, in rfc822Name and dNSName. */
  permitted?: string
  unknownCritical?: boolean
  /** Where its issuer publishes the list of what it revoked. */
  listAt?: string
  notBefore?: Date
  notAfter?: Date
  key?: KeyObject
  digest?: 'sha1' | 'sha256'
}

const signatures = { sha1: '1.2.840.113549.1.1.5', sha256: '1.2.840.113549.1.1.11' }
const rfc822Name = 1
const dnsName = 2
const uniformResourceIdentifier = 6
let serial = 1000

/** Creates a private key; RSA of 2048 bits unless another length is given. */
export function createKey(modulusLength = 2048): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength }).privateKey
}

/** Creates a certificate that is valid from 2020 to 2040, unless other days are given. */
export function issue(options: CertificateOptions): Issued {
  const { name, issuer, subjectAddress, digest = 'sha256' } = options
  const key = options.key ?? createKey()
  const fields = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: serial++ }),
    extensions: extensionsOf(options, key),
    subjectPublicKeyInfo: publicKeyOf(key),
    signature: new AlgorithmIdentifier({ algorithmId: signatures[digest], algorithmParams: new Null() }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: signatures[digest], algorithmParams: new Null() }),
  })
  fields.subject.typesAndValues.push(attribute('2.5.4.3', name))
  if (subjectAddress) fields.subject.typesAndValues.push(attribute('1.2.840.113549.1.9.1', subjectAddress))
  fields.issuer = issuer ? fieldsOf(issuer.certificate).subject : fields.subject
  fields.notBefore = new Time({ value: options.notBefore ?? new Date('2020-01-01T00:00:00Z') })
  fields.notAfter = new Time({ value: options.notAfter ?? new Date('2040-01-01T00:00:00Z') })
  const signed = Buffer.from(fields.encodeTBS().toBER())
  fields.signatureValue = new BitString({ valueHex: sign(digest, signed, issuer?.key ?? key) })
  return { certificate: new X509Certificate(Buffer.from(fields.toSchema(true).toBER())), key }
}

interface ListOptions {
  thisUpdate?: Date
  nextUpdate?: Date
  /** Which certificates and reasons the list is about. */
  limits?: IssuingDistributionPoint
}

/** Creates a revocation list in DER. */
export function revocationList(
  issuer: Issued,
  revoked: readonly X509Certificate[],
  { thisUpdate = new Date('2026-01-01T00:00:00Z'), nextUpdate, limits }: ListOptions = {},
): Buffer {
  const algorithm = { algorithmId: signatures.sha256, algorithmParams: new Null() }
  const date = new Time({ value: thisUpdate })
  const list = new CertificateRevocationList({
    version: 1,
    issuer: fieldsOf(issuer.certificate).subject,
    thisUpdate: date,
    ...(nextUpdate ? { nextUpdate: new Time({ value: nextUpdate }) } : {}),
    ...(limits
      ? { crlExtensions: new Extensions({ extensions: [extension('2.5.29.28', limits.toSchema(), true)] }) }
      : {}),
    signature: new AlgorithmIdentifier(algorithm),
    signatureAlgorithm: new AlgorithmIdentifier(algorithm),
    revokedCertificates: revoked.map(
      (certificate) =>
        new RevokedCertificate({ userCertificate: fieldsOf(certificate).serialNumber, revocationDate: date }),
    ),
  })
  const [signed] = list.toSchema(true).valueBlock.value
  if (!signed) throw new Error('a revocation list without content')
  list.signatureValue = new BitString({ valueHex: sign('sha256', Buffer.from(signed.toBER()), issuer.key) })
  return Buffer.from(list.toSchema(true).toBER())
}

/** The key in PEM, as OpenSSL reads it. */
export function pemOf({ key, certificate }: Issued): { key: string; certificate: string } {
  return { key: String(key.export({ type: 'pkcs8', format: 'pem' })), certificate: certificate.toString() }
}

const fieldsOf = ({ raw }: X509Certificate) => Certificate.fromBER(new Uint8Array(raw))

const attribute = (type: string, value: string) => new AttributeTypeAndValue({ type, value: new Utf8String({ value }) })

function publicKeyOf(key: KeyObject): PublicKeyInfo {
  const der = createPublicKey(key.export({ type: 'pkcs8', format: 'pem' })).export({ type: 'spki', format: 'der' })
  return PublicKeyInfo.fromBER(new Uint8Array(der))
}

function extensionsOf(options: CertificateOptions, key: KeyObject): Extension[] {
  const { names = [], authority = false, usage, extendedUsage, unknownCritical, listAt } = options
  const bits = usage === undefined ? (authority ? 0x06 : 0xa0) : usage
  const identifier = createHash('sha1').update(publicKeyOf(key).subjectPublicKey.valueBlock.valueHexView).digest()
  return [
    extension('2.5.29.14', new OctetString({ valueHex: identifier })),
    ...(bits === null ? [] : [extension('2.5.29.15', new BitString({ valueHex: Buffer.from([bits]) }), true)]),
    ...(names.length > 0 ? [extension('2.5.29.17', alternativeNames(names).toSchema())] : []),
    ...(authority ? authorityExtensions(options) : []),
    ...(extendedUsage ? [extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [extendedUsage] }).toSchema())] : []),
    ...(listAt ? [extension('2.5.29.31', listPlaces(listAt).toSchema())] : []),
    ...(unknownCritical ? [extension('1.2.3.4', new Null(), true)] : []),
  ]
}

function listPlaces(address: string): CRLDistributionPoints {
  const name = new GeneralName({ type: uniformResourceIdentifier, value: address })
  return new CRLDistributionPoints({ distributionPoints: [new DistributionPoint({ distributionPoint: [name] })] })
}

function authorityExtensions({ pathLength, permitted }: CertificateOptions): Extension[] {
  const length = pathLength === undefined ? {} : { pathLenConstraint: pathLength }
  const constraints = new BasicConstraints({ cA: true, ...length })
  return [
    extension('2.5.29.19', constraints.toSchema(), true),
    ...(permitted ? [extension('2.5.29.30', nameConstraints(permitted).toSchema(), true)] : []),
  ]
}

function nameConstraints(permitted: string): NameConstraints {
  const bases = ([rfc822Name, dnsName] as const).map((type) => new GeneralName({ type, value: permitted }))
  return new NameConstraints({ permittedSubtrees: bases.map((base) => new GeneralSubtree({ base })) })
}

function alternativeNames(names: readonly string[]): AltName {
  const altNames = names.map((value) => new GeneralName({ type: value.includes('@') ? rfc822Name : dnsName, value }))
  return new AltName({ altNames })
}

function extension(extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}
