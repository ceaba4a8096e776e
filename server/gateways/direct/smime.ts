import { randomUUID, type X509Certificate } from 'node:crypto'
import { pathFault, mayBeUsed, usages, type Trust } from './certificate-path.ts'
import { decryptCms, encryptCms, type OwnKey } from './cms-envelope.ts'
import { signCms, verifyCms, type Signer } from './cms-signature.ts'
import { DirectError } from './direct.errors.ts'
import { base64Entity, canonical, decodeBody, partsOf, readEntity, type MimeEntity } from './mime-entity.ts'

/** Types of envelopes and opaque signatures; the second is that of old mail programs. */
const envelopeTypes = ['application/pkcs7-mime', 'application/x-pkcs7-mime']
const signatureTypes = ['application/pkcs7-signature', 'application/x-pkcs7-signature']

/**
 * Signs a MIME entity and encrypts it to certificates that were chosen before. Returns a MIME entity with its own
 * headers; those of the message, such as From and To, are the caller's. Throws a DirectError `unsupported`.
 */
export async function signAndEncrypt(
  mime: Buffer,
  { signer, recipients }: { signer: Signer; recipients: readonly X509Certificate[] },
): Promise<Buffer> {
  if (recipients.length === 0) throw new DirectError('missing')
  return base64Entity(
    [
      'MIME-Version: 1.0',
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data;\r\n name="smime.p7m"',
      'Content-Disposition: attachment; filename="smime.p7m"',
    ],
    encryptCms(signedEntity(canonical(mime), signer), recipients),
  )
}

function signedEntity(content: Buffer, signer: Signer): Buffer {
  const boundary = `signed-${randomUUID()}`
  const signature = base64Entity(
    [
      'Content-Type: application/pkcs7-signature; name="smime.p7s"',
      'Content-Disposition: attachment; filename="smime.p7s"',
    ],
    signCms(content, signer),
  )
  const type = `multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256;\r\n boundary="${boundary}"`
  return Buffer.concat([
    Buffer.from(`MIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n--${boundary}\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}\r\n`),
    signature,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

/** How a message is read: with which keys, and which signers are trusted. */
export interface Reading extends Pick<Trust, 'anchors' | 'at' | 'revoked' | 'listsOf'> {
  keys: readonly OwnKey[]
}

/**
 * Decrypts a message and checks its signature and the certificate of its signer. Whether the signer is the sender is
 * for the caller to compare. Throws a DirectError: `unencrypted`, `unsupported` and `unaddressed` for what anyone can
 * see; `unreadable` for every fault until a signature is valid, so that a sender who tries altered copies learns
 * nothing from the reason; then `weak`, `untrusted`, `expired` or `revoked` for the signer.
 */
export async function decryptAndVerify(
  source: Buffer,
  { keys, ...trust }: Reading,
): Promise<{ mime: Buffer; signer: X509Certificate }> {
  const envelope = readEntity(source)
  if (!envelopeTypes.includes(envelope.type)) throw new DirectError('unencrypted')
  const valid = signatureIn(decryptCms(decodeBody(envelope), keys))
  if (!valid) throw new DirectError('unreadable')
  const { content, signer, certificates: intermediates, isWeak } = valid
  if (isWeak) throw new DirectError('weak')
  const fault = await pathFault(signer, { ...trust, intermediates })
  if (fault) throw new DirectError(fault)
  if (!mayBeUsed(signer, usages.digitalSignature | usages.nonRepudiation))
    throw new DirectError('untrusted', 'key usage')
  return { mime: content, signer }
}

function signatureIn(decrypted: Buffer): ReturnType<typeof verifyCms> {
  try {
    const entity = readEntity(decrypted)
    return entity.type === 'multipart/signed' ? detachedSignature(entity) : opaqueSignature(entity)
  } catch {
    return undefined // what was decrypted is not what its headers state
  }
}

function opaqueSignature(entity: MimeEntity): ReturnType<typeof verifyCms> {
  return envelopeTypes.includes(entity.type) ? verifyCms(decodeBody(entity)) : undefined
}

/** Some programs sign lines that end with CRLF and send them with LF. */
function detachedSignature({ body, params }: MimeEntity): ReturnType<typeof verifyCms> {
  const [content, signature, ...others] = partsOf(body, params.boundary ?? '')
  if (!content || !signature || others.length > 0) return undefined
  const entity = readEntity(signature)
  if (!signatureTypes.includes(entity.type)) return undefined
  const der = decodeBody(entity)
  return verifyCms(der, content) ?? verifyCms(der, canonical(content))
}
