import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { openRedis } from '../../server/open-redis.ts'
import {
  protocolTest,
  lakeside,
  openProtocolPortal,
  type ProtocolPortal,
  signIn,
  visit,
  type Visitor,
} from './protocol-portal.ts'

const test = protocolTest({ patient: 'maria.alvarez' })

const policyOf = (header: unknown) =>
  new Map(
    String(header)
      .split(';')
      .map((part) => part.trim().split(/\s+(.*)/s) as [string, string]),
  ) // name and sources

describe('the headers of every answer', () => {
  test.for(['/ui/screens/', '/ui/screens/nowhere', '/ui/shell', '/ui/catalog', '/health'])(
    'keep browsers safe at %s',
    async (path, { patient }) => {
      const { headers, body } = await patient.get(path)
      const policy = policyOf(headers['content-security-policy'])
      expect(policy.get('default-src')).toBe("'self'")
      expect(policy.get('script-src')).toMatch(/^'self'( 'nonce-[0-9a-f]{32}')?$/)
      expect(policy.get('img-src')).toBe("'self' data: blob:")
      expect(policy.get('media-src')).toBe("'self' blob:")
      expect(policy.get('object-src')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect(policy.get('frame-ancestors')).toBe("'self'")
      expect(policy.get('form-action')).toBe("'self'")
      expect(policy.get('style-src')).toMatch(/^'self' 'nonce-[0-9a-f]{32}'$/)
      const nonces = String(headers['content-security-policy']).match(/(?<=nonce-)\w+/g) ?? []
      expect(nonces.filter((nonce) => body.includes(nonce))).toEqual([])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
      })
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  test('ask for TLS only behind TLS, where the cookie is sent over TLS alone', async ({ patient }) => {
    expect((await patient.get('/health')).headers['strict-transport-security']).toBeUndefined()
    const behind = await openProtocolPortal({ config: { tls: true, trustedProxies: ['127.0.0.1'] } })
    onTestFinished(() => behind.close())
    const visitor = visit(behind)
    const headers = { 'x-forwarded-proto': 'https' }
    const answer = await visitor.act(
      'account.signIn',
      { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' },
      { headers },
    )
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: 'portal_device', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }),
      expect.objectContaining({ name: 'portal_session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }),
    ])
  })
})

test('the frame of a practice is admitted on its pages, by the host that people see', async ({ protocol }) => {
  const policyAt = async (portal: ProtocolPortal, headers: Record<string, string>) => {
    const answer = await portal.app.inject({ url: '/health', headers })
    return policyOf(answer.headers['content-security-policy']).get('frame-src')
  }
  const behind = await openProtocolPortal({ config: { trustedProxies: ['127.0.0.1'] } })
  onTestFinished(() => behind.close())
  const proxied = { host: 'upstream.internal', 'x-forwarded-host': lakeside }
  expect(await policyAt(protocol, { host: lakeside })).toBe("'self' http://cards.localhost:9")
  expect(await policyAt(behind, proxied)).toBe("'self' http://cards.localhost:9")
  expect(await policyAt(protocol, proxied)).toBe("'self'")
  expect(await policyAt(protocol, { host: 'elsewhere.example' })).toBe("'self'")
})

test.for([
  ['that cannot be decoded', '/ui/screens/user/%zz?page=1', '/ui/screens/user/%'],
  ['with a very long part', `/ui/screens/admin/settings/${'x'.repeat(3000)}`, `/ui/screens/${'y/'.repeat(1000)}`],
])('an address %s gets an error page with all headers, like any other', async ([, ...paths], { protocol }) => {
  const admin = await signIn(protocol, 'front.desk')
  for (const path of paths) {
    const answer = await admin.get(path)
    expect([answer.statusCode, answer.headers['x-content-type-options']]).toEqual([404, 'nosniff'])
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ screen: { blocks: expect.any(Array) } })
  }
})

test('no answer lets pages of other sites read it, and TRACE is no method', async ({ protocol }) => {
  const headers = { host: lakeside, origin: 'https://evil.example' }
  const read = await protocol.app.inject({ url: '/ui/shell', headers })
  expect(Object.keys(read.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  const traced = await protocol.app.inject({ method: 'TRACE' as 'GET', url: '/', headers: { host: lakeside } }) // not in its type
  expect([traced.statusCode, traced.body.includes(lakeside)]).toEqual([403, false])
})

test('a request that arrives drop by drop is cut off after a while', ({ protocol }) => {
  expect(protocol.app.server.requestTimeout).toBeGreaterThan(0)
})

test('the nonce of an answer is never used again', async ({ patient }) => {
  const nonces = await Promise.all(
    Array.from({ length: 5 }, async () =>
      policyOf((await patient.get('/health')).headers['content-security-policy']).get('style-src'),
    ),
  )
  expect(new Set(nonces).size).toBe(5)
})

describe('an act', () => {
  const count = (patient: Visitor, headers: Record<string, string>) =>
    patient.act('protocol.count', { by: 1 }, { headers })

  test.for<[string, Record<string, string>]>([
    ['the page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port of the same host', { origin: `http://${lakeside}:4000` }],
    ['the host of another practice', { origin: 'http://northgate.localhost' }],
    ['a cross-site form', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another site that pretends', { origin: `http://${lakeside}`, 'sec-fetch-site': 'cross-site' }],
  ])('from %s is refused and does nothing', async ([, headers], { protocol, patient }) => {
    const before = protocol.acted.count
    const answer = await count(patient, headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'access.origin' })
    expect(protocol.acted.count).toBe(before)
  })

  test.for<[string, Record<string, string>]>([
    ['the own page', { origin: `http://${lakeside}`, 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a browser that states the origin only', { origin: `http://${lakeside}` }],
  ])('from %s is done', async ([, headers], { protocol, patient }) => {
    const before = protocol.acted.count
    expect((await count(patient, headers)).statusCode).toBe(200)
    expect(protocol.acted.count).toBe(before + 1)
  })

  test('is refused to a program without a token, which states nothing', async () => {
    const integratorToken = 'a-token-of-an-integrator'
    const protocol = await openProtocolPortal({ config: { integratorToken } })
    onTestFinished(() => protocol.close())
    const patient = await signIn(protocol, 'maria.alvarez')
    const before = protocol.acted.count
    const send = (headers: Record<string, string> = {}) =>
      protocol.app.inject({
        method: 'POST',
        url: '/ui/actions/protocol.count',
        headers: { host: lakeside, cookie: patient.cookie, 'idempotency-key': randomUUID(), ...headers },
        payload: { by: 1 },
      })
    for (const headers of [undefined, { authorization: 'Bearer guessed' }, { authorization: integratorToken }]) {
      const answer = await send(headers)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'access.noOrigin'])
    }
    expect(protocol.acted.count).toBe(before)
    expect((await send({ authorization: `Bearer ${integratorToken}` })).statusCode).toBe(200)
    const foreign = { authorization: `Bearer ${integratorToken}`, origin: 'https://evil.example' }
    expect((await send(foreign)).json()).toMatchObject({ code: 'access.origin' })
  })

  test('is refused from elsewhere also where it signs in', async ({ protocol }) => {
    const answer = await visit(protocol).act(
      'account.signIn',
      { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' },
      { headers: { origin: 'https://evil.example' } },
    )
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
  })
})

describe('health', () => {
  test('is public, at any host', async ({ protocol }) => {
    const balancer = visit(protocol, { host: '10.0.0.7' })
    expect((await balancer.get('/health')).json()).toEqual({ status: 'ok' })
    const ready = await balancer.get('/ready')
    expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
      200,
      { status: 'ready' },
      'no-store',
    ])
  })

  test('is not readiness: without its database a portal lives but is not ready', async () => {
    const broken = await openProtocolPortal()
    onTestFinished(() => broken.app.close())
    await broken.database.close()
    expect((await visit(broken).get('/health')).statusCode).toBe(200)
    const ready = await visit(broken).get('/ready')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready' }])
  })

  test('is degraded while Redis is away, and nobody who signs in waits for it', async () => {
    const redis = openRedis('redis://127.0.0.1:1')
    const alone = await openProtocolPortal({ limited: true, redis })
    onTestFinished(async () => {
      await alone.close()
      redis.disconnect()
    })
    const signIn = await visit(alone).act('account.signIn', {
      Username: 'maria.alvarez',
      Password: 'Sunny-Harbor-42',
    })
    expect(signIn.statusCode).toBe(200)
    const ready = await visit(alone).get('/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded' }])
  })
})
