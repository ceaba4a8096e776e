import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Effect } from '../../schemas/effect.ts'

/** What a browser with this device sends; a test may change any part. */
interface Ceremony {
  origin: string
  /** Replaces the requested challenge. */
  challenge?: string
  /** Whether the user was verified by fingerprint, face or PIN. Default true. */
  verified?: boolean
  /** Whether the passkey is backed up, so that other devices have it too. Default false. */
  isSynced?: boolean
  rpId?: string
}

interface Key {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

/** An authenticator with P-256 keys and without attestation, as WebAuthn requires. */
export interface PasskeyDevice {
  keys: Key[]
  create(effect: Effect | undefined, ceremony: Ceremony): object
  get(effect: Effect | undefined, ceremony: Ceremony & { key?: Key; counter?: number; userHandle?: string }): object
}

const present = 0x01
const verifiedFlag = 0x04
/** Backup eligible, and backed up. */
const synced = 0x08 | 0x10
const withKey = 0x40

export function openDevice(): PasskeyDevice {
  const keys: Key[] = []
  return {
    keys,
    create: (effect, { origin, challenge, verified = true, rpId }) => {
      const options = optionsOf(effect)
      const key = newKey({ rpId: rpId ?? options.rp.id, userHandle: options.user.id })
      keys.push(key.kept)
      const flags = present | withKey | (verified ? verifiedFlag : 0)
      const length = Buffer.from([0, key.kept.id.length])
      const authData = Buffer.concat([head(key.kept, flags), Buffer.alloc(16), length, key.kept.id, key.publicKey])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const clientData = { type: 'webauthn.create', challenge: challenge ?? options.challenge, origin }
      return credential(key.kept, {
        clientDataJSON: json(clientData).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    get: (effect, { origin, challenge, verified = true, isSynced = false, rpId, counter, ...bent }) => {
      const options = optionsOf(effect)
      const key = bent.key ?? keys.find((each) => each.rpId === options.rpId)
      if (!key) throw new Error('the device has no key for this site')
      key.counter = counter ?? key.counter + 1
      const site = { ...key, rpId: rpId ?? options.rpId }
      const authenticatorData = head(site, present | (verified ? verifiedFlag : 0) | (isSynced ? synced : 0))
      const clientData = json({ type: 'webauthn.get', challenge: challenge ?? options.challenge, origin })
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return credential(key, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, key.privateKey).toString('base64url'),
        userHandle: bent.userHandle ?? key.userHandle,
      })
    },
  }
}

interface Options {
  challenge: string
  rp: { id: string }
  rpId: string
  user: { id: string }
}

function optionsOf(effect: Effect | undefined): Options {
  if (effect?.type !== 'credential') throw new Error(`no passkey was requested: ${JSON.stringify(effect)}`)
  return effect.options as unknown as Options // made by the server
}

function newKey({ rpId, userHandle }: Pick<Key, 'rpId' | 'userHandle'>): { kept: Key; publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  // COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return { kept: { id: randomBytes(32), rpId, userHandle, privateKey, counter: 0 }, publicKey: cbor(cose) }
}

function head({ rpId, counter }: Pick<Key, 'rpId' | 'counter'>, flags: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
}

function credential({ id }: Key, response: object): object {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response }
}

function cbor(value: unknown): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0])) // maps, texts, numbers and bytes
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
