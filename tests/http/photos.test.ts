import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { sessions } from '../../server/db/schema.ts'
import { findAccount } from '../../server/identity/account.store.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const practices = ['lakeside', 'northgate'] as const
const helen = '/practice/photos/providers/101'

interface PhotoRequest {
  at?: (typeof practices)[number]
  cookie?: string
  headers?: Record<string, string>
}

/** `photo` loads an image as a signed-in browser does. */
const test = portalTest({ maria: 'maria.alvarez' })
  .extend('cookies', { scope: 'file' }, async ({ portal }) => {
    const cookies = new Map<string, string>()
    for (const [practice, Username, Password] of [
      ['lakeside', 'maria.alvarez', 'Sunny-Harbor-42'],
      ['northgate', 'ben.carter', 'Maple-Street-19'],
    ] as const) {
      const { headers } = await portal.visitor(`${practice}.localhost`).act('account.signIn', { Username, Password })
      cookies.set(practice, sessionCookieOf(headers))
    }
    return cookies
  })
  .extend('photo', ({ portal, cookies }) => async (path: string, options: PhotoRequest = {}) => {
    const { at = 'lakeside', cookie = cookies.get(at), headers = {} } = options
    const answer = await request(portal.url + path, { headers: { host: `${at}.localhost`, cookie, ...headers } })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      content: Buffer.from(await answer.body.arrayBuffer()),
    }
  })

async function options(visitor: Visitor, query: string) {
  const { body } = await visitor.get(`/ui/screens/user/bookappointment/index?${query}`)
  const choice = body.blocks.find((block): block is BlockOf<'choice'> => block.kind === 'choice')
  return new Map(choice?.groups.flatMap((group) => group.options.map((each) => [each.title, each] as const)))
}

describe('photos', () => {
  test('stand beside the providers and locations that have one; the others have initials or an icon [1 §7.26]', async ({
    maria,
  }) => {
    const providers = await options(maria, 'type=inoffice&by=provider')
    expect(providers.get('Helen Marchetti')?.picture).toEqual({ initials: 'HM', alt: '', src: helen })
    expect(providers.get('Peter Nakagawa')?.picture).toEqual({ initials: 'PN', alt: '' })
    const places = await options(maria, 'type=inoffice&by=location&region=1')
    expect(places.get('Lakeside Midtown')?.picture).toMatchObject({ src: '/practice/photos/locations/11' })
  })

  test.for([helen, '/practice/photos/locations/11'])(
    '%s is a small JPEG of this portal [1 §7.26]',
    async (path, { photo }) => {
      const { status, headers, content } = await photo(path)
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'image/jpeg',
        'nosniff',
      ])
      expect([headers['cache-control'], headers.vary]).toEqual(['private, max-age=300, must-revalidate', 'cookie'])
      expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 192, height: 192 })
      expect((await photo(path, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
    },
  )

  test.for([
    'providers/112',
    'providers/999',
    'locations/14',
    'providers/201',
    'patients/1001',
    'providers/..%2f..%2fapi',
  ])('of %s there are none', async (path, { photo }) => {
    expect((await photo(`/practice/photos/${path}`)).status).toBe(404)
  })

  test('are those of the own practice, for who is signed in there, while it lets them book', async ({
    portal,
    photo,
  }) => {
    expect((await photo('/practice/photos/providers/201', { at: 'northgate' })).status).toBe(200)
    expect((await photo(helen, { at: 'northgate' })).status).toBe(404)
    expect((await photo(helen, { cookie: '' })).status).toBe(401)
    await withSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: false }, async () => {
      expect((await photo(helen)).status).toBe(403)
    })
  })

  test('are for a guardian who may see appointments, and for no other', async ({ portal }) => {
    const login = 'r.okafor@example.com'
    const guardian = await portal.signIn(login)
    expect((await guardian.get(helen)).status).toBe(200)
    const account = await findAccount(portal.database.db, { licenseeId: 'lakeside', kind: 'guardian', login })
    await portal.database.db.execute(sql`update authorisations set scope = '[5]' where account_id = ${account!.id}`)
    const { status, body } = await (await portal.signIn(login)).get(helen)
    expect([status, body.code]).toEqual([403, 'route.off'])
  })

  test('do not keep their reader signed in, as a screen does', async ({ portal, maria, photo }) => {
    const { db } = portal.database
    const account = await findAccount(db, { licenseeId: 'lakeside', kind: 'patient', login: 'maria.alvarez' })
    const activity = async () => {
      const rows = await db.select().from(sessions).where(eq(sessions.accountId, account!.id))
      return Math.max(...rows.map(({ lastActivityAt }) => lastActivityAt.getTime()))
    }
    const before = await activity()
    portal.clock.aheadMs = 60_000
    expect((await photo(helen)).status).toBe(200)
    expect(await activity()).toBe(before)
    await maria.get('/ui/screens/user/home/dashboard')
    expect(await activity()).toBeGreaterThanOrEqual(before + 60_000)
  })

  test('that cannot be fetched fail alone and can be fetched half a minute later', async ({ portal, maria, photo }) => {
    const path = '/practice/photos/providers/102'
    await portal.fault({ kind: 'down', path: 'Images', times: 1 })
    expect((await photo(path)).status).toBe(503)
    expect((await options(maria, 'type=inoffice&by=provider')).size).toBeGreaterThan(10)
    expect((await photo(path)).status).toBe(503)
    portal.clock.aheadMs = 30_000
    expect((await photo(path)).status).toBe(200)
  })

  test('that are no pictures are none', async ({ portal, photo }) => {
    await portal.fault({ kind: 'nonsense', path: 'Images', times: 1 })
    expect((await photo('/practice/photos/providers/103')).status).toBe(404)
  })
})
