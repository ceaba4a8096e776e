import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from 'dns-packet'
import { IssuingDistributionPoint } from 'pkijs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startDnsServer } from '../../../tests/support/dns-server.ts'
import { issue, revocationList, type Issued } from '../../sandbox/direct/test-certificates.ts'
import { pathFault } from './certificate-path.ts'
import { DirectError } from './direct.errors.ts'
import { parseRevocationLists } from './certificates.ts'
import { revocationSource } from './revocation-source.ts'

let respond: RequestListener = () => expect.fail('nothing is read')
const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(`${request.headers.host}${request.url}`)
  respond(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo // it listens on a port
const dns = await startDnsServer()
afterAll(async () => {
  await dns.close()
  server.close()
  server.closeAllConnections()
})

let now = new Date('2026-11-28T08:00:00Z')
beforeEach(() => {
  const local: Answer = { type: 'A', name: 'lists.example.net', ttl: 60, data: '127.0.0.1' }
  Object.assign(dns.zone, { 'A lists.example.net': [local] })
  requests.length = 0
})

const place = { host: '127.0.0.1', port: dns.port, timeoutMs: 500, now: () => now }
const sourceOf = (mayConnect = () => true) => revocationSource({ ...place, mayConnect })
const listAt = `http://lists.example.net:${port}/root.crl?of=2026`
const root = issue({ name: 'Root', authority: true })
const authority = issue({ name: 'Authority', authority: true, issuer: root, listAt })
const [good, bad] = ['good', 'bad'].map((name) => issue({ name, issuer: root, listAt }))
if (!good || !bad) expect.fail('there are two')
const below = issue({ name: 'Below', issuer: authority })
const dayMs = 24 * 3_600_000
/** A list that is current. */
const listOf = (issuer: Issued, revoked: Issued[], limits?: IssuingDistributionPoint) =>
  revocationList(
    issuer,
    revoked.map(({ certificate }) => certificate),
    { thisUpdate: now, nextUpdate: new Date(now.getTime() + dayMs), limits },
  )
const sends =
  (body: Buffer, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body)

const sendsList =
  (list: () => Buffer): RequestListener =>
  (request, response) =>
    sends(list())(request, response)

interface Checked {
  source?: ReturnType<typeof sourceOf>
  revoked?: Buffer[]
}

/** Returns the fault of a certificate, or the reason why that is not known. */
async function faultOf({ certificate }: typeof root, { source = sourceOf(), revoked = [] }: Checked = {}) {
  try {
    return await pathFault(certificate, {
      anchors: [root.certificate],
      intermediates: [authority.certificate],
      at: now,
      revoked: revoked.flatMap(parseRevocationLists),
      listsOf: source.listsOf,
    })
  } catch (error) {
    if (!(error instanceof DirectError)) throw error
    return error.reason
  }
}

test('a certificate is revoked by the list that it names, and so is what a revoked authority issued', async () => {
  respond = sends(listOf(root, [bad, authority]))
  expect([await faultOf(bad), await faultOf(good), await faultOf(below)]).toEqual(['revoked', undefined, 'revoked'])
  expect(requests).toEqual(Array(3).fill(`lists.example.net:${port}/root.crl?of=2026`))
})

test('a list is read once an hour', async () => {
  respond = sends(listOf(root, []))
  const source = sourceOf()
  expect([await faultOf(bad, { source }), await faultOf(good, { source })]).toEqual([undefined, undefined])
  expect(requests).toHaveLength(1)
  respond = sends(listOf(root, [bad]))
  expect(await faultOf(bad, { source })).toBe(undefined)
  now = new Date(now.getTime() + 3_600_000)
  expect(await faultOf(bad, { source })).toBe('revoked')
})

test.for<[string, RequestListener]>([
  ['does not exist', sends(Buffer.from('none'), 404)],
  ['is at another address', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['is no list', sends(Buffer.from('<html>'))],
  ['is empty', sends(Buffer.alloc(0))],
  ['is signed by somebody else of that name', sendsList(() => listOf(issue({ name: 'Root', authority: true }), []))],
  ['is of another authority', sendsList(() => listOf(authority, []))],
  [
    'is outdated',
    sendsList(() => revocationList(root, [], { thisUpdate: now, nextUpdate: new Date(now.getTime() - 1) })),
  ],
  [
    'is older than a day and names no next one',
    sendsList(() => revocationList(root, [], { thisUpdate: new Date(now.getTime() - dayMs - 1) })),
  ],
  ['is about some reasons', sendsList(() => listOf(root, [], new IssuingDistributionPoint({ onlySomeReasons: 2 })))],
  [
    'breaks off',
    (_request, response) => response.writeHead(200, { 'content-length': 99 }).write('x', () => response.destroy()),
  ],
  ['never comes', () => undefined],
  [
    'never ends',
    (_request, response) => void response.on('drain', () => response.write(Buffer.alloc(1e6))).write(Buffer.alloc(1e6)),
  ],
])('whether a certificate is revoked is not known while its list %s', async ([, listener]) => {
  respond = listener
  expect(await faultOf(good)).toBe('unreachable')
  // Unless the operator has one of the same issuer.
  expect(await faultOf(good, { revoked: [listOf(root, [])] })).toBe(undefined)
  expect(await faultOf(bad, { revoked: [listOf(root, [bad])] })).toBe('revoked')
  expect(await faultOf(below, { revoked: [listOf(authority, [])] })).toBe('unreachable')
  // A list of the operator that is outdated says only what was revoked.
  const old = { thisUpdate: new Date(now.getTime() - 2 * dayMs) }
  expect(await faultOf(good, { revoked: [revocationList(root, [], old)] })).toBe('unreachable')
  expect(await faultOf(bad, { revoked: [revocationList(root, [bad.certificate], old)] })).toBe('revoked')
})

test('a list of the last day that names no next one counts, and one about users or authorities for these', async () => {
  respond = sends(revocationList(root, [], { thisUpdate: new Date(now.getTime() - dayMs) }))
  expect(await faultOf(good)).toBe(undefined)
  respond = sends(listOf(root, [bad], new IssuingDistributionPoint({ onlyContainsUserCerts: true })))
  expect([await faultOf(good), await faultOf(bad), await faultOf(below)]).toEqual([undefined, 'revoked', 'unreachable'])
  respond = sends(listOf(root, [bad], new IssuingDistributionPoint({ onlyContainsCACerts: true })))
  expect([await faultOf(good), await faultOf(below)]).toEqual(['unreachable', undefined])
})

test('a list that does not count is not kept', async () => {
  const source = sourceOf()
  respond = sends(listOf(authority, []))
  expect(await faultOf(bad, { source })).toBe('unreachable')
  respond = sends(listOf(root, [bad]))
  expect(await faultOf(bad, { source })).toBe('revoked')
})

test('a server inside the network is not connected to, nor one without an address', async () => {
  expect(await faultOf(good, { source: revocationSource(place) })).toBe('unreachable')
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  expect(await faultOf(good)).toBe('unreachable')
  expect(requests).toEqual([])
})

test('a certificate that names no list, or none by HTTP, is not looked up', async () => {
  const silent = issue({ name: 'Silent', issuer: root })
  const directory = issue({ name: 'Directory', issuer: root, listAt: 'ldap://lists.example.net/cn=root' })
  const broken = issue({ name: 'Broken', issuer: root, listAt: 'http://' })
  expect(await Promise.all([silent, directory, broken].map((each) => faultOf(each)))).toEqual(Array(3).fill(undefined))
  expect(requests).toEqual([])
})

test('nothing is read for a certificate that leads to no anchor', async () => {
  const stranger = issue({ name: 'Stranger', listAt })
  expect(await faultOf(stranger)).toBe('untrusted')
  expect(requests).toEqual([])
})
