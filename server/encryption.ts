import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { EncryptedColumn } from './encrypted-columns.ts'

/** Where a stored value belongs: its column, and what identifies its row there (encrypted-columns.ts). */
export type Place = readonly [column: EncryptedColumn, ...row: (string | number)[]]

/**
 * Encrypts what is stored and must be read again, such as the secret of an authenticator app, so that access to the
 * database alone does not reveal it. A value can be read at its own place only: one that was copied to another row is
 * refused (decision 59).
 */
export interface Encryption {
  encrypt(text: string, place: Place): string
  /** Throws UnreadableValue. */
  decrypt(encrypted: string, place: Place): string
  /** The same for the content of a file. */
  encryptBytes(bytes: Buffer, place: Place): Buffer
  decryptBytes(encrypted: Buffer, place: Place): Buffer
  /** Tells an encrypted text from one that an earlier version has stored in clear. */
  isEncrypted(text: string): boolean
  /** What values begin with that are encrypted with the current key. */
  currentPrefix: string
  /** The ids of the keys that can be read, the current one first. */
  keyIds: readonly string[]
  /**
   * Returns the same for the same text and tells nothing about it: to look up what is stored encrypted. Begin the text
   * with what it is about, so that values of two kinds never meet.
   */
  fingerprint(text: string): string
}

/** Encrypts what is not stored, such as the content of a link. */
export interface Cipher {
  encrypt(text: string): string
  /** Throws if the text was encrypted with another secret or was altered. */
  decrypt(encrypted: string): string
}

export interface EncryptionKeys {
  /** Texts from which keys are derived. The first one encrypts. */
  secrets: readonly string[]
  /** Whether values are read that versions before 0.7 have encrypted with the session secret. */
  readsEarlier: boolean
}

/** Reports a stored value that cannot be read; its message contains neither the value nor its row. */
export class UnreadableValue extends Error {
  override name = 'UnreadableValue'
}

/** The name of the session secret among the keys; as a key's id, that of values before 0.7. */
export const earlierKey = 'session-secret'

const ivBytes = 12
const tagBytes = 16
const idLength = 8
const format = 'e1'
const encryptedText = new RegExp(`^${format}\\.[\\w-]{${idLength}}\\.`)

/** AES-256-GCM. The key is derived from `secret`; its label is part of what released versions encrypted. */
export function createCipher(secret: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portal', 'seal', 32))
  return {
    encrypt: (text) => encryptWith(key, Buffer.from(text, 'utf8'), '').toString('base64url'),
    decrypt: (encrypted) => decryptWith(key, Buffer.from(encrypted, 'base64url'), '').toString('utf8'),
  }
}

/**
 * AES-256-GCM with the place as associated data. A stored value begins with `e1.` and the id of its key. Fingerprints
 * are HMAC-SHA-256 with the session secret.
 */
export function createEncryption(sessionSecret: string, keys: EncryptionKeys): Encryption {
  const ring = keys.secrets.map((secret) => derivedKey(secret))
  const [current] = ring
  if (!current) throw new Error('there is no key')
  const earlier = Buffer.from(hkdfSync('sha256', sessionSecret, 'portal', 'seal', 32))

  function decryptBody(id: string | undefined, body: Buffer, place: Place): Buffer {
    const known = id === undefined ? keys.readsEarlier : ring.find((each) => each.id === id)
    if (!known)
      throw new UnreadableValue(
        `A value of ${place[0]} was encrypted with the key ${id ?? earlierKey}, which ENCRYPTION_KEYS does not hold.`,
      )
    try {
      return known === true ? decryptWith(earlier, body, '') : decryptWith(known.key, body, associated(place))
    } catch (error) {
      const secret = known === true ? ', or SESSION_SECRET is not the one of then' : ''
      throw new UnreadableValue(`A value of ${place[0]} was altered or belongs to another row${secret}.`, {
        cause: error,
      })
    }
  }

  const prefix = `${format}.${current.id}.`
  const prefixBytes = Buffer.byteLength(prefix)
  return {
    encrypt: (text, place) =>
      prefix + encryptWith(current.key, Buffer.from(text, 'utf8'), associated(place)).toString('base64url'),
    decrypt: (text, place) => {
      const [, id, body] = encryptedText.test(text) ? text.split('.') : [undefined, undefined, text]
      return decryptBody(id, Buffer.from(body ?? '', 'base64url'), place).toString('utf8')
    },
    encryptBytes: (bytes, place) =>
      Buffer.concat([Buffer.from(prefix), encryptWith(current.key, bytes, associated(place))]),
    decryptBytes: (encrypted, place) => {
      const head = encrypted.subarray(0, prefixBytes).toString('latin1')
      return encryptedText.test(head)
        ? decryptBody(head.split('.')[1], encrypted.subarray(prefixBytes), place)
        : decryptBody(undefined, encrypted, place)
    },
    isEncrypted: (text) => encryptedText.test(text),
    currentPrefix: prefix,
    keyIds: [...ring.map(({ id }) => id), ...(keys.readsEarlier ? [earlierKey] : [])],
    fingerprint: (text) => createHmac('sha256', sessionSecret).update(text).digest('base64url'),
  }
}

interface Key {
  /** Derived from the secret as well, so that operators need not name keys. */
  id: string
  key: Buffer
}

function derivedKey(secret: string): Key {
  const derived = (label: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, 'portal', label, bytes))
  return { id: derived('id of a key at rest', 6).toString('base64url'), key: derived('encryption at rest', 32) }
}

function associated(place: Place): string {
  return JSON.stringify(place.map(String))
}

function encryptWith(key: Buffer, bytes: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decryptWith(key: Buffer, encrypted: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()])
}
