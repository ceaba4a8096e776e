import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from 'dns-packet'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createKey, issue, type CertificateOptions } from '../../sandbox/direct/test-certificates.ts'
import { startDnsServer, type Zone } from '../../../tests/support/dns-server.ts'
import { DirectError } from './direct.errors.ts'
import { dnsSource } from './dns-source.ts'
import { findCertificates, type CertificateSource } from './find-certificates.ts'
import { folderSource } from './folder-source.ts'

const at = new Date('2026-11-28T08:00:00Z')
const key = createKey()
const root = issue({ name: 'Root', authority: true })
const authority = issue({ name: 'Authority', issuer: root, authority: true })
const address = 'office@direct.example.net'
const certificate = (options: Partial<CertificateOptions> = {}) =>
  issue({ name: 'Office', issuer: root, names: [address], key, ...options }).certificate
const ofAddress = certificate()
const ofDomain = certificate({ names: ['direct.example.net'] })
const expired = certificate({ notAfter: new Date('2026-11-28T07:00:00Z') })
const linked = certificate({ issuer: authority })

const choice = { address, anchors: [root.certificate], at }
const fingerprint = ({ fingerprint256 }: { fingerprint256: string }) => fingerprint256

/** Returns the fingerprints of what was chosen, or the reason why nothing was. */
async function outcome(...sources: CertificateSource[]): Promise<string[] | string> {
  try {
    return (await findCertificates(sources, choice)).map(fingerprint)
  } catch (error) {
    if (error instanceof DirectError) return error.reason
    throw error
  }
}

const given = (...files: (Buffer | string)[]): CertificateSource => ({
  find: async () => files.map((file) => Buffer.from(file)),
})
const down: CertificateSource = {
  find: async () => {
    throw new DirectError('unreachable')
  },
}

test('sources are read in their order until one has a certificate that can be used', async () => {
  const unread: CertificateSource = { find: () => Promise.reject(new Error('a source that is not needed')) }
  expect(await outcome(given(ofAddress.raw), unread)).toEqual([fingerprint(ofAddress)])
  expect(await outcome(given(), given(ofDomain.toString()), unread)).toEqual([fingerprint(ofDomain)])
  expect(await outcome(given(expired.raw), given(ofAddress.raw))).toEqual([fingerprint(ofAddress)])
  expect(await outcome(given(linked.raw), given(authority.certificate.raw), unread)).toEqual([fingerprint(linked)])
})

test('a source that is down counts if no other has a certificate', async () => {
  expect(await outcome(down, given(ofAddress.raw))).toEqual([fingerprint(ofAddress)])
  expect(await outcome(given(ofAddress.raw), down)).toEqual([fingerprint(ofAddress)])
  expect(await outcome(down, given())).toBe('unreachable')
  expect(await outcome(given(expired.raw), down)).toBe('unreachable')
})

test('without a certificate the reason of the last source is stated', async () => {
  expect(await outcome()).toBe('missing')
  expect(await outcome(given(), given())).toBe('missing')
  expect(await outcome(given(), given(expired.raw))).toBe('expired')
  expect(await outcome(given('no certificate', expired.raw.subarray(0, 100)))).toBe('missing')
  expect(await outcome(given('no certificate', ofAddress.raw))).toEqual([fingerprint(ofAddress)])
})

const folder = mkdtempSync(join(tmpdir(), 'direct-certificates-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder has certificates as files, with those of their authorities', async () => {
  expect(await outcome(folderSource(folder))).toBe('missing')
  writeFileSync(join(folder, 'office.pem'), `${linked.toString()}${authority.certificate.toString()}`)
  writeFileSync(join(folder, 'other.pem'), certificate({ names: ['other@example.com'] }).toString())
  writeFileSync(join(folder, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')
  writeFileSync(join(folder, 'notes.txt'), ofAddress.toString())
  expect(await outcome(folderSource(folder))).toEqual([fingerprint(linked)])
  writeFileSync(join(folder, 'domain.der'), ofDomain.raw)
  expect(await outcome(folderSource(folder))).toEqual([fingerprint(linked)])
  expect(await folderSource(folder).find('someone@direct.example.net')).toEqual([ofDomain.raw])
  expect(await outcome(folderSource(join(folder, 'absent')))).toBe('unreachable')
})

const dns = await startDnsServer()
afterAll(() => dns.close())
beforeEach(() => {
  dns.questions.length = 0
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
})
const resolver = dnsSource({ host: '127.0.0.1', port: dns.port, timeoutMs: 500 })
const publish = (zone: Zone) => Object.assign(dns.zone, zone)

/** A CERT record: its type, a key tag, RSASHA256 and the certificate. */
function record(content: Buffer, type = 1): Answer {
  return { type: 'CERT', name: 'any.example', ttl: 60, data: Buffer.concat([Buffer.from([0, type, 0, 0, 8]), content]) }
}

test('DNS has certificates under the address and under its domain', async () => {
  publish({ 'CERT direct.example.net': [record(ofDomain.raw)] })
  expect(await outcome(resolver)).toEqual([fingerprint(ofDomain)])
  expect(dns.questions).toEqual(['CERT office.direct.example.net over udp', 'CERT direct.example.net over udp'])
  publish({ 'CERT office.direct.example.net': [record(ofAddress.raw)] })
  expect(await outcome(resolver)).toEqual([fingerprint(ofAddress)])
})

test('a response that is too long for a datagram is requested by TCP', async () => {
  const second = certificate()
  publish({ 'CERT office.direct.example.net': [record(ofAddress.raw), record(second.raw)] })
  expect(await outcome(resolver)).toEqual([fingerprint(ofAddress), fingerprint(second)])
  expect(dns.questions).toContain('CERT office.direct.example.net over tcp')
})

test('records of other types, and damaged ones, are no certificates', async () => {
  const alias: Answer = { type: 'CNAME', name: 'office.direct.example.net', ttl: 60, data: 'direct.example.net' }
  const damaged = { ...record(Buffer.alloc(0)), data: Buffer.from([0, 1, 0]) } as Answer // without its type's union
  publish({ 'CERT office.direct.example.net': [alias, record(ofAddress.raw, 3), damaged, record(Buffer.from('none'))] })
  expect(await outcome(resolver)).toBe('missing')
  publish({ 'CERT direct.example.net': [] })
  expect(await outcome(resolver)).toBe('missing')
})

test('a name server that fails or is silent is unreachable, not without certificates', async () => {
  const [serverFailure, refused] = [2, 5]
  publish({ 'CERT direct.example.net': serverFailure })
  expect(await outcome(resolver)).toBe('unreachable')
  publish({ 'CERT direct.example.net': refused })
  expect(await outcome(resolver)).toBe('unreachable')
  publish({ 'CERT direct.example.net': 'silent' })
  expect(await outcome(dnsSource({ host: '127.0.0.1', port: dns.port, timeoutMs: 50 }))).toBe('unreachable')
  const closed = await startDnsServer()
  await closed.close()
  expect(await outcome(dnsSource({ host: '127.0.0.1', port: closed.port, timeoutMs: 500 }))).toBe('unreachable')
})

test.for<[address: string, questions: string[]]>([
  ['Office@Direct.Example.NET', ['office.direct.example.net', 'direct.example.net']],
  ['first.last@direct.example.net', ['first.last.direct.example.net', 'direct.example.net']],
  ['praxis@müller.example', ['praxis.xn--mller-kva.example', 'xn--mller-kva.example']],
  ['büro@example.net', ['example.net']],
  [`${'a'.repeat(64)}@example.net`, ['example.net']],
  ['a..b@example.net', ['example.net']],
  ['nobody', []],
])('names of DNS for %s', async ([of, names]) => {
  expect(await resolver.find(of)).toEqual([])
  expect(dns.questions).toEqual(names.map((name) => `CERT ${name} over udp`))
})
