import { expect, test } from 'vitest'
import { linkOrigin } from './link-origin.ts'

const hosts = ['portal.lakeside.example', 'lakeside.example']

test.for([
  ['the first host', { tls: true }, undefined, 'https://portal.lakeside.example'],
  ['the host that the practice has set', { tls: true }, 'Lakeside.example', 'https://lakeside.example'],
  ['never another host', { tls: true }, 'evil.example', 'https://portal.lakeside.example'],
  ['never the port of a setting', { tls: true }, 'lakeside.example:6666', 'https://portal.lakeside.example'],
  ['the port of the deployment', { tls: true, port: 8443 }, '', 'https://portal.lakeside.example:8443'],
  ['no port that is usual', { tls: true, port: 443 }, '', 'https://portal.lakeside.example'],
  ['no TLS where there is none', { tls: false, port: 3000 }, '', 'http://portal.lakeside.example:3000'],
] as const)('links have %s', ([, address, domain, origin]) => {
  expect(linkOrigin({ hosts }, address, domain)).toBe(origin)
})
