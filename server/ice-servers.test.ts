import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { iceServersFor, iceServersIn } from './ice-servers.ts'

test('helpers are addresses parted by commas, or a list as browsers take it', () => {
  expect(iceServersIn('stun:a.example.org, turn:b.example.org:3478?transport=udp')).toEqual([
    { urls: ['stun:a.example.org'] },
    { urls: ['turn:b.example.org:3478?transport=udp'] },
  ])
  expect(iceServersIn('[{"urls":"turns:a.example.org","username":"u","credential":"c"}]')).toEqual([
    { urls: ['turns:a.example.org'], username: 'u', credential: 'c' },
  ])
  const wrong = ['https://a.example.org', '[{"url":"stun:a"}]', '[1]', '[null]', '[', 'a.example.org', '[{"urls":[]}]']
  expect(wrong.map(iceServersIn)).toEqual(wrong.map(() => undefined))
})

test('relays get credentials that end with the call, as coturn checks them', () => {
  const servers = [
    { urls: ['stun:a.example.org'] },
    { urls: ['turn:b.example.org'] },
    { urls: ['turn:c.example.org'], username: 'own', credential: 'own' },
  ]
  const request = { servers, name: 'room', until: new Date('2026-11-23T15:00:00Z') }
  const username = '1795446000:room'
  const credential = createHmac('sha1', 'shared').update(username).digest('base64')
  expect(iceServersFor({ ...request, secret: 'shared' })).toEqual([
    servers[0],
    { ...servers[1], username, credential },
    servers[2],
  ])
  expect(iceServersFor(request)).toEqual(servers)
})
