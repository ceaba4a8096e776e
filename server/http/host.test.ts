import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { hostReader, isOriginOf, proxyTrust } from './host.ts'

interface Parts {
  host?: string
  forwarded?: string
  from?: string
  url?: string
}

const requestWith = ({ host, forwarded, from = '10.0.0.1', url = '/' }: Parts) =>
  ({
    url,
    headers: { host, ...(forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }) },
    socket: { remoteAddress: from },
  }) as unknown as IncomingMessage // what is read of it

const hostOf = hostReader(proxyTrust(['127.0.0.1', '192.168.0.0/16']))

describe('the host of a request', () => {
  test.each<[string, Parts, string]>([
    ['is its Host header', { host: 'north.example:3000' }, 'north.example:3000'],
    ['has lower case', { host: 'North.Example' }, 'north.example'],
    ['is not what an unknown peer forwards', { host: 'north.example', forwarded: 'south.example' }, 'north.example'],
    [
      'is what a trusted proxy forwards',
      { host: 'inside', forwarded: 'South.Example:8443', from: '127.0.0.1' },
      'south.example:8443',
    ],
    [
      'is what a proxy of a trusted network forwards',
      { host: 'inside', forwarded: 'south.example', from: '192.168.7.1' },
      'south.example',
    ],
    [
      'is the last of several, which the trusted proxy added',
      { host: 'inside', forwarded: 'evil.example, south.example', from: '127.0.0.1' },
      'south.example',
    ],
    [
      'is its Host header if the trusted proxy forwards none',
      { host: 'north.example', from: '127.0.0.1' },
      'north.example',
    ],
    ['may be an IPv6 address', { host: '[::1]:3000' }, '[::1]:3000'],
    [
      'is that of an absolute target',
      { host: 'evil.example', url: 'http://North.example:3000/user?x=/y' },
      'north.example:3000',
    ],
    ['is empty without a Host header', {}, ''],
    ['is empty if the proxy forwards nothing', { host: 'inside', forwarded: '', from: '127.0.0.1' }, ''],
    ['is empty with an impossible port', { host: 'north.example:99999' }, ''],
    ['is empty with a name and a password', { host: 'north.example@evil.example' }, ''],
    ['is empty with a path', { host: 'evil.example/north.example' }, ''],
    ['is empty with a broken address', { host: '[::1' }, ''],
  ])('%s', (_what, parts, host) => {
    expect(hostOf(requestWith(parts))).toBe(host)
    expect(hostOf({ raw: requestWith(parts) } as Parameters<typeof hostOf>[0])).toBe(host) // as Fastify wraps it
  })

  test('stays known after its peer has gone', () => {
    const request = requestWith({ host: 'inside', forwarded: 'south.example', from: '127.0.0.1' })
    expect(hostOf(request)).toBe('south.example')
    Object.assign(request, { socket: { remoteAddress: undefined } })
    expect(hostOf(request)).toBe('south.example')
  })

  test('is not what a peer without an address forwards', () => {
    const request = requestWith({ host: 'north.example', forwarded: 'south.example' })
    Object.assign(request, { socket: { remoteAddress: undefined } })
    expect(hostOf(request)).toBe('north.example')
  })
})

test.each([
  ['http://north.example', 'north.example', true],
  ['https://north.example', 'north.example:443', true],
  ['http://north.example:3000', 'north.example:3000', true],
  ['http://[::1]:3000', '[::1]:3000', true],
  ['https://north.example:8443', 'north.example', false],
  ['http://south.example', 'north.example', false],
  ['file:///north.example', 'north.example', false],
  ['file:///', '', false],
  ['null', 'north.example', false],
  ['', '', false],
])('the origin %s of the host "%s": %s', (origin, host, isSame) => {
  expect(isOriginOf(origin, host)).toBe(isSame)
})
