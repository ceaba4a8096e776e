import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { issue, pemOf, type Issued } from '../../sandbox/direct/test-certificates.ts'
import { openssl } from '../../../tests/support/openssl.ts'
import { parseCertificates } from './certificates.ts'
import { decryptAndVerify, signAndEncrypt } from './smime.ts'

const at = new Date('2026-11-28T08:00:00Z')
const root = issue({ name: 'Root', authority: true })
const authority = issue({ name: 'Issuing authority', authority: true, issuer: root, pathLength: 0 })
const portal = issue({ name: 'Portal', issuer: authority, names: ['portal@direct.example.org'] })
const office = issue({ name: 'Office', issuer: authority, names: ['office@direct.example.net'] })
const colleague = issue({ name: 'Colleague', issuer: root, names: ['colleague@direct.example.com'] })

const folder = mkdtempSync(join(tmpdir(), 'direct-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const files = (name: string, owner: Issued) => ({
  certificate: file(`${name}.crt`, pemOf(owner).certificate),
  key: file(`${name}.key`, pemOf(owner).key),
})
const [rootFiles, authorityFiles] = [files('root', root), files('authority', authority)]
const [portalFiles, officeFiles] = [files('portal', portal), files('office', office)]

const text = Buffer.from(
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nDear office, grüße, здравствуйте, 你好, שלום\r\n',
)
const signer = { ...portal, chain: [authority.certificate] }
const reading = { keys: [office], anchors: parseCertificates(Buffer.from(pemOf(root).certificate)), at }

const sent = (mime = text, recipients = [office.certificate]) => signAndEncrypt(mime, { signer, recipients })

test('a message arrives as it was sent, with the certificate of its signer', async () => {
  const { mime, signer: from } = await decryptAndVerify(await sent(), reading)
  expect(mime.equals(text)).toBe(true)
  expect(from.fingerprint256).toBe(portal.certificate.fingerprint256)
})

test('OpenSSL decrypts and verifies what is sent, for each recipient', async () => {
  const message = await sent(text, [office.certificate, colleague.certificate])
  for (const recipient of [officeFiles, files('colleague', colleague)]) {
    const signed = openssl(['cms', '-decrypt', '-recip', recipient.certificate, '-inkey', recipient.key], message)
    const anchor = ['-CAfile', rootFiles.certificate, '-purpose', 'any']
    expect(openssl(['cms', '-verify', ...anchor], signed).equals(text)).toBe(true)
  }
})

/** Signs and encrypts by OpenSSL, with the given options of each step. */
function openSslMessage(
  mime: Buffer,
  { sign = [], encrypt = [] }: { sign?: string[]; encrypt?: string[] } = {},
): Buffer {
  const by = ['-signer', portalFiles.certificate, '-inkey', portalFiles.key, '-certfile', authorityFiles.certificate]
  const signed = openssl(['cms', '-sign', ...by, ...sign], mime)
  return openssl(['cms', '-encrypt', ...encrypt, officeFiles.certificate], signed)
}

const aes256 = ['-aes-256-cbc']
test.for([
  ['AES-256', { encrypt: aes256 }],
  ['AES-192', { encrypt: ['-aes-192-cbc'] }],
  ['AES-128', { encrypt: ['-aes-128-cbc'] }],
  ['AES-256 in GCM mode', { encrypt: ['-aes-256-gcm'] }],
  ['AES-192 in GCM mode', { encrypt: ['-aes-192-gcm'] }],
  ['AES-128 in GCM mode', { encrypt: ['-aes-128-gcm'] }],
  ['GCM mode with key identifiers and pieces', { encrypt: ['-aes-256-gcm', '-keyid', '-stream', '-indef'] }],
  ['a digest of SHA-384', { sign: ['-md', 'sha384'], encrypt: aes256 }],
  ['a digest of SHA-512', { sign: ['-md', 'sha512'], encrypt: aes256 }],
  ['pieces of indefinite length', { sign: ['-stream', '-indef'], encrypt: ['-stream', '-indef', ...aes256] }],
  ['an opaque signature', { sign: ['-nodetach'], encrypt: aes256 }],
  ['key identifiers', { sign: ['-keyid'], encrypt: ['-keyid', ...aes256] }],
  ['binary content', { sign: ['-binary'], encrypt: ['-binary', ...aes256] }],
  ['lines that end with CRLF', { sign: ['-crlfeol'], encrypt: ['-crlfeol', ...aes256] }],
  ['no signed attributes', { sign: ['-noattr'], encrypt: aes256 }],
] as const)('what OpenSSL sends is read: %s', async ([, options]) => {
  const message = openSslMessage(text, options as { sign?: string[]; encrypt?: string[] })
  const { mime, signer: from } = await decryptAndVerify(message, reading)
  expect(mime.toString()).toBe(text.toString())
  expect(from.fingerprint256).toBe(portal.certificate.fingerprint256)
})

test.for([
  ['a line of 10,000 characters', 'ä'.repeat(10_000)],
  ['every script', 'Ελληνικά\nрусский\nעברית\nالعربية\n中文\n日本語\n한국어\nहिन्दी\nไทย\n👩‍⚕️🩺'],
  ['what looks like boundaries', '--signed\n--signed--\n\n.\n..\nFrom here\n-----BEGIN PKCS7-----'],
  ['nothing', ''],
  ['empty lines at the end', 'text\n\n\n'],
])('content arrives unchanged, in both directions: %s', async ([, content]) => {
  const mime = Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${content}`)
  const lines = mime.toString().replace(/\r?\n/g, '\r\n')
  const signed = openssl(
    ['cms', '-decrypt', '-recip', officeFiles.certificate, '-inkey', officeFiles.key],
    await sent(mime),
  )
  const verified = openssl(['cms', '-verify', '-CAfile', rootFiles.certificate, '-purpose', 'any'], signed)
  expect(verified.toString()).toBe(lines)
  expect((await decryptAndVerify(await sent(mime), reading)).mime.toString()).toBe(lines)
  expect((await decryptAndVerify(openSslMessage(mime, { encrypt: aes256 }), reading)).mime.toString()).toBe(lines)
})

test('10 MB are sent and read', async () => {
  const attachment = Buffer.alloc(10 * 1024 * 1024, 'attachment')
  const mime = Buffer.concat([Buffer.from('Content-Type: application/octet-stream\r\n\r\n'), attachment])
  const message = await sent(mime)
  expect((await decryptAndVerify(message, reading)).mime.equals(mime)).toBe(true)
  const signed = openssl(['cms', '-decrypt', '-recip', officeFiles.certificate, '-inkey', officeFiles.key], message)
  const verified = openssl(['cms', '-verify', '-CAfile', rootFiles.certificate, '-purpose', 'any'], signed)
  expect(verified.equals(mime)).toBe(true)
  const streamed = openSslMessage(mime, { sign: ['-stream'], encrypt: ['-stream', ...aes256] })
  expect((await decryptAndVerify(streamed, reading)).mime.equals(mime)).toBe(true)
})

test('the headers of the message are above the entity, and nothing of its content', async () => {
  const message = Buffer.concat([Buffer.from('From: a@example.org\r\nSubject: =?x?=\r\n'), await sent()])
  expect((await decryptAndVerify(message, reading)).mime.equals(text)).toBe(true)
  expect(message.toString()).not.toContain('office')
  expect(
    message
      .toString()
      .split('\r\n')
      .every((line) => line.length <= 78),
  ).toBe(true)
})
