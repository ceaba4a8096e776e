import sharp from 'sharp'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { sessionCookieOf, startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const practices = ['lakeside', 'northgate'] as const
const helen = '/practice/photos/providers/101'

let portal: RunningPortal
let maria: Visitor
const cookies = new Map<string, string>()
beforeAll(async () => {
  portal = await startPortal()
  maria = await portal.signIn('maria.alvarez')
  for (const [practice, Username, Password] of [
    ['lakeside', 'maria.alvarez', 'Sunny-Harbor-42'],
    ['northgate', 'ben.carter', 'Maple-Street-19'],
  ] as const) {
    const { headers } = await portal.visitor(`${practice}.localhost`).act('account.signIn', { Username, Password })
    cookies.set(practice, sessionCookieOf(headers))
  }
})
afterEach(() => portal.heal())
afterAll(() => portal.close())

interface Asked {
  at?: (typeof practices)[number]
  cookie?: string
  headers?: Record<string, string>
}

/** What a browser that is signed in gets for an image. */
async function photo(path: string, { at = 'lakeside', cookie = cookies.get(at), headers = {} }: Asked = {}) {
  const answer = await request(portal.url + path, { headers: { host: `${at}.localhost`, cookie, ...headers } })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    content: Buffer.from(await answer.body.arrayBuffer()),
  }
}

async function options(visitor: Visitor, query: string) {
  const { body } = await visitor.get(`/ui/screens/user/bookappointment/index?${query}`)
  const choice = body.blocks.find((block): block is BlockOf<'choice'> => block.kind === 'choice')
  return new Map(choice?.groups.flatMap((group) => group.options.map((each) => [each.title, each] as const)))
}

describe('photos', () => {
  test('stand beside the providers and locations that have one; the others have initials or an icon [1 §7.26]', async () => {
    const providers = await options(maria, 'type=inoffice&by=provider')
    expect(providers.get('Helen Marchetti')?.picture).toEqual({ initials: 'HM', alt: '', src: helen })
    expect(providers.get('Peter Nakagawa')?.picture).toEqual({ initials: 'PN', alt: '' })
    const places = await options(maria, 'type=inoffice&by=location&region=1')
    expect(places.get('Lakeside Midtown')?.picture).toMatchObject({ src: '/practice/photos/locations/11' })
  })

  test.each([helen, '/practice/photos/locations/11'])('%s is a small JPEG of this portal [1 §7.26]', async (path) => {
    const { status, headers, content } = await photo(path)
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/jpeg', 'nosniff'])
    expect(headers['cache-control']).toBe('private, max-age=3600')
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 192, height: 192 })
    expect((await photo(path, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
  })

  test.each([
    'providers/112',
    'providers/999',
    'locations/14',
    'providers/201',
    'patients/1001',
    'providers/..%2f..%2fapi',
  ])('of %s there are none', async (path) => {
    expect((await photo(`/practice/photos/${path}`)).status).toBe(404)
  })

  test('are those of the own practice, for who is signed in there, while it lets them book', async () => {
    expect((await photo('/practice/photos/providers/201', { at: 'northgate' })).status).toBe(200)
    expect((await photo(helen, { at: 'northgate' })).status).toBe(404)
    expect((await photo(helen, { cookie: '' })).status).toBe(401)
    await setSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: false })
    expect((await photo(helen)).status).toBe(403)
    await setSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: true })
  })

  test('that cannot be fetched fail alone and can be fetched later', async () => {
    const path = '/practice/photos/providers/102'
    await portal.fault({ kind: 'down', path: 'Images', times: 1 })
    expect((await photo(path)).status).toBe(503)
    expect((await options(maria, 'type=inoffice&by=provider')).size).toBeGreaterThan(10)
    expect((await photo(path)).status).toBe(200)
  })

  test('that are no pictures are none', async () => {
    await portal.fault({ kind: 'nonsense', path: 'Images', times: 1 })
    expect((await photo('/practice/photos/providers/103')).status).toBe(404)
  })
})
