/** @module-tag database */
import cookies from '@fastify/cookie'
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import { io, type Socket } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import { demoLicensees } from '../../server/demo.ts'
import { createCipher } from '../../server/encryption.ts'
import { openLive } from '../../server/http/live.ts'
import { deleteExpired } from '../../server/delete-expired.ts'
import { runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type RunningPortal } from '../support/portal.ts'
import { letPass } from '../support/waiting.ts'

const it = portalTest()

async function signedIn({ visitor }: RunningPortal): Promise<{ cookie: string; opens: () => Promise<number> }> {
  const answer = await visitor().act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
  const cookie = sessionCookieOf(answer.headers)
  return {
    cookie,
    opens: async () => (await visitor().get('/ui/screens/user/home/dashboard', { cookie })).status,
  }
}

/** A page of a session that runs a function as soon as it is notified that the session has ended. */
async function openPage<T>(
  { url }: RunningPortal,
  cookie: string,
  then: () => Promise<T>,
): Promise<{ socket: Socket; ended: Promise<T> }> {
  const socket = io(url, {
    path: '/ui/live',
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { host: 'lakeside.localhost', cookie },
  })
  onTestFinished(() => void socket.disconnect())
  const ended = new Promise<T>((resolve) => socket.on('ended', () => void then().then(resolve)))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', reject)
  })
  return { socket, ended }
}

describe('the sockets of a session', () => {
  it('end when somebody signs out, and what is asked then is refused', async ({ portal }) => {
    const { cookie, opens } = await signedIn(portal)
    const page = await openPage(portal, cookie, opens)
    await portal.visitor().act('account.signOut', {}, { headers: { cookie } })
    expect(await page.ended).toBe(401)
    await expect.poll(() => page.socket.connected).toBe(false)
  })

  it('end when the session ended by itself', async ({ portal }) => {
    const { cookie, opens } = await signedIn(portal)
    const other = await signedIn(portal)
    const page = await openPage(portal, cookie, opens)
    const stays = await openPage(portal, other.cookie, other.opens)
    portal.clock.aheadMs += 400_000
    expect(await other.opens()).toBe(200)
    portal.clock.aheadMs += 230_000
    await runNow(portal, deleteExpired)
    expect(await page.ended).toBe(401)
    await expect.poll(() => page.socket.connected).toBe(false)
    expect([page.socket.connected, stays.socket.connected, await other.opens()]).toEqual([false, true, 200])
  })
})

describe('a portal whose Redis is away', () => {
  it('goes on: hints reach its own pages and nothing ends it', async () => {
    const failures: unknown[] = []
    const note = (reason: unknown) => void failures.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const redis = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 1, lazyConnect: true })
    redis.on('error', () => undefined)
    const app = Fastify()
    await app.register(cookies)
    const hints = openLive(app, {
      licensees: demoLicensees(9),
      hostOf: () => 'lakeside.localhost',
      encryption: createCipher('secret'),
      mayHear: () => false,
      redis,
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const page = io(app.listeningOrigin, {
      path: '/ui/live',
      transports: ['websocket'],
      extraHeaders: { host: 'lakeside.localhost' },
    })
    onTestFinished(() => void page.disconnect())
    page.on('connect', () => page.emit('watch', ['licensee:lakeside/x']))
    const heard = new Promise((resolve) => page.on('hint', resolve))
    const asking = setInterval(() => hints.publish({ topics: ['licensee:lakeside/x'] }), 100)
    onTestFinished(async () => {
      clearInterval(asking)
      await app.close()
      redis.disconnect()
    })
    expect(await heard).toEqual({ topics: ['licensee:lakeside/x'] })
    await letPass(600, 'pending messages are given up without a failure')
    clearInterval(asking)
    await app.close()
    redis.disconnect()
    expect(failures).toEqual([])
  })
})
