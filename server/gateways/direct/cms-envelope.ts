import {
  constants,
  createCipheriv,
  createDecipheriv,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  type CipherGCMTypes,
  type Decipher,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto'
import { Integer, Null, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  ContentInfo,
  EncryptedContentInfo,
  EnvelopedData,
  IssuerAndSerialNumber,
  KeyTransRecipientInfo,
  RecipientInfo,
  RSAESOAEPParams,
  id_ContentType_Data,
  id_ContentType_EnvelopedData,
  id_SubjectKeyIdentifier,
} from 'pkijs'
import { fieldsOf } from './certificate-fields.ts'
import { DirectError } from './direct.errors.ts'

/** A private key and the certificate of its public half. */
export interface OwnKey {
  certificate: X509Certificate
  key: KeyObject
}

const rsaEncryption = '1.2.840.113549.1.1.1'
const rsaOaep = '1.2.840.113549.1.1.7'
const aes256 = '2.16.840.1.101.3.4.1.42'
const id_ContentType_AuthEnvelopedData = '1.2.840.113549.1.9.16.1.23'
const ciphers = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  [aes256, { name: 'aes-256-cbc', keyBytes: 32 }],
])
/** Of content that is authenticated as well (RFC 5084). */
const authenticatedCiphers = new Map<string, { name: CipherGCMTypes; keyBytes: number }>([
  ['2.16.840.1.101.3.4.1.6', { name: 'aes-128-gcm', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.26', { name: 'aes-192-gcm', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.46', { name: 'aes-256-gcm', keyBytes: 32 }],
])
/** Bytes of the code that authenticates (RFC 5084 §3.2). */
const macBytes = { least: 12, most: 16 }
const digests = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])

/** Encrypts to each recipient: AES-256 in CBC mode, its key by RSA PKCS #1 v1.5, which every partner can decrypt. */
export function encryptCms(content: Buffer, recipients: readonly X509Certificate[]): Buffer {
  const key = randomBytes(32)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  const envelope = new EnvelopedData({
    version: 0,
    recipientInfos: recipients.map((recipient) => new RecipientInfo({ variant: 1, value: wrapped(key, recipient) })),
    encryptedContentInfo: new EncryptedContentInfo({
      contentType: id_ContentType_Data,
      contentEncryptionAlgorithm: new AlgorithmIdentifier({
        algorithmId: aes256,
        algorithmParams: new OctetString({ valueHex: iv }),
      }),
      encryptedContent: new OctetString({ valueHex: encrypted }),
      disableSplit: true,
    }),
  })
  const info = new ContentInfo({ contentType: id_ContentType_EnvelopedData, content: envelope.toSchema() })
  return Buffer.from(info.toSchema().toBER())
}

function wrapped(key: Buffer, recipient: X509Certificate): KeyTransRecipientInfo {
  const { publicKey } = recipient
  if (publicKey.asymmetricKeyType !== 'rsa') throw new DirectError('unsupported', 'a recipient without an RSA key')
  const { issuer, serialNumber } = fieldsOf(recipient)
  return new KeyTransRecipientInfo({
    rid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    keyEncryptionAlgorithm: new AlgorithmIdentifier({ algorithmId: rsaEncryption, algorithmParams: new Null() }),
    encryptedKey: new OctetString({
      valueHex: publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, key),
    }),
  })
}

/**
 * Decrypts with whichever key an envelope names. Throws a DirectError: `unencrypted`, `unsupported` or `unaddressed`
 * for what anyone can see of the envelope, `unreadable` for everything that depends on a private key.
 */
export function decryptCms(der: Buffer, keys: readonly OwnKey[]): Buffer {
  const { recipientInfos, content, keyBytes, decipher } = envelopeIn(der)
  const [match] = recipientInfos.flatMap(({ value }) =>
    value instanceof KeyTransRecipientInfo
      ? keys.filter((own) => isAddressedTo(value, own)).map(({ key }) => ({ key, info: value }))
      : [],
  )
  if (!match) throw new DirectError('unaddressed')
  const contentKey = unwrapped(match.info, { key: match.key, keyBytes })
  try {
    const opening = decipher(contentKey)
    return Buffer.concat([opening.update(Buffer.from(content.getEncryptedContent())), opening.final()])
  } catch {
    throw new DirectError('unreadable')
  }
}

interface Envelope {
  recipientInfos: RecipientInfo[]
  content: EncryptedContentInfo
  /** Of the key of the content. */
  keyBytes: number
  /** May throw for a key that is not that of the content. */
  decipher(key: Buffer): Decipher
}

function envelopeIn(der: Buffer): Envelope {
  const { type, envelope, mac } = partsOfEnvelope(der)
  if (type === id_ContentType_EnvelopedData) return encryptedEnvelope(envelope)
  if (mac === undefined || envelope.unprotectedAttrs) throw new DirectError('unsupported', 'authenticated attributes')
  return authenticatedEnvelope(envelope, mac)
}

/** Authenticated content begins as that which is only encrypted, and ends with its code (RFC 5083 §2.1). */
function partsOfEnvelope(der: Buffer): { type: string; envelope: EnvelopedData; mac?: Buffer } {
  try {
    const { contentType: type, content } = ContentInfo.fromBER(new Uint8Array(der))
    if (type === id_ContentType_EnvelopedData) return { type, envelope: new EnvelopedData({ schema: content }) }
    if (type === id_ContentType_AuthEnvelopedData && content instanceof Sequence) {
      const parts = content.valueBlock.value
      const end = parts.findIndex((part) => part instanceof OctetString)
      const mac = parts[end]
      const schema = new Sequence({ value: parts.slice(0, end) })
      return {
        type,
        envelope: new EnvelopedData({ schema }),
        ...(mac instanceof OctetString ? { mac: bytesOf(mac) } : {}),
      }
    }
  } catch {
    throw new DirectError('unencrypted', 'not readable')
  }
  throw new DirectError('unencrypted', 'another kind of content')
}

function encryptedEnvelope({ recipientInfos, encryptedContentInfo: content }: EnvelopedData): Envelope {
  const { algorithmId, algorithmParams: iv } = content.contentEncryptionAlgorithm
  const cipher = ciphers.get(algorithmId)
  if (!cipher || !(iv instanceof OctetString)) throw new DirectError('unsupported', algorithmId)
  const { name, keyBytes } = cipher
  return { recipientInfos, content, keyBytes, decipher: (key) => createDecipheriv(name, key, bytesOf(iv)) }
}

function authenticatedEnvelope(
  { recipientInfos, encryptedContentInfo: content }: EnvelopedData,
  mac: Buffer,
): Envelope {
  const { algorithmId, algorithmParams } = content.contentEncryptionAlgorithm
  const cipher = authenticatedCiphers.get(algorithmId)
  const [nonce, length] = algorithmParams instanceof Sequence ? algorithmParams.valueBlock.value : []
  const authTagLength = length instanceof Integer ? length.valueBlock.valueDec : macBytes.least // its default
  if (!cipher || !(nonce instanceof OctetString) || authTagLength < macBytes.least || authTagLength > macBytes.most)
    throw new DirectError('unsupported', algorithmId)
  const { name, keyBytes } = cipher
  const decipher = (key: Buffer) => createDecipheriv(name, key, bytesOf(nonce), { authTagLength }).setAuthTag(mac)
  return { recipientInfos, content, keyBytes, decipher }
}

function isAddressedTo({ rid }: KeyTransRecipientInfo, { certificate }: OwnKey): boolean {
  const { issuer, serialNumber, extensions = [] } = fieldsOf(certificate)
  if (rid instanceof IssuerAndSerialNumber) return rid.issuer.isEqual(issuer) && rid.serialNumber.isEqual(serialNumber)
  const identifier: unknown = extensions.find(({ extnID }) => extnID === id_SubjectKeyIdentifier)?.parsedValue
  return rid instanceof OctetString && identifier instanceof OctetString && bytesOf(rid).equals(bytesOf(identifier))
}

interface Unwrapping {
  key: KeyObject
  keyBytes: number
}

/**
 * Returns the content's key, or a random one if the padding is wrong: the content then fails as if it were altered, so
 * that nothing tells the two apart (RFC 3218 §2.3.2).
 */
function unwrapped({ keyEncryptionAlgorithm, encryptedKey }: KeyTransRecipientInfo, unwrapping: Unwrapping): Buffer {
  const { algorithmId, algorithmParams } = keyEncryptionAlgorithm
  if (algorithmId === rsaEncryption) return unpadded(bytesOf(encryptedKey), unwrapping)
  if (algorithmId !== rsaOaep) throw new DirectError('unsupported', algorithmId)
  const oaepHash = oaepDigest(algorithmParams)
  const { key, keyBytes } = unwrapping
  const substitute = randomBytes(keyBytes)
  try {
    const options = { key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }
    const contentKey = privateDecrypt(options, bytesOf(encryptedKey))
    return contentKey.length === keyBytes ? contentKey : substitute
  } catch {
    return substitute
  }
}

/**
 * Decrypts PKCS #1 v1.5 (RFC 8017 §7.2.2). Node refuses its private decryption because an error or its time reveals
 * whether a padding was right (CVE-2023-46809). OpenSSL does the RSA operation here, without padding; the length of
 * the key is known, so that the padding is compared without a branch.
 */
function unpadded(encryptedKey: Buffer, { key, keyBytes }: Unwrapping): Buffer {
  const substitute = randomBytes(keyBytes)
  const block = rawDecrypted(encryptedKey, key)
  const begin = block.length - keyBytes
  let wrong = block.readUInt8(0) | (block.readUInt8(1) ^ 2) | block.readUInt8(begin - 1)
  // 1 for a zero byte, which may not be among the random ones.
  for (let at = 2; at < begin - 1; at++) wrong |= (block.readUInt8(at) - 1) >>> 31
  const mask = (wrong - 1) >> 31 // all bits are set if nothing is wrong
  return substitute.map((byte, at) => (block.readUInt8(begin + at) & mask) | (byte & ~mask)) as Buffer // map keeps the class
}

/** Returns a block of wrong padding if the number is too large for the key or of another length. */
function rawDecrypted(encryptedKey: Buffer, key: KeyObject): Buffer {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encryptedKey)
  } catch {
    return randomBytes((key.asymmetricKeyDetails?.modulusLength ?? 2048) / 8).fill(1, 0, 2)
  }
}

/** Node takes one digest for both the label and the mask. Labels other than the empty one are not in use. */
function oaepDigest(schema: unknown): string {
  const { hashAlgorithm, maskGenAlgorithm } = new RSAESOAEPParams({ schema })
  const digest = digests.get(hashAlgorithm.algorithmId)
  const mask = new AlgorithmIdentifier({ schema: maskGenAlgorithm.algorithmParams })
  if (digest && mask.algorithmId === hashAlgorithm.algorithmId) return digest
  throw new DirectError('unsupported', 'digests of OAEP')
}

const bytesOf = (value: OctetString): Buffer => Buffer.from(value.getValue())
