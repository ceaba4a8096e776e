import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { actor, patient, refusalOf, smallPortal } from '../../tests/support/act.ts'
import type { Portal } from '../protocol/portal.ts'
import { noClient } from '../protocol/client-info.ts'
import { actionContext, keyOf, openedFor } from './acting.ts'
import { hashOfSession } from './session-store.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

const client = { ...noClient, network: '203.0.113.7' }
const cookies = { clientOf: () => client, keepFlow: vi.fn(), rememberIdentity: vi.fn() } satisfies VisitorCookies

/** A request of a patient of Lakeside whose last activity was a minute ago. */
function requestOf(changes: object = {}): FastifyRequest {
  const session = {
    sessionId: 'secret',
    licenseeId: 'lakeside',
    person: patient,
    lastActivityAt: Date.parse('2026-11-23T14:59:00Z'),
    regenerate: vi.fn(() => Promise.resolve()),
    destroy: vi.fn(() => Promise.resolve()),
  }
  const request = { id: 'r1', ip: '203.0.113.7', headers: {}, licensee: { id: 'lakeside' }, session, ...changes }
  return request as unknown as FastifyRequest // the fields that the pipeline reads
}

describe('the context of a request', () => {
  /** A portal that counts the writes of session activity. */
  function portalOf() {
    const kept = vi.fn(() => Promise.resolve())
    const db = { update: () => ({ set: () => ({ where: kept }) }) }
    return { kept, portal: { ...smallPortal().portal, db } as unknown as Portal } // the parts that keepSession uses
  }

  test('says whose request it is, at which practice, from where and when', async () => {
    const { portal, kept } = portalOf()
    const context = await openedFor(portal, { request: requestOf(), cookies })
    expect(context).toMatchObject({ principal: patient, requestId: 'r1', licensee: { id: 'lakeside' }, client })
    expect(context.now()).toEqual(new Date('2026-11-23T15:00:00Z'))
    expect(kept).toHaveBeenCalledTimes(1)
  })

  test('is that of a visitor at another practice than that of the session', async () => {
    const request = requestOf({ licensee: { id: 'northgate' } })
    expect((await openedFor(portalOf().portal, { request, cookies })).principal).toBeUndefined()
  })

  test('does not keep the session for what a page asks for by itself', async () => {
    const { portal, kept } = portalOf()
    await openedFor(portal, { request: requestOf(), cookies, isByPage: true })
    expect(kept).not.toHaveBeenCalled()
  })

  test('is refused on the host of no practice', async () => {
    const { portal, kept } = portalOf()
    const open = () => openedFor(portal, { request: requestOf({ licensee: undefined }), cookies })
    expect(await refusalOf(open)).toEqual(['site.unknown', { status: 421 }])
    expect(kept).not.toHaveBeenCalled()
  })
})

describe('the key of an act', () => {
  test('belongs to the session of a person, whose id is not kept in clear', () => {
    const request = requestOf({ headers: { 'idempotency-key': 'key-12345678' } })
    expect(keyOf(request, actor())).toEqual({ key: 'key-12345678', owner: hashOfSession('secret') })
  })

  test('belongs to the address of a visitor at a practice', () => {
    const context = Object.assign(actor(), { principal: undefined })
    expect(keyOf(requestOf(), context)).toEqual({ key: undefined, owner: 'visitor:lakeside:203.0.113.7' })
  })

  test('is none when it is said twice', () => {
    expect(keyOf(requestOf({ headers: { 'idempotency-key': ['a', 'b'] } }), actor()).key).toBeUndefined()
  })
})

describe('who acts', () => {
  function acting(cause?: string) {
    const hints = { publish: vi.fn(), asOf: vi.fn(), listen: vi.fn(), endSession: vi.fn() }
    const { portal, tries } = smallPortal()
    const raw = new PassThrough()
    const [request, reply] = [requestOf(), { raw } as unknown as FastifyReply] // the fields that are read
    const context = actor()
    const acted = actionContext({ ...portal, hints }, { context, exchange: { request, reply }, cookies, cause })
    return { acted, context, request, reply, hints, tries, raw }
  }

  test('has the context of the request, not a copy of it', () => {
    const { acted, context } = acting()
    expect(acted).toBe(context)
  })

  test('is another person after signing in, which is noted', async () => {
    const { acted, request } = acting()
    const other = { ...patient, accountId: 8 }
    await acted.session.signIn(other)
    expect(request.session.person).toBe(other)
    expect(acted.trace.signedIn).toBe(other)
  })

  test('keeps flows and identities in the cookies of the browser', () => {
    const { acted, request, reply } = acting()
    acted.session.keepFlow('recovery', 'id')
    acted.session.rememberIdentity('maria')
    expect(cookies.keepFlow).toHaveBeenCalledWith(reply, 'recovery', 'id')
    expect(cookies.rememberIdentity).toHaveBeenCalledWith(request, reply, 'maria')
  })

  test('counts further tries at the practice', async () => {
    const { acted, tries } = acting()
    await acted.takeTry('codes', { tries: 5, seconds: 60 })
    expect(tries).toEqual([{ key: 'lakeside:codes', tries: 5, seconds: 60 }])
  })

  test('tells what has changed, and by which act', () => {
    const { acted, hints } = acting('key-12345678')
    acted.publish(['a'])
    expect(hints.publish).toHaveBeenCalledWith({ topics: ['a'], cause: 'key-12345678' })
  })

  test('ends the sockets of the former session a quarter of a second after the reply has gone, and says which act it was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { acted, hints, raw } = acting('key-12345678')
    await acted.session.signOut()
    vi.advanceTimersByTime(1000)
    expect(hints.endSession).not.toHaveBeenCalled()
    raw.end()
    raw.resume()
    await finished(raw)
    await turn()
    vi.advanceTimersByTime(249)
    expect(hints.endSession).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(hints.endSession).toHaveBeenCalledWith(hashOfSession('secret'), { cause: 'key-12345678' })
  })
})
