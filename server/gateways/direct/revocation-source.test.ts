import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from 'dns-packet'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startDnsServer } from '../../../tests/support/dns-server.ts'
import { issue, revocationList } from '../../sandbox/direct/test-certificates.ts'
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
const sends =
  (body: Buffer, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body)

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
  respond = sends(revocationList(root, [bad.certificate, authority.certificate]))
  expect([await faultOf(bad), await faultOf(good), await faultOf(below)]).toEqual(['revoked', undefined, 'revoked'])
  expect(requests).toEqual(Array(3).fill(`lists.example.net:${port}/root.crl?of=2026`))
})

test('a list is read once an hour', async () => {
  respond = sends(revocationList(root, []))
  const source = sourceOf()
  expect([await faultOf(bad, { source }), await faultOf(good, { source })]).toEqual([undefined, undefined])
  expect(requests).toHaveLength(1)
  respond = sends(revocationList(root, [bad.certificate]))
  expect(await faultOf(bad, { source })).toBe(undefined)
  now = new Date(now.getTime() + 3_600_000)
  expect(await faultOf(bad, { source })).toBe('revoked')
})

test('a list that its issuer did not sign counts for nothing', async () => {
  const other = issue({ name: 'Root', authority: true })
  respond = sends(revocationList(other, [bad.certificate]))
  expect(await faultOf(bad)).toBe(undefined)
})

test.for<[string, RequestListener]>([
  ['does not exist', sends(Buffer.from('none'), 404)],
  ['is at another address', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['is no list', sends(Buffer.from('<html>'))],
  ['is empty', sends(Buffer.alloc(0))],
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
  expect(await faultOf(good, { revoked: [revocationList(root, [])] })).toBe(undefined)
  expect(await faultOf(bad, { revoked: [revocationList(root, [bad.certificate])] })).toBe('revoked')
  expect(await faultOf(below, { revoked: [revocationList(authority, [])] })).toBe('unreachable')
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
