import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  createKey,
  issue,
  pemOf,
  revocationList,
  type CertificateOptions,
} from '../../sandbox/direct/test-certificates.ts'
import { openssl } from '../../../tests/support/openssl.ts'
import { parseRevocationLists } from './certificates.ts'
import { encryptCms } from './cms-envelope.ts'
import { DirectError } from './direct.errors.ts'
import { base64Entity, decodeBody, readEntity } from './mime-entity.ts'
import { decryptAndVerify, signAndEncrypt, type Reading } from './smime.ts'

const at = new Date('2026-11-28T08:00:00Z')
const root = issue({ name: 'Root', authority: true })
const portal = issue({ name: 'Portal', issuer: root, names: ['portal@direct.example.org'] })
const office = issue({ name: 'Office', issuer: root, names: ['office@direct.example.net'] })
const reading: Reading = { keys: [office], anchors: [root.certificate], at }

const folder = mkdtempSync(join(tmpdir(), 'direct-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const officeFile = file('office.crt', pemOf(office).certificate)
const portalFiles = [
  '-signer',
  file('portal.crt', pemOf(portal).certificate),
  '-inkey',
  file('portal.key', pemOf(portal).key),
]

const text = Buffer.from('Content-Type: text/plain\r\n\r\nThe result is here.\r\n')
const message = await signAndEncrypt(text, { signer: { ...portal, chain: [] }, recipients: [office.certificate] })
const signed = openssl(['cms', '-sign', '-binary', '-crlfeol', ...portalFiles], text)

const asEnvelope = (der: Buffer) =>
  base64Entity(['Content-Type: application/pkcs7-mime; smime-type=enveloped-data'], der)
const encrypted = (entity: Buffer) => asEnvelope(encryptCms(entity, [office.certificate]))

/** Returns the reason of the refusal, or what was read. */
async function outcome(source: Buffer, options: Partial<Reading> = {}): Promise<string> {
  try {
    const { mime } = await decryptAndVerify(source, { ...reading, ...options })
    return `read: ${mime.toString()}`
  } catch (error) {
    if (!(error instanceof DirectError)) throw error
    return error.reason
  }
}

const readAsSent = `read: ${text.toString()}`

test('what is not encrypted is refused', async () => {
  expect(await outcome(text)).toBe('unencrypted')
  expect(await outcome(Buffer.alloc(0))).toBe('unencrypted')
  expect(await outcome(Buffer.from('no headers'))).toBe('unencrypted')
  expect(await outcome(signed)).toBe('unencrypted')
  expect(await outcome(asEnvelope(Buffer.from('no structure')))).toBe('unencrypted')
  expect(await outcome(openssl(['cms', '-sign', '-nodetach', ...portalFiles], text))).toBe('unencrypted')
})

test('a message for others is refused, and so is one whose certificate belongs to another key', async () => {
  const other = issue({ name: 'Other', issuer: root })
  expect(await outcome(message, { keys: [other] })).toBe('unaddressed')
  expect(await outcome(message, { keys: [] })).toBe('unaddressed')
  expect(await outcome(message, { keys: [{ ...office, key: other.key }] })).toBe('unreadable')
  expect(await outcome(message, { keys: [other, office] })).toBe(readAsSent)
})

test('a wrong key, wrong padding and altered content have one reason', async () => {
  const der = decodeBody(readEntity(message))
  const key = { key: office.certificate.publicKey, padding: constants.RSA_PKCS1_PADDING }
  const unpadded = randomBytes(256).fill(0, 0, 1)
  const keys = [
    publicEncrypt(key, randomBytes(32)),
    publicEncrypt(key, randomBytes(16)),
    publicEncrypt(key, randomBytes(245)),
    publicEncrypt({ ...key, padding: constants.RSA_PKCS1_OAEP_PADDING }, randomBytes(32)),
    publicEncrypt({ ...key, padding: constants.RSA_NO_PADDING }, unpadded),
    Buffer.alloc(256, 255),
    Buffer.alloc(256),
  ]
  for (const other of keys) {
    const altered = Buffer.from(der)
    other.copy(altered, encryptedKeyPlace(der))
    expect(await outcome(asEnvelope(altered))).toBe('unreadable')
  }
  for (const index of [der.length - 2000, der.length - 600, der.length - 20, der.length - 1]) {
    const altered = Buffer.from(der)
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index)
    expect(await outcome(asEnvelope(altered))).toBe('unreadable')
  }
})

/** The octet string of 256 bytes is the encrypted key. */
const encryptedKeyPlace = (der: Buffer) => der.indexOf(Buffer.from([0x04, 0x82, 0x01, 0x00])) + 4
test('a message without a signature, or with one of another content, is unreadable', async () => {
  expect(await outcome(encrypted(text))).toBe('unreadable')
  expect(await outcome(encrypted(Buffer.from(signed.toString().replace('here', 'lost'))))).toBe('unreadable')
  const withoutSignature = signed.toString().replace(/application\/(x-)?pkcs7-signature; name/, 'text/plain; name')
  expect(await outcome(encrypted(Buffer.from(withoutSignature)))).toBe('unreadable')
  expect(await outcome(encrypted(Buffer.alloc(0)))).toBe('unreadable')
})

test('a signature by another key than that of its certificate is none', async () => {
  const signer = { certificate: portal.certificate, key: office.key, chain: [] }
  expect(await outcome(await signAndEncrypt(text, { signer, recipients: [office.certificate] }))).toBe('unreadable')
})

test('content that is signed as another kind than data is none', async () => {
  const opaque = ['cms', '-sign', '-nodetach', ...portalFiles]
  expect(await outcome(encrypted(openssl(opaque, text)))).toBe(readAsSent)
  const receipt = openssl([...opaque, '-econtent_type', '1.2.840.113549.1.9.16.1.1'], text)
  expect(await outcome(encrypted(receipt))).toBe('unreadable')
})

/** What becomes of an envelope with one of its bytes altered, each in turn. */
async function outcomesOfAltered(der: Buffer): Promise<string[]> {
  const seen = new Set<string>()
  for (let index = 0; index < der.length; index++) {
    const altered = Buffer.from(der)
    altered.writeUInt8(altered.readUInt8(index) ^ 0x10, index)
    seen.add(await outcome(asEnvelope(altered)))
  }
  return [...seen].toSorted()
}

test('no byte of an envelope can be altered so that something else is read', async () => {
  const der = decodeBody(readEntity(message))
  expect(await outcomesOfAltered(der)).toEqual([readAsSent, 'unaddressed', 'unencrypted', 'unreadable', 'unsupported'])
})

test('no byte of an authenticated envelope can be altered so that something else is read', async () => {
  const source = openssl(['cms', '-encrypt', '-aes-256-gcm', officeFile], signed)
  expect(await outcome(source)).toBe(readAsSent)
  const der = decodeBody(readEntity(source))
  expect(await outcomesOfAltered(der)).toEqual([readAsSent, 'unaddressed', 'unencrypted', 'unreadable', 'unsupported'])
  // The code at the end of the envelope, and the whole without it.
  for (const cut of [1, 16, 18]) expect(await outcome(asEnvelope(der.subarray(0, -cut)))).toBe('unencrypted')
})

test('no byte of a signed message can be altered so that something else is read', async () => {
  expect(await outcome(encrypted(signed))).toBe(readAsSent)
  const seen = new Set<string>()
  for (let index = 0; index < signed.length; index += 3) {
    const altered = Buffer.from(signed)
    altered.writeUInt8(altered.readUInt8(index) ^ 0x02, index)
    seen.add(await outcome(encrypted(altered)))
  }
  expect(seen).toContain('unreadable')
  expect([...seen].filter((each) => each !== readAsSent && !['unreadable', 'untrusted'].includes(each))).toEqual([])
})

test('RSA-OAEP is read, with any digest that both of its parts share', async () => {
  for (const digest of [[], ['-keyopt', 'rsa_oaep_md:sha256', '-keyopt', 'rsa_mgf1_md:sha256']]) {
    const oaep = ['-recip', officeFile, '-keyopt', 'rsa_padding_mode:oaep', ...digest]
    expect(await outcome(openssl(['cms', '-encrypt', '-aes-256-cbc', ...oaep], signed))).toBe(readAsSent)
  }
  const mixed = ['-keyopt', 'rsa_padding_mode:oaep', '-keyopt', 'rsa_oaep_md:sha256', '-keyopt', 'rsa_mgf1_md:sha1']
  const source = openssl(['cms', '-encrypt', '-aes-256-cbc', '-recip', officeFile, ...mixed], signed)
  expect(await outcome(source)).toBe('unsupported')
})

test('Triple DES is refused', async () => {
  expect(await outcome(openssl(['cms', '-encrypt', '-des3', officeFile], signed))).toBe('unsupported')
})

test.for(['sha1', 'md5'])('a signature with %s is refused', async (digest) => {
  const weak = openssl(['cms', '-sign', '-md', digest, ...portalFiles], text)
  expect(await outcome(encrypted(weak))).toBe('weak')
})

const authority = issue({ name: 'Authority', issuer: root, authority: true })
const ordinary: CertificateOptions = { name: 'Signer', issuer: root }
const signers: [its: string, reason: string, options: CertificateOptions][] = [
  ['signed itself', 'untrusted', { name: 'Signer' }],
  ['was issued by an unknown authority', 'untrusted', { ...ordinary, issuer: issue({ name: 'X', authority: true }) }],
  ['was issued by someone who is no authority', 'untrusted', { name: 'Signer', issuer: office }],
  ['was issued in the name of the authority', 'untrusted', { name: 'Signer', issuer: { ...root, key: createKey() } }],
  ['was signed with SHA-1', 'untrusted', { ...ordinary, digest: 'sha1' }],
  ['has a short key', 'untrusted', { ...ordinary, key: createKey(1024) }],
  ['is for encryption only', 'untrusted', { ...ordinary, usage: 0x20 }],
  ['is for servers', 'untrusted', { ...ordinary, extendedUsage: '1.3.6.1.5.5.7.3.1' }],
  ['has an unknown critical extension', 'untrusted', { ...ordinary, unknownCritical: true }],
  ['is expired', 'expired', { ...ordinary, notAfter: new Date('2026-11-28T07:59:59Z') }],
  ['is not valid yet', 'expired', { ...ordinary, notBefore: new Date('2026-11-28T08:00:01Z') }],
  ['is valid until this second', readAsSent, { ...ordinary, notAfter: at }],
  ['is for mail', readAsSent, { ...ordinary, extendedUsage: '1.3.6.1.5.5.7.3.4' }],
  ['has no usages', readAsSent, { ...ordinary, usage: null }],
]

test.for(signers)('a signer whose certificate %s', async ([, reason, options]) => {
  const signer = issue(options)
  const chain = [authority, ...(options.issuer ? [options.issuer] : [])].map(({ certificate }) => certificate)
  const source = await signAndEncrypt(text, { signer: { ...signer, chain }, recipients: [office.certificate] })
  expect(await outcome(source)).toBe(reason)
})

test('a revoked signer is refused by a list that its issuer signed, and by no other', async () => {
  const list = revocationList(root, [portal.certificate])
  const forged = revocationList({ ...root, key: createKey() }, [portal.certificate])
  expect(await outcome(message, { revoked: parseRevocationLists(list) })).toBe('revoked')
  expect(await outcome(message, { revoked: parseRevocationLists(forged) })).toBe(readAsSent)
  const others = revocationList(root, [office.certificate])
  expect(await outcome(message, { revoked: parseRevocationLists(others) })).toBe(readAsSent)
})

test('a signer of a revoked authority is refused', async () => {
  const signer = issue({ name: 'Signer', issuer: authority })
  const recipients = [office.certificate]
  const source = await signAndEncrypt(text, { signer: { ...signer, chain: [authority.certificate] }, recipients })
  expect(await outcome(source)).toBe(readAsSent)
  const revoked = parseRevocationLists(revocationList(root, [authority.certificate]))
  expect(await outcome(source, { revoked })).toBe('revoked')
})

test('an authority issues for the names and depth that its own certificate allows', async () => {
  const recipients = [office.certificate]
  const limited = issue({
    name: 'Limited',
    issuer: root,
    authority: true,
    pathLength: 0,
    permitted: 'direct.example.org',
  })
  const below = issue({ name: 'Below', issuer: limited, authority: true })
  const outcomeOf = async (options: CertificateOptions) => {
    const signer = { ...issue(options), chain: [limited.certificate, below.certificate] }
    return outcome(await signAndEncrypt(text, { signer, recipients }))
  }
  expect(await outcomeOf({ name: 'A', issuer: limited, names: ['a@direct.example.org'] })).toBe(readAsSent)
  expect(await outcomeOf({ name: 'A', issuer: limited, names: ['a@direct.example.com'] })).toBe('untrusted')
  expect(await outcomeOf({ name: 'A', issuer: below, names: ['a@direct.example.org'] })).toBe('untrusted')
})

test('an authority for servers issues no certificates for mail', async () => {
  const forServers = issue({ name: 'Servers', issuer: root, authority: true, extendedUsage: '1.3.6.1.5.5.7.3.1' })
  const signer = { ...issue({ name: 'Signer', issuer: forServers }), chain: [forServers.certificate] }
  expect(await outcome(await signAndEncrypt(text, { signer, recipients: [office.certificate] }))).toBe('untrusted')
})

test('the chain of a signer may be as long as eight authorities, in any order', async () => {
  const authorities = [root]
  for (let index = 0; index < 9; index++)
    authorities.push(issue({ name: `Authority ${index}`, issuer: authorities.at(-1), authority: true, key: root.key }))
  const outcomes = [8, 9].map(async (depth) => {
    const signer = issue({ name: 'Deep', issuer: authorities[depth] })
    const chain = authorities.slice(1).map(({ certificate }) => certificate)
    return outcome(await signAndEncrypt(text, { signer: { ...signer, chain }, recipients: [office.certificate] }))
  })
  expect(await Promise.all(outcomes)).toEqual([readAsSent, 'untrusted'])
})

test('nothing is sent to no one, or by keys that are not RSA', async () => {
  const signer = { ...portal, chain: [] }
  await expect(signAndEncrypt(text, { signer, recipients: [] })).rejects.toMatchObject({ reason: 'missing' })
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const elliptical = signAndEncrypt(text, { signer: { ...signer, key }, recipients: [office.certificate] })
  await expect(elliptical).rejects.toMatchObject({ reason: 'unsupported' })
})
