import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { PdfDictionary, PdfString, targetsOf, type PdfValue, type Resolve } from './pdf-values.ts'

/** Decrypts the stream of the object with that number; undefined if the cipher needs a number that is unknown. */
export type Decrypt = (bytes: Buffer, number: number | undefined) => Buffer | undefined

type Cipher = 'rc4' | 'aes128' | 'aes256' | 'none'

/** What the standard security handler of a file says (ISO 32000-2, 7.6.4). */
interface Handler {
  revision: number
  /** Of the key, in bytes. */
  keyBytes: number
  permissions: number
  owner: Buffer
  user: Buffer
  userKey: Buffer
  fileId: Buffer
  cipher: Cipher
}

/** An honest file has one; an old revision of it may have another. */
const mostHandlers = 4

/**
 * Returns how streams are decrypted without a password, one way for each security handler; none if the file is not
 * encrypted, and undefined if it opens with a password only. Names are never encrypted, streams of objects are.
 */
export async function decryptions(
  content: Buffer,
  { trailers, resolve }: { trailers: readonly PdfDictionary[]; resolve: Resolve },
): Promise<Decrypt[] | undefined> {
  const decrypts = new Map<string, Decrypt>()
  for (const trailer of trailers.slice(0, mostHandlers)) {
    const fileId = await fileIdOf(trailer, { content, resolve })
    for (const dictionary of (await targetsOf(trailer.all('Encrypt'), resolve)).slice(0, mostHandlers)) {
      const handler = dictionary instanceof PdfDictionary ? handlerOf(dictionary, { content, fileId }) : undefined
      const key = handler && keyOf(handler)
      if (handler && key) decrypts.set(`${handler.cipher} ${key.toString('hex')}`, decryptBy(handler, key))
    }
  }
  return trailers.length > 0 && decrypts.size === 0 ? undefined : [...decrypts.values()]
}

async function fileIdOf(
  trailer: PdfDictionary,
  { content, resolve }: { content: Buffer; resolve: Resolve },
): Promise<Buffer> {
  const [value] = await targetsOf(trailer.all('ID'), resolve)
  const first = Array.isArray(value) ? value[0] : undefined
  return first instanceof PdfString ? first.read(content) : Buffer.alloc(0)
}

function handlerOf(
  dictionary: PdfDictionary,
  { content, fileId }: { content: Buffer; fileId: Buffer },
): Handler | undefined {
  const numberAt = (key: string, otherwise: number) =>
    dictionary.all(key).find((value) => typeof value === 'number') ?? otherwise
  const bytesAt = (key: string) => {
    const value = dictionary.all(key).find((each) => each instanceof PdfString)
    return value instanceof PdfString ? value.read(content) : Buffer.alloc(0)
  }
  if (!dictionary.all('Filter').includes('Standard')) return undefined
  const [version, revision] = [numberAt('V', 0), numberAt('R', 0)]
  return {
    revision,
    keyBytes: revision === 2 ? 5 : version === 4 ? 16 : Math.min(16, Math.max(5, numberAt('Length', 40) >> 3)),
    permissions: numberAt('P', 0),
    owner: bytesAt('O'),
    user: bytesAt('U'),
    userKey: bytesAt('UE'),
    fileId,
    cipher: cipherOf(dictionary, version),
  }
}

const ciphers = new Map<PdfValue | undefined, Cipher>([
  ['V2', 'rc4'],
  ['AESV2', 'aes128'],
  ['AESV3', 'aes256'],
])

function cipherOf(dictionary: PdfDictionary, version: number): Cipher {
  if (version < 4) return 'rc4'
  const [streams] = dictionary.all('StmF')
  const [all] = dictionary.all('CF')
  const filter = all instanceof PdfDictionary && typeof streams === 'string' ? all.all(streams)[0] : undefined
  const [method] = filter instanceof PdfDictionary ? filter.all('CFM') : []
  return ciphers.get(method) ?? 'none'
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** An empty password is filled up with these bytes (7.6.4.3.2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** The key of a file that opens without a password; undefined for others. */
function keyOf(handler: Handler): Buffer | undefined {
  const { revision } = handler
  if (revision >= 5) return newKeyOf(handler)
  return [2, 3, 4].includes(revision) ? oldKeyOf(handler) : undefined
}

/** Algorithms 2, 4 and 5. */
function oldKeyOf(handler: Handler): Buffer | undefined {
  const { revision, keyBytes, permissions, fileId, owner, user } = handler
  // Whether the metadata are encrypted is tried both ways: it matters for the key only.
  const keys = [Buffer.alloc(0), Buffer.alloc(4, 0xff)].map((metadata) => {
    const allowed = Buffer.alloc(4)
    allowed.writeInt32LE(permissions | 0)
    let key = md5(padding, owner.subarray(0, 32), allowed, fileId, revision >= 4 ? metadata : Buffer.alloc(0))
    for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key.subarray(0, keyBytes))
    return key.subarray(0, keyBytes)
  })
  return keys.find((key) => {
    if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
    let check: Buffer = md5(padding, fileId)
    for (let round = 0; round < 20; round++)
      check = rc4(
        key.map((byte) => byte ^ round),
        check,
      )
    return check.equals(user.subarray(0, 16))
  })
}

/** Algorithms 2.A and 2.B. */
function newKeyOf({ revision, user, userKey }: Handler): Buffer | undefined {
  const hash = revision === 5 ? sha256 : strongHash
  if (user.length < 48 || userKey.length < 32 || !hash(user.subarray(32, 40)).equals(user.subarray(0, 32)))
    return undefined
  return aes('aes-256-cbc', { key: hash(user.subarray(40, 48)), iv: Buffer.alloc(16), bytes: userKey.subarray(0, 32) })
}

function strongHash(salt: Buffer): Buffer {
  let key: Buffer = sha256(salt)
  for (let round = 0; ; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(repeated)
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(`sha${[256, 384, 512][rest]}`)
      .update(encrypted)
      .digest()
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32)
  }
}

function decryptBy({ cipher }: Handler, key: Buffer): Decrypt {
  if (cipher === 'none') return (bytes) => bytes
  if (cipher === 'aes256') return (bytes) => decryptAes('aes-256-cbc', { key, bytes })
  return (bytes, number) => {
    if (number === undefined) return undefined
    const ofObject = Buffer.alloc(5) // generation 0: streams of objects have no other
    ofObject.writeUIntLE(number % 2 ** 24, 0, 3)
    const salt = Buffer.from(cipher === 'aes128' ? 'sAlT' : '')
    const own = md5(key, ofObject, salt).subarray(0, Math.min(key.length + 5, 16))
    return cipher === 'rc4' ? rc4(own, bytes) : decryptAes('aes-128-cbc', { key: own, bytes })
  }
}

const keyLengths = { 'aes-128-cbc': 16, 'aes-256-cbc': 32 } as const

interface Encrypted {
  key: Buffer
  bytes: Buffer
}

/** The first 16 bytes are the initialization vector; how much of the last block is content does not matter here. */
function decryptAes(algorithm: 'aes-128-cbc' | 'aes-256-cbc', { key, bytes }: Encrypted): Buffer | undefined {
  if (key.length !== keyLengths[algorithm]) return undefined // the file names a cipher that its key is not for
  const blocks = bytes.subarray(16, bytes.length - (bytes.length % 16))
  return bytes.length < 32 ? Buffer.alloc(0) : aes(algorithm, { key, iv: bytes.subarray(0, 16), bytes: blocks })
}

function aes(algorithm: string, { key, iv, bytes }: Encrypted & { iv: Buffer }): Buffer {
  return createDecipheriv(algorithm, key, iv).setAutoPadding(false).update(bytes)
}

/** OpenSSL no longer has it. */
function rc4(key: Uint8Array, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const at = (place: number) => state[place % 256] ?? 0
  const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) % 256
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) % 256
      j = (j + at(i)) % 256
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}
