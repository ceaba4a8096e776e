import cookies from '@fastify/cookie'
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoLicensees } from '../../server/demo.ts'
import { openLive } from '../../server/http/live.ts'
import { sweepOnce } from '../../server/sweep.ts'
import { sessionCookieOf, startPortal, type RunningPortal } from '../support/portal.ts'

let running: RunningPortal
const sockets: Socket[] = []
beforeAll(async () => {
  running = await startPortal()
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await running.close()
})

async function signedIn(): Promise<{ cookie: string; opens: () => Promise<number> }> {
  const visitor = running.visitor()
  const answer = await visitor.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
  const cookie = sessionCookieOf(answer.headers)
  return {
    cookie,
    opens: async () => (await running.visitor().get('/ui/screens/user/home/dashboard', { cookie })).status,
  }
}

/** A page of a session, with what it does as soon as it hears that the session has ended. */
async function openPage<T>(cookie: string, then: () => Promise<T>): Promise<{ socket: Socket; ended: Promise<T> }> {
  const socket = io(running.url, {
    path: '/ui/live',
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { host: 'lakeside.localhost', cookie },
  })
  sockets.push(socket)
  const ended = new Promise<T>((resolve) => socket.on('ended', () => void then().then(resolve)))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  return { socket, ended }
}

describe('the sockets of a session', () => {
  it('end when somebody signs out, and what is asked then is refused', async () => {
    const { cookie, opens } = await signedIn()
    const page = await openPage(cookie, opens)
    await running.visitor().act('account.signOut', {}, { headers: { cookie } })
    expect(await page.ended).toBe(401)
    await expect.poll(() => page.socket.connected).toBe(false)
  })

  it('end when the session ended by itself', async () => {
    const { cookie, opens } = await signedIn()
    const other = await signedIn()
    const page = await openPage(cookie, opens)
    const stays = await openPage(other.cookie, other.opens)
    const { db } = running.database
    const sweep = () =>
      sweepOnce({ db, now: running.portal.now, ended: (hash) => running.portal.hints.endSession(hash) })
    running.clock.aheadMs += 400_000
    expect(await other.opens()).toBe(200)
    running.clock.aheadMs += 230_000
    await sweep()
    expect(await page.ended).toBe(401)
    expect([page.socket.connected, stays.socket.connected, await other.opens()]).toEqual([false, true, 200])
  })
})

describe('a portal whose Redis is away', () => {
  it('goes on: hints reach its own pages and nothing ends it', async () => {
    const failures: unknown[] = []
    const note = (reason: unknown) => void failures.push(reason)
    process.on('unhandledRejection', note)
    const redis = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 1, lazyConnect: true })
    redis.on('error', () => undefined)
    const app = Fastify()
    await app.register(cookies)
    const hints = openLive(app, { licensees: demoLicensees(9), redis })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const page = io(app.listeningOrigin, {
      path: '/ui/live',
      transports: ['websocket'],
      extraHeaders: { host: 'lakeside.localhost' },
    })
    sockets.push(page)
    page.on('connect', () => page.emit('watch', ['licensee:lakeside/x']))
    const heard = new Promise((resolve) => page.on('hint', resolve))
    const asking = setInterval(() => hints.publish({ topics: ['licensee:lakeside/x'] }), 100)
    expect(await heard).toEqual({ topics: ['licensee:lakeside/x'] })
    await new Promise((done) => setTimeout(done, 600)) // long enough for what is sent to be given up
    clearInterval(asking)
    await app.close()
    redis.disconnect()
    process.off('unhandledRejection', note)
    expect(failures).toEqual([])
  })
})
