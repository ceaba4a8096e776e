import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { issue, pemOf, revocationList, type Issued } from '../../sandbox/direct/test-certificates.ts'
import { openssl } from '../../../tests/support/openssl.ts'
import { createMail } from '../mail/create-mail.ts'
import type { SourceMail } from '../mail/mail.ts'
import { createDirect } from './create-direct.ts'
import type { DirectMessage, Notification } from './direct.ts'
import { DirectError } from './direct.errors.ts'
import type { CertificateSource } from './find-certificates.ts'
import { folderSource } from './folder-source.ts'
import { writeMdn } from './mdn.ts'
import { receiveNotifications, type Receiving } from './receive-notifications.ts'
import { decryptAndVerify, signAndEncrypt } from './smime.ts'
import { trustFolder } from './trust-folder.ts'

const address = 'portal@direct.portal.example'
const reader = 'office@direct.hospital.example'
const now = () => new Date('2026-11-28T12:00:00Z')

const anchor = issue({ name: 'Test anchor', authority: true })
const own = issue({ name: 'Portal', issuer: anchor, names: ['direct.portal.example'] })
const hospital = issue({ name: 'Hospital', issuer: anchor, names: ['direct.hospital.example'] })
const stranger = issue({ name: 'Stranger', authority: true })
const selfMade = issue({ name: 'Self-made', issuer: stranger, names: ['direct.hospital.example'] })

const root = mkdtempSync(join(tmpdir(), 'direct-'))
afterAll(() => rmSync(root, { recursive: true }))
for (const name of ['anchors', 'certificates']) mkdirSync(join(root, name))
writeFileSync(join(root, 'own.pem'), pemOf(own).certificate)
writeFileSync(join(root, 'own.key'), pemOf(own).key)
writeFileSync(join(root, 'anchors', 'test.pem'), pemOf(anchor).certificate)
writeFileSync(join(root, 'certificates', 'hospital.pem'), pemOf(hospital).certificate)
const folder = trustFolder(root)

const message = (changes: Partial<DirectMessage> = {}): DirectMessage => ({
  id: 'abc123',
  fromName: 'Ada Bell\r\nBcc: spy@example.org',
  to: reader,
  subject: 'My records, Grüße',
  text: '  Only for you.\n.\nשלום\n',
  html: '<p>Only for you.</p>',
  attachments: [{ name: 'visit-record.xml', type: 'application/xml', content: Buffer.from('<a>ü</a>') }],
  ...changes,
})

interface SentSource {
  source: Buffer
  envelope: { id: string; from: string; to: string }
}

/** A server that keeps what it is given. */
async function sent(changes: Partial<DirectMessage> = {}): Promise<SentSource> {
  const kept: SentSource[] = []
  const server: SourceMail = { sendSource: async (source, envelope) => void kept.push({ source, envelope }) }
  const sources = [folderSource(folder.certificates)]
  await createDirect({ server, address, folder, sources, now }).send(message(changes), { withinMs: 1000 })
  return kept[0] ?? expect.fail('nothing was sent')
}

const keysOf = ({ certificate, key }: Issued) => [{ certificate, key }]

test('a message is read by its recipient as it was written, and by nobody on its way', async () => {
  const { source, envelope } = await sent()
  expect(envelope).toEqual({ id: 'abc123', from: address, to: reader })
  const outer = await PostalMime.parse(source)
  expect(outer).toMatchObject({
    subject: 'Direct message',
    messageId: '<abc123@direct.portal.example>',
    from: { address, name: '' },
    to: [{ address: reader, name: '' }],
    date: '2026-11-28T12:00:00.000Z',
  })
  expect(outer.headers.map(({ key }) => key).filter((key) => key === 'mime-version')).toHaveLength(1)
  expect(outer.headers.find(({ key }) => key === 'disposition-notification-to')?.value).toBe(address)
  const head = source.toString().split('\r\n\r\n', 1)[0]
  expect(head).not.toMatch(/ada|bell|records|only/i)
  const { mime, signer } = await decryptAndVerify(source, {
    keys: keysOf(hospital),
    anchors: [anchor.certificate],
    at: now(),
  })
  expect(signer.fingerprint256).toBe(own.certificate.fingerprint256)
  const inner = await PostalMime.parse(mime.subarray(mime.indexOf('\r\n\r\n') + 4))
  expect(inner).toMatchObject({
    from: { name: 'Ada Bell Bcc: spy@example.org', address },
    subject: 'My records, Grüße',
    messageId: '<abc123@direct.portal.example>',
    html: '<p>Only for you.</p>\n',
  })
  expect(inner.bcc).toBeUndefined()
  expect(inner.text).toBe('  Only for you.\n.\nשלום\n')
  expect(Buffer.from(inner.attachments[0]?.content as ArrayBuffer).toString()).toBe('<a>ü</a>') // PostalMime's default
})

test('OpenSSL decrypts and verifies it', async () => {
  const { source } = await sent()
  const files = { key: join(root, 'h.key'), pem: join(root, 'h.pem'), mail: join(root, 'mail.eml') }
  writeFileSync(files.key, pemOf(hospital).key)
  writeFileSync(files.pem, pemOf(hospital).certificate)
  const opened = openssl(['cms', '-decrypt', '-inkey', files.key, '-recip', files.pem], source)
  const anchorFile = join(root, 'anchors', 'test.pem')
  const verified = openssl(['cms', '-verify', '-CAfile', anchorFile, '-purpose', 'any'], opened)
  expect(verified.toString()).toContain('Message-ID: <abc123@direct.portal.example>')
})

test.for([
  ['missing', 'office@direct.nowhere.example'],
  ['missing', 'office@hospital.example'],
] as const)('nothing is sent if the certificate is %s (%s)', async ([reason, to]) => {
  await expect(sent({ to })).rejects.toMatchObject({ reason })
})

test('nothing is sent to a certificate that was revoked since the start, nor to a self-made one', async () => {
  mkdirSync(join(root, 'revoked'))
  writeFileSync(join(root, 'revoked', 'list.crl'), revocationList(anchor, [hospital.certificate]))
  await expect(sent()).rejects.toMatchObject({ reason: 'revoked' })
  rmSync(join(root, 'revoked'), { recursive: true })
  writeFileSync(join(root, 'certificates', 'hospital.pem'), pemOf(selfMade).certificate)
  await expect(sent()).rejects.toMatchObject({ reason: 'untrusted' })
  writeFileSync(join(root, 'certificates', 'hospital.pem'), pemOf(hospital).certificate)
  await expect(sent()).resolves.toBeDefined()
})

test('a key that is not that of the certificate is refused', async () => {
  writeFileSync(join(root, 'own.key'), pemOf(hospital).key)
  await expect(sent()).rejects.toThrow('do not match')
  await expect(sent()).rejects.toMatchObject({ reason: 'unreachable' })
  writeFileSync(join(root, 'own.key'), pemOf(own).key)
})

test('a lookup that never ends is given up in time', async () => {
  const server: SourceMail = { sendSource: () => expect.fail('it was sent') }
  const never: CertificateSource = { find: () => new Promise(() => undefined) }
  const direct = createDirect({ server, address, folder, sources: [never], now })
  await expect(direct.send(message(), { withinMs: 10 })).rejects.toMatchObject({ reason: 'unreachable' })
})

let heard: Notification[] = []
let isDown = false
beforeEach(() => {
  heard = []
  isDown = false
})

const mdn = () =>
  writeMdn({
    originalMessageId: '<abc123@direct.portal.example>',
    finalRecipient: reader,
    disposition: 'dispatched',
    text: 'Done.',
    reportedBy: 'hisp.hospital.example; Test',
  })

/** Sends a notification to the receiving server of this side, as the HISP of the hospital does. */
async function notify({
  to = address,
  from = reader,
  by = hospital,
  content = mdn(),
  isPlain = false,
}: { to?: string; from?: string; by?: Issued; content?: Buffer; isPlain?: boolean } = {}): Promise<void> {
  const receiving: Receiving = receiveNotifications({
    address,
    folder,
    now,
    log: { warn: () => undefined },
    hear: async (notification) => {
      if (isDown) throw new Error('the database is down')
      heard.push(notification)
    },
  })
  const port = await receiving.listen({ host: '127.0.0.1', port: 0 })
  const mail = createMail({ url: `smtp://127.0.0.1:${port}` })
  const signer = { ...by, chain: [] }
  const body = isPlain ? content : await signAndEncrypt(content, { signer, recipients: [own.certificate] })
  const head = Buffer.from(
    `From: ${from}\r\nTo: ${to}\r\nSubject: Notification\r\nMessage-ID: <n1@hospital.example>\r\n`,
  )
  try {
    await mail.sendSource(Buffer.concat([head, body]), { id: 'n1', from, to })
  } finally {
    mail.close()
    await receiving.close()
  }
}

test('a notification of the recipient is heard', async () => {
  await notify({ to: address.toUpperCase() })
  expect(heard).toEqual([
    {
      from: reader,
      originalMessageId: '<abc123@direct.portal.example>',
      finalRecipient: reader,
      disposition: 'dispatched',
      text: 'Done.',
    },
  ])
})

test.for([
  ['to another address', { to: 'someone@direct.portal.example' }],
  ['that is not encrypted', { isPlain: true }],
  ['that is signed by somebody without trust', { by: selfMade }],
  ['that is signed by another domain', { from: 'office@direct.clinic.example' }],
  ['that is a message, not a notification', { content: Buffer.from('Content-Type: text/plain\r\n\r\nHello.') }],
  ['that is larger than any', { content: Buffer.from(`Content-Type: text/plain\r\n\r\n${'x'.repeat(2_000_000)}`) }],
] as const)('a message %s is refused for good', async ([, changes]) => {
  await expect(notify(changes)).rejects.toMatchObject({ outcome: 'refused' })
  expect(heard).toEqual([])
})

/** Opens a connection to the port as a stranger does, and returns what it hears. */
function connected(port: number) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => void (text += bytes.toString()))
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  const says = (words: string) => expect.poll(() => text).toContain(words)
  return { socket, closed, says }
}

async function portForStrangers(): Promise<number> {
  const hear = () => expect.fail('it was heard')
  const receiving = receiveNotifications({ address, folder, now, log: { warn: () => undefined }, hear })
  onTestFinished(receiving.close)
  return receiving.listen({ host: '127.0.0.1', port: 0 })
}

test('a message without end is cut off', async () => {
  const { socket, closed, says } = connected(await portForStrangers())
  await says('220 ')
  for (const line of ['EHLO stranger', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`, 'DATA'])
    socket.write(`${line}\r\n`)
  await says('354 ')
  const line = Buffer.from(`${'x'.repeat(998)}\r\n`)
  const sending = (async () => {
    while (!socket.destroyed) if (!socket.write(line)) await Promise.race([once(socket, 'drain'), closed])
  })()
  await closed
  await sending.catch(() => undefined)
})

test('of more connections than a HISP needs the last is refused', async () => {
  const port = await portForStrangers()
  for (let number = 0; number < 20; number++) await connected(port).says('220 ')
  const { closed, says } = connected(port)
  await says('421 ')
  await closed
})

test('a notification that cannot be kept now is refused for now', async () => {
  isDown = true
  await expect(notify()).rejects.toMatchObject({ outcome: 'unavailable' })
})

test('errors name neither addresses nor content', async () => {
  const error = await sent({ to: 'office@direct.nowhere.example' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DirectError)
  expect(String(error)).not.toMatch(/nowhere|office|records/)
})
