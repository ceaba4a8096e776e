import { createHash, sign, verify, X509Certificate, type KeyObject } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, Primitive, Set as Asn1Set } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  id_ContentType_Data,
  id_ContentType_SignedData,
  id_SubjectKeyIdentifier,
} from 'pkijs'
import { fieldsOf } from './certificate-fields.ts'
import { DirectError } from './direct.errors.ts'

/** Who signs: the certificates of the chain are sent with the signature. */
export interface Signer {
  certificate: X509Certificate
  key: KeyObject
  chain: readonly X509Certificate[]
}

const sha256 = '2.16.840.1.101.3.4.2.1'
const rsaEncryption = '1.2.840.113549.1.1.1'
const contentTypeAttribute = '1.2.840.113549.1.9.3'
const messageDigestAttribute = '1.2.840.113549.1.9.4'

const digests = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  [sha256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])
/** They are recognized, so that a partner can be named the reason, but never accepted. */
const weakDigests = ['md5', 'sha1']
/** RSA PKCS #1 v1.5 and ECDSA; undefined leaves the digest to the signer info. */
const signatureDigests = new Map<string, string | undefined>([
  [rsaEncryption, undefined],
  ['1.2.840.113549.1.1.4', 'md5'],
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
])

/** Signs content that is sent beside the signature: RSA and SHA-256. */
export function signCms(content: Buffer, { certificate, key, chain }: Signer): Buffer {
  if (key.asymmetricKeyType !== 'rsa') throw new DirectError('unsupported', 'a signer without an RSA key')
  const { issuer, serialNumber } = fieldsOf(certificate)
  const attributes = signedAttributes(content)
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_ContentType_Data }),
    certificates: [certificate, ...chain].map(fieldsOf),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        digestAlgorithm,
        signedAttrs: attributes,
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: rsaEncryption, algorithmParams: new Null() }),
        signature: new OctetString({ valueHex: sign('sha256', asSet(attributes), key) }),
      }),
    ],
  })
  const info = new ContentInfo({ contentType: id_ContentType_SignedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

/** In the order of DER, which is that of their lengths. */
function signedAttributes(content: Buffer): SignedAndUnsignedAttributes {
  const digest = createHash('sha256').update(content).digest()
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: contentTypeAttribute, values: [new ObjectIdentifier({ value: id_ContentType_Data })] }),
      new Attribute({ type: messageDigestAttribute, values: [new OctetString({ valueHex: digest })] }),
    ],
  })
}

/** What is signed is a set, whose tag the signer info replaces by that of its member (RFC 5652 §5.4). */
function asSet({ attributes }: SignedAndUnsignedAttributes): Buffer {
  return Buffer.from(new Asn1Set({ value: attributes.map((attribute) => attribute.toSchema()) }).toBER())
}

/** A signature that is valid for its content; whether its certificate is trusted is another question. */
export interface ValidSignature {
  signer: X509Certificate
  /** Every certificate that came with the signature. */
  certificates: X509Certificate[]
  isWeak: boolean
}

/**
 * Returns the signature of this content, or of the content that the signature contains. Returns undefined if none of
 * its signers' signatures is valid. Throws if it cannot be read.
 */
export function verifyCms(der: Buffer, detached?: Buffer): (ValidSignature & { content: Buffer }) | undefined {
  const info = ContentInfo.fromBER(new Uint8Array(der))
  if (info.contentType !== id_ContentType_SignedData) return undefined
  const signed = new SignedData({ schema: info.content })
  const { eContent, eContentType } = signed.encapContentInfo
  const content = detached ?? (eContent && Buffer.from(eContent.getValue()))
  if (!content || eContentType !== id_ContentType_Data || Boolean(detached) === Boolean(eContent)) return undefined
  const fields = (signed.certificates ?? []).filter((each) => each instanceof Certificate)
  for (const signerInfo of signed.signerInfos) {
    const signer = fields.find((each) => isSigner(each, signerInfo))
    const digest = signer && validDigest(signerInfo, { content, signer: asX509(signer) })
    if (digest)
      return { content, signer: asX509(signer), certificates: fields.map(asX509), isWeak: weakDigests.includes(digest) }
  }
  return undefined
}

const asX509 = (fields: Certificate) => new X509Certificate(Buffer.from(fields.toSchema(false).toBER()))

function isSigner({ issuer, serialNumber, extensions = [] }: Certificate, { sid }: SignerInfo): boolean {
  if (sid instanceof IssuerAndSerialNumber) return sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber)
  const identifier: unknown = extensions.find(({ extnID }) => extnID === id_SubjectKeyIdentifier)?.parsedValue
  // pkijs leaves the identifier as the tagged value that it is in the signer info.
  if (!(sid instanceof Primitive) || !isOctets(identifier)) return false
  return bytesOf(identifier).equals(new Uint8Array(sid.valueBlock.valueHexView))
}

interface Signed {
  content: Buffer
  signer: X509Certificate
}

/** Returns the digest of the signature if it is valid. */
function validDigest(info: SignerInfo, { content, signer }: Signed): string | undefined {
  const digest = digests.get(info.digestAlgorithm.algorithmId)
  const { algorithmId } = info.signatureAlgorithm
  if (!digest || !signatureDigests.has(algorithmId)) return undefined
  if ((signatureDigests.get(algorithmId) ?? digest) !== digest) return undefined
  const { signedAttrs } = info
  if (signedAttrs && !describes(signedAttrs, createHash(digest).update(content).digest())) return undefined
  const bytes = signedAttrs ? Buffer.from(signedAttrs.encodedValue) : content
  return verify(digest, bytes, signer.publicKey, bytesOf(info.signature)) ? digest : undefined
}

/** Signed attributes contain the type and the digest of the content, each once (RFC 5652 §11). */
function describes({ attributes }: SignedAndUnsignedAttributes, digest: Buffer): boolean {
  const valuesOf = (type: string): unknown[] =>
    attributes.filter((attribute) => attribute.type === type).flatMap(({ values }) => values)
  const [[type, ...types], [stated, ...others]] = [valuesOf(contentTypeAttribute), valuesOf(messageDigestAttribute)]
  if (types.length > 0 || others.length > 0 || !isOctets(stated)) return false
  return type instanceof ObjectIdentifier && type.getValue() === id_ContentType_Data && bytesOf(stated).equals(digest)
}

const isOctets = (value: unknown): value is OctetString => value instanceof OctetString
const bytesOf = (value: OctetString): Buffer => Buffer.from(value.getValue())
