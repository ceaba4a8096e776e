import { expect, test } from 'vitest'
import {
  createKey,
  issue,
  pemOf,
  revocationList,
  type CertificateOptions,
} from '../../sandbox/direct/test-certificates.ts'
import { chooseCertificate, isFor, parseCertificates, parseRevocationLists, type Choice } from './certificates.ts'
import { DirectError } from './direct.errors.ts'

const at = new Date('2026-11-28T08:00:00Z')
const key = createKey()
const root = issue({ name: 'Root', authority: true })
const authority = issue({ name: 'Authority', issuer: root, authority: true })
const address = 'office@direct.example.net'
const trust = { address, anchors: [root.certificate], at }

const certificate = (options: Partial<CertificateOptions> = {}) =>
  issue({ name: 'Office', issuer: root, names: [address], key, ...options }).certificate

/** Returns how many certificates were chosen, or the reason why none was. */
async function choice(candidates: Parameters<typeof chooseCertificate>[0], options: Partial<Choice> = {}) {
  try {
    return (await chooseCertificate(candidates, { ...trust, ...options })).map(({ fingerprint256 }) => fingerprint256)
  } catch (error) {
    if (error instanceof DirectError) return error.reason
    throw error
  }
}

test.for<[address: string, names: string[], binding: string | undefined]>([
  ['office@direct.example.net', ['office@direct.example.net'], 'address'],
  ['Office@DIRECT.example.net', ['oFFice@direct.Example.NET'], 'address'],
  ['office@direct.example.net', ['other@example.org', 'office@direct.example.net'], 'address'],
  ['office@direct.example.net', ['direct.example.net'], 'domain'],
  ['office@direct.example.net', ['DIRECT.example.net.'], 'domain'],
  ['office@direct.example.net', ['direct.example.net', 'office@direct.example.net'], 'address'],
  ['office@direct.example.net', ['colleague@direct.example.net'], undefined],
  ['office@direct.example.net', ['example.net'], undefined],
  ['office@direct.example.net', ['*.example.net'], undefined],
  ['office@direct.example.net', ['very.direct.example.net'], undefined],
  ['office@direct.example.net', [], undefined],
  ['praxis@müller.example', ['xn--mller-kva.example'], 'domain'],
  ['praxis@müller.example', ['praxis@xn--mller-kva.example'], 'address'],
  ['', ['direct.example.net'], undefined],
  ['@direct.example.net', ['office@direct.example.net'], undefined],
])('a certificate for %s with the names %s', ([of, names, binding]) => {
  expect(isFor(certificate({ names }), of)).toBe(binding)
})

test('an old certificate has the address in its subject', () => {
  const old = certificate({ names: [], subjectAddress: 'Office@direct.example.net' })
  expect(isFor(old, address)).toBe('address')
  expect(isFor(certificate({ names: [], subjectAddress: 'direct.example.net' }), address)).toBeUndefined()
})

test('certificates and lists are read from PEM with several blocks, and from DER', () => {
  const [first, second] = [certificate(), certificate()]
  const pem = `a comment\n${first.toString()}\r\n${second.toString()}${pemOf(root).key}`
  expect(parseCertificates(Buffer.from(pem)).map(({ fingerprint256 }) => fingerprint256)).toEqual([
    first.fingerprint256,
    second.fingerprint256,
  ])
  expect(parseCertificates(first.raw)[0]?.fingerprint256).toBe(first.fingerprint256)
  const list = revocationList(root, [first])
  const text = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`
  expect(parseRevocationLists(Buffer.from(text + pem))).toHaveLength(1)
  expect(parseCertificates(Buffer.from(text))).toEqual([])
  expect(() => parseCertificates(Buffer.from('no certificate'))).toThrow()
})

test('all certificates of an address are chosen, each once, before those of its domain', async () => {
  const [first, second] = [certificate(), certificate()]
  const ofDomain = certificate({ names: ['direct.example.net'] })
  expect(await choice([ofDomain, first, second, first])).toEqual([first.fingerprint256, second.fingerprint256])
  expect(await choice([ofDomain])).toEqual([ofDomain.fingerprint256])
  expect(await choice([ofDomain, certificate({ notAfter: at, names: ['x@y.example'] })])).toEqual([
    ofDomain.fingerprint256,
  ])
})

test('a certificate of the domain is used if that of the address is expired', async () => {
  const ofDomain = certificate({ names: ['direct.example.net'] })
  const expired = certificate({ notAfter: new Date('2026-11-28T07:00:00Z') })
  expect(await choice([expired, ofDomain])).toEqual([ofDomain.fingerprint256])
})

test('authorities between a certificate and its anchor are given, or come with it', async () => {
  const linked = certificate({ issuer: authority })
  expect(await choice([linked])).toBe('untrusted')
  expect(await choice([linked, authority.certificate])).toEqual([linked.fingerprint256])
  expect(await choice([linked], { intermediates: [authority.certificate] })).toEqual([linked.fingerprint256])
  expect(await choice([linked], { anchors: [authority.certificate] })).toEqual([linked.fingerprint256])
  expect(await choice([linked], { anchors: [linked] })).toEqual([linked.fingerprint256])
})

test('why no certificate is chosen', async () => {
  const expired = certificate({ notAfter: new Date('2026-11-28T07:59:59Z') })
  const foreign = certificate({ names: ['other@direct.example.net'] })
  const signedItself = certificate({ issuer: undefined })
  expect(await choice([])).toBe('missing')
  expect(await choice([foreign])).toBe('foreign')
  expect(await choice([expired])).toBe('expired')
  expect(await choice([certificate({ notBefore: new Date('2026-11-28T08:00:01Z') })])).toBe('expired')
  expect(await choice([signedItself])).toBe('untrusted')
  expect(await choice([certificate()], { anchors: [] })).toBe('untrusted')
  expect(await choice([certificate({ usage: 0x80 })])).toBe('untrusted')
  expect(await choice([foreign, signedItself, expired])).toBe('expired')
  const revoked = certificate()
  const lists = parseRevocationLists(revocationList(root, [revoked]))
  expect(await choice([revoked], { revoked: lists })).toBe('revoked')
  expect(await choice([expired, revoked], { revoked: lists })).toBe('revoked')
  const renewed = certificate()
  expect(await choice([expired, revoked, renewed], { revoked: lists })).toEqual([renewed.fingerprint256])
})

test('an expired authority vouches for nobody', async () => {
  const old = issue({ name: 'Old', issuer: root, authority: true, notAfter: new Date('2026-01-01T00:00:00Z') })
  expect(await choice([certificate({ issuer: old }), old.certificate])).toBe('untrusted')
  expect(await choice([certificate({ issuer: old })], { anchors: [old.certificate] })).toBe('untrusted')
})

test('authorities that issue each other, dozens of one name, end the search', async () => {
  const shared = createKey()
  const [one, two] = ['One', 'Two'].map((name) => issue({ name, authority: true, key: shared }))
  if (!one || !two) throw new Error('two authorities')
  const crossed = Array.from({ length: 40 }, () => [
    issue({ name: 'One', issuer: two, authority: true, key: shared }).certificate,
    issue({ name: 'Two', issuer: one, authority: true, key: shared }).certificate,
  ]).flat()
  expect(await choice([certificate({ issuer: one }), ...crossed])).toBe('untrusted')
})
