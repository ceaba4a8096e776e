import { request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import { openLivePage } from '../support/live-page.ts'
import { startNginx } from '../support/nginx.ts'
import { portalTest } from '../support/portal-test.ts'
import { openVisitor, type Visitor } from '../support/portal.ts'
import { openProtocolPortal } from './protocol-portal.ts'
import { bothEngines } from '../support/databases.ts'

/** A portal that its people reach through nginx, which replaces the host. */
const test = portalTest()
  .extend('nginx', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
    const nginx = await startNginx(portal.port)
    onCleanup(() => nginx.stop())
    return nginx
  })
  .extend('at', { scope: 'file' }, ({ nginx }) => (practice: string) => {
    const host = `${practice}.localhost:${nginx.port}`
    return { host, origin: `http://${host}`, visitor: () => openVisitor(nginx.url, host) }
  })

/** A portal that its people reach directly, though it trusts a proxy of another machine. */
const lone = test
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('lone', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { app, close } = await openProtocolPortal({ config: { trustedProxies: ['192.0.2.7'] } })
    onCleanup(close)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo // a listening server has an address with a port
    return { port, url: `http://127.0.0.1:${port}` }
  })

const frameOf = (headers: Record<string, unknown>) =>
  /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

const maria = { login: 'maria.alvarez', password: 'Sunny-Harbor-42' }

/** Resolves with the error of a refused connection; `connected` if it is not refused. */
function connected(url: string, headers: Record<string, string>): Promise<string> {
  const socket = io(url, {
    path: '/ui/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  })
  onTestFinished(() => void socket.disconnect())
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'))
    socket.on('connect_error', ({ message }) => resolve(message))
  })
}

describe('behind a proxy that replaces the host', () => {
  test('each host shows the screens of its practice', async ({ at }) => {
    const wordsAt = async (practice: string) => JSON.stringify((await at(practice).visitor().get('/ui/shell')).body)
    expect(await wordsAt('lakeside')).toContain('Lakeside Dermatology')
    expect(await wordsAt('northgate')).toContain('Northgate Family Medicine')
    expect((await at('unknown').visitor().get('/ui/shell')).status).toBe(421)
  })

  test('pages admit the frame of the card processor of their practice', async ({ portal, at }) => {
    const { headers } = await at('lakeside').visitor().get('/ui/screens/user/login')
    expect(frameOf(headers)).toBe(`'self' http://cards.localhost:${portal.sandboxPort}`)
    expect(frameOf((await at('unknown').visitor().get('/ui/shell')).headers)).toBe("'self'")
  })

  test('actions of the own pages are done, and those of other sites are refused', async ({ portal, nginx, at }) => {
    const { visitor, origin } = at('lakeside')
    const signIn = async (from: string, by: Visitor = visitor()) => {
      const input = { Username: maria.login, Password: maria.password }
      const { status, body } = await by.act('account.signIn', input, { headers: { origin: from } })
      return [status, body.code]
    }
    expect(await signIn(origin)).toEqual([200, undefined])
    for (const foreign of [
      'http://evil.example',
      'http://portal.internal',
      at('northgate').origin,
      `http://lakeside.localhost:${portal.port}`,
      `http://127.0.0.1:${nginx.port}`,
    ])
      expect(await signIn(foreign), foreign).toEqual([403, 'access.origin'])
  })

  test('pages receive hints of their practice', bothEngines, async ({ portal, nginx, at }) => {
    const { host, origin, visitor } = at('lakeside')
    const { cookies } = await visitor().enter(maria)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const topic = 'licensee:lakeside/news'
    const page = await openLivePage({ url: nginx.url, portal: portal.portal }, [topic], {
      headers: { host, origin, cookie },
    })
    portal.portal.hints.publish({ topics: [topic, 'licensee:northgate/news'] })
    await page.caughtUp()
    expect(page.heard).toEqual([{ topics: [topic] }])
  })

  test('sockets of other sites and of unknown hosts are refused', async ({ nginx, at }) => {
    const { host, origin } = at('lakeside')
    expect(await connected(nginx.url, { host, origin })).toBe('connected')
    for (const foreign of ['http://evil.example', 'http://portal.internal', at('northgate').origin])
      expect(await connected(nginx.url, { host, origin: foreign }), foreign).toBe('websocket error')
    expect(await connected(nginx.url, { host: at('unknown').host })).toBe('unknown site')
  })
})

describe('what an unknown peer forwards', () => {
  const forwarded = { 'x-forwarded-host': 'lakeside.localhost', 'x-forwarded-proto': 'https' }

  lone('counts neither for pages nor for actions', async ({ lone: { url } }) => {
    expect((await openVisitor(url, 'portal.internal', forwarded).get('/ui/shell')).status).toBe(421)
    const visitor = openVisitor(url, 'northgate.localhost', forwarded)
    expect(JSON.stringify((await visitor.get('/ui/shell')).body)).toContain('Northgate')
    const headers = { origin: 'http://lakeside.localhost' }
    expect((await visitor.act('account.signIn', {}, { headers })).status).toBe(403)
  })

  lone('does not count for sockets', async ({ lone: { url } }) => {
    const origin = 'http://lakeside.localhost'
    expect(await connected(url, { ...forwarded, host: 'portal.internal' })).toBe('unknown site')
    expect(await connected(url, { ...forwarded, host: 'northgate.localhost', origin })).toBe('websocket error')
    expect(await connected(url, { host: 'lakeside.localhost', origin })).toBe('connected')
  })
})

describe('unusual hosts', () => {
  const statusOf = (port: number, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = sendRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })

  test.for<[string, Record<string, string>, number]>([
    ['in upper case', { 'x-forwarded-host': 'LAKESIDE.localhost:8443' }, 200],
    ['with a dot at the end', { 'x-forwarded-host': 'lakeside.localhost.' }, 200],
    ['of which the last is known', { 'x-forwarded-host': 'evil.example, lakeside.localhost' }, 200],
    ['of which the last is unknown', { 'x-forwarded-host': 'lakeside.localhost, evil.example' }, 421],
    ['that are IPv6 addresses', { 'x-forwarded-host': '[::1]:3000' }, 421],
    ['with an impossible port', { 'x-forwarded-host': 'lakeside.localhost:99999' }, 421],
    ['that are empty', { 'x-forwarded-host': '' }, 421],
  ])('%s get a page or a refusal', async ([, headers, status], { portal }) => {
    expect(await statusOf(portal.port, '/ui/shell', { host: 'portal.internal', ...headers })).toBe(status)
  })

  test('in an absolute target count instead of the Host header', async ({ portal: { port } }) => {
    const at = (target: string, host = 'portal.internal') => statusOf(port, target, { host })
    expect(await at('http://lakeside.localhost/ui/shell')).toBe(200)
    expect(await at('HTTP://lakeside.localhost:3000/ui/shell?x=1')).toBe(200)
    expect(await at('http://evil.example/ui/shell', 'lakeside.localhost')).toBe(421)
    expect(await at('http://lakeside.localhost')).toBe(404) // no client is built here
    expect(await at('http:///ui/shell', 'lakeside.localhost')).toBe(421)
    expect(await at('ftp://lakeside.localhost/ui/shell', 'lakeside.localhost')).toBeLessThan(500)
  })
})
