import { expect, test } from 'vitest'
import { relyingPartyOf } from './passkey-ceremony.ts'

test.each([
  ['https://portal.example.org', 'portal.example.org'],
  ['http://lakeside.localhost:3000', 'lakeside.localhost'],
  ['http://localhost:3000', 'localhost'],
])('%s has passkeys for its host without the port', (origin, id) => {
  expect(relyingPartyOf(origin)).toEqual({ id, origin })
})

test.each([
  'http://127.0.0.1:3000',
  'https://192.168.1.20',
  'http://[::1]:3000',
  'http://2130706433',
  'file:///portal',
  '',
])('%s has none: an address is no name', (origin) => {
  expect(relyingPartyOf(origin)).toBeUndefined()
})
