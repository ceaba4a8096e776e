import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts values that must be read again, such as the secret of an authenticator app, so that access to the database
 * alone does not reveal them.
 */
export interface Encryption {
  encrypt(text: string): string
  /** Throws if the text was encrypted with another secret or was altered. */
  decrypt(encrypted: string): string
  /** The same for the content of a file. */
  encryptBytes(bytes: Buffer): Buffer
  decryptBytes(encrypted: Buffer): Buffer
  /**
   * Returns the same for the same text and tells nothing about it: to look up what is stored encrypted. Begin the text
   * with what it is about, so that values of two kinds never meet.
   */
  fingerprint(text: string): string
}

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM. The key is derived from `secret`; its label is part of what released versions encrypted. Fingerprints are
 * HMAC-SHA-256 with the secret.
 */
export function createEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'seal', 32))
  function encryptBytes(bytes: Buffer): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  function decryptBytes(encrypted: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes))
    decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()])
  }
  return {
    encrypt: (text) => encryptBytes(Buffer.from(text, 'utf8')).toString('base64url'),
    decrypt: (encrypted) => decryptBytes(Buffer.from(encrypted, 'base64url')).toString('utf8'),
    encryptBytes,
    decryptBytes,
    fingerprint: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
  }
}
