import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Answer } from 'dns-packet'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startDnsServer, type Zone } from '../../../tests/support/dns-server.ts'
import { startLdapServer, type Directory } from '../../../tests/support/ldap-server.ts'
import { DirectError } from './direct.errors.ts'
import { ldapSource } from './ldap-source.ts'

const address = 'office@direct.example.net'
const [first, second] = [Buffer.from([0x30, 0x82, 0xff, 0x00]), Buffer.from([0x30, 0x82, 0xfe, 0x80])]
const directory: Directory = {
  '': { namingContexts: ['dc=example'] },
  'cn=office,dc=example': { mail: [address], 'userCertificate;binary': [first, second] },
  'cn=nothing,dc=example': { mail: [address] },
}

const opened: (() => Promise<void>)[] = []
const dns = await startDnsServer()
const ldap = await startLdapServer(directory)
opened.push(dns.close, ldap.close)
afterAll(async () => {
  for (const close of opened) await close()
})
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
})

const publish = (zone: Zone) => Object.assign(dns.zone, zone)
const place = { host: '127.0.0.1', port: dns.port, timeoutMs: 500, mayConnect: () => true }
const source = ldapSource(place)

const service = '_ldap._tcp.direct.example.net'
const server = (port: number, { priority = 1, target = 'ldap.example.net' } = {}): Answer => ({
  type: 'SRV',
  name: service,
  ttl: 60,
  data: { priority, weight: 0, port, target },
})
const local: Answer = { type: 'A', name: 'ldap.example.net', ttl: 60, data: '127.0.0.1' }
const hosts: Zone = { 'A ldap.example.net': [local] }

const reasonOf = (lookup: Promise<unknown>) =>
  lookup.then(
    () => 'none',
    (error: unknown) => (error instanceof DirectError ? error.reason : error),
  )

test('the directory of a domain has certificates under the address, as bytes', async () => {
  publish({ ...hosts, [`SRV ${service}`]: [server(ldap.port)] })
  expect(await source.find(address)).toEqual([first, second])
  const [, search] = ldap.searches.map((each) => each.toString('latin1'))
  expect(search).toContain('dc=example')
  expect(search).toContain('office@direct.example.net')
  expect(search).toContain('userCertificate;binary')
})

test('characters of an address do not become a filter', async () => {
  publish({ ...hosts, [`SRV ${service}`]: [server(ldap.port)] })
  ldap.searches.length = 0
  await source.find('*)(uid=*@direct.example.net')
  expect(ldap.searches[1]?.toString('latin1')).toContain('*)(uid=*@direct.example.net')
})

test('servers are tried by their priority until one responds', async () => {
  const closed = await startLdapServer(directory)
  await closed.close()
  publish({ ...hosts, [`SRV ${service}`]: [server(ldap.port, { priority: 2 }), server(closed.port)] })
  expect(await source.find(address)).toEqual([first, second])
  publish({ [`SRV ${service}`]: [server(closed.port)] })
  expect(await reasonOf(source.find(address))).toBe('unreachable')
})

test('a domain without a directory has no certificates there', async () => {
  expect(await source.find(address)).toEqual([])
  expect(await source.find('nobody')).toEqual([])
  publish({ [`SRV ${service}`]: [server(ldap.port, { target: 'absent.example.net' })] })
  expect(await source.find(address)).toEqual([])
})

test('a name server that fails is unreachable', async () => {
  publish({ [`SRV ${service}`]: 2 })
  expect(await reasonOf(source.find(address))).toBe('unreachable')
})

test('a server inside the network is not connected to', async () => {
  publish({ ...hosts, [`SRV ${service}`]: [server(ldap.port)] })
  ldap.searches.length = 0
  expect(await ldapSource({ ...place, mayConnect: undefined }).find(address)).toEqual([])
  expect(ldap.searches).toEqual([])
})

test('a server that is silent is unreachable, and so is one that sends without end', async () => {
  const endless = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(Buffer.concat([Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(2 * 1024 * 1024)]))
  })
  const silent = createServer((socket) => socket.on('error', () => undefined))
  const reasonWithin = async (listener: Server, timeoutMs: number) => {
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    opened.push(async () => void listener.close())
    publish({ ...hosts, [`SRV ${service}`]: [server((listener.address() as AddressInfo).port)] }) // it listens on a port
    return reasonOf(ldapSource({ ...place, timeoutMs }).find(address))
  }
  expect(await reasonWithin(silent, 50)).toBe('unreachable')
  expect(await reasonWithin(endless, 120_000)).toBe('unreachable')
})
