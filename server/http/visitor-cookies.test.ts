import { createHash } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { visitorCookies } from './visitor-cookies.ts'

const secret = 'for tests only, thirty-two letters'
const cookies = visitorCookies({ secret, secure: false, hostOf: () => 'lakeside.localhost' })

/** A request to a practice from a browser with this mark. */
function requestWith(mark?: string, licenseeId = 'lakeside'): FastifyRequest {
  const request = {
    ip: '127.0.0.1',
    protocol: 'http',
    headers: {},
    licensee: { id: licenseeId },
    session: { sessionId: 'id' },
    cookies: { portal_device: mark },
  }
  return request as unknown as FastifyRequest // the fields that are read
}

const knows = (request: FastifyRequest, identity: string) => cookies.clientOf(request).knows(identity)

/** The mark of a browser in which somebody has proven an identity. */
function markAfter(request: FastifyRequest, identity: string): string {
  const given: string[] = []
  const reply = { setCookie: (_name: string, value: string) => given.push(value) }
  cookies.rememberIdentity(request, reply as unknown as FastifyReply, identity) // the method that is called
  return given[0] ?? ''
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

test('a browser is known to those who have signed in with it, at their practice', () => {
  const mark = markAfter(requestWith(markAfter(requestWith(), 'maria')), 'george')
  expect(['maria', 'george', 'nora'].map((each) => knows(requestWith(mark), each))).toEqual([true, true, false])
  expect(knows(requestWith(mark, 'northgate'), 'maria')).toBe(false)
})

test('who has the mark of a browser cannot try names: it is keyed', () => {
  const mark = markAfter(requestWith(), 'maria')
  expect(mark).not.toContain(hashed('lakeside\nmaria'))
  const other = visitorCookies({ secret: `${secret}!`, secure: false, hostOf: () => 'lakeside.localhost' })
  expect(other.clientOf(requestWith(mark)).knows('maria')).toBe(false)
})

test('the mark of an earlier version, which had no key, counts for nothing and is not kept', () => {
  const earlier = new Signer(secret, 'sha256').sign(hashed('lakeside\nmaria'))
  expect(knows(requestWith(earlier), 'maria')).toBe(false)
  expect(markAfter(requestWith(earlier), 'george')).not.toContain(hashed('lakeside\nmaria'))
})
