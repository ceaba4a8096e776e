import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest()
const keptMs = 60_000

/** The locations first: then the portal knows them, and the screen need not wait for the record server. */
async function landing(visitor: Visitor) {
  const { body: region } = await visitor.get<{ blocks: BlockList }>('/ui/regions/home.locations')
  const { body: screen } = await visitor.get('/ui/screens/')
  return { screen, blocks: every(screen.blocks), locations: every(region.blocks) }
}

function every(blocks: BlockList): BlockList {
  return blocks.flatMap((block) => ('blocks' in block ? [block, ...every(block.blocks)] : [block]))
}

const ofKind = <K extends 'action' | 'section' | 'image' | 'grid' | 'text'>(blocks: BlockList, kind: K) =>
  blocks.filter((block): block is BlockOf<K> => block.kind === kind)

const cardsIn = (blocks: BlockList) => ofKind(blocks, 'section').filter(({ card }) => card)

const photoAt = (portal: RunningPortal, practice: string) =>
  request(`${portal.url}/practice/front-photo`, { headers: { host: `${practice}.localhost` } })

describe('the start page', () => {
  test('has Sign in as its one primary button, and Create an account', async ({ portal }) => {
    const { blocks } = await landing(portal.visitor())
    const buttons = ofKind(blocks, 'action').map(({ text, style, do: action }) => [text, style, action])
    expect(buttons).toEqual([
      ['Sign in', 'primary', { type: 'navigate', to: '/user/login' }],
      ['Pay a bill without an account', 'link', { type: 'navigate', to: '/user/guestLogin' }],
      ['Create an account', undefined, { type: 'navigate', to: '/user/signup' }],
    ])
  })

  test('promises no payment where a practice takes no cards, or none of guests', async ({ portal }) => {
    const linkOf = async (practice: string) =>
      ofKind((await landing(portal.visitor(`${practice}.localhost`))).blocks, 'action').find(
        ({ style }) => style === 'link',
      )?.text
    expect(await linkOf('northgate')).toBe('See a bill without an account')
    await withSetting(portal, { name: 'Enable_PayBill_Portal', value: false }, async () =>
      expect(await linkOf('lakeside')).toBe('See a bill without an account'),
    )
  })

  test('offers passkeys where the practice does', async ({ portal }) => {
    await withSetting(portal, { name: 'Portal_Passkeys', value: true }, async () => {
      const { blocks } = await landing(portal.visitor())
      expect(ofKind(blocks, 'action').map(({ text }) => text)).toEqual([
        'Sign in',
        'Sign in with a passkey',
        'Pay a bill without an account',
        'Create an account',
      ])
    })
  })

  test('shows where the practice is, when it is open and how to call it', async ({ portal }) => {
    const { locations } = await landing(portal.visitor())
    const midtown = cardsIn(locations).find(({ title }) => title === 'Lakeside Midtown')
    expect(wordsOf(midtown?.blocks)).toContain(String.raw`240 East 44th Street, Floor 6\nNew York, NY 10017`)
    expect(wordsOf(midtown?.blocks).replaceAll('\u00a0', ' ')).toContain('Monday to Friday, 8:00 AM to 6:00 PM')
    expect(midtown?.actions?.map(({ label, about, do: action }) => [label, about, action])).toEqual([
      ['(212) 555-0140', 'Lakeside Midtown', { type: 'leave', href: 'tel:+12125550140' }],
      ['Map', 'of Lakeside Midtown', { type: 'leave', href: expect.stringMatching(/^https:/) }],
    ])
  })

  test('shows a photo of the practice, to people who have not signed in too', async ({ portal }) => {
    const { blocks } = await landing(portal.visitor())
    expect(ofKind(blocks, 'image')).toMatchObject([
      { shape: 'fill', picture: { src: '/practice/front-photo', alt: 'Lakeside Jersey City' } },
    ])
    const { statusCode, headers, body } = await photoAt(portal, 'lakeside')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await body.arrayBuffer())).metadata()
    expect(Math.max(width, height)).toBe(1200)
  })

  test('opens without the record server, and says that the locations are missing', async ({ portal }) => {
    portal.clock.aheadMs += keptMs
    await portal.fault({ kind: 'down', path: 'GetFacilities' })
    const { status } = await portal.visitor().get('/ui/regions/home.locations')
    const { body } = await portal.visitor().get('/ui/screens/')
    expect([status, ofKind(every(body.blocks), 'image')]).toEqual([503, []])
    expect(ofKind(every(body.blocks), 'action')[0]?.text).toBe('Sign in')
  })
})

describe('the start page of a practice that has given little', () => {
  test.beforeAll(async ({ portal }) => {
    const { db } = portal.records
    await db.execute(sql`update facilities set phone = '', map_url = '' where practice = 'northgate'`)
    await db.execute(sql`insert into facilities (practice, facility_n, region_n, name, address, city, state, zip, phone, time_zone)
      select 'northgate', 1000 + n, 3, 'Office ' || n, '', '', '', '', '', 'America/Denver'
      from generate_series(1, 37) n`)
    portal.clock.aheadMs += keptMs
  })

  test('has no label without a value, and no link that leads nowhere', async ({ portal }) => {
    const { locations } = await landing(portal.visitor('northgate.localhost'))
    const office = cardsIn(locations).find(({ title }) => title === 'Office 1')
    expect(office).toMatchObject({ blocks: [], actions: [] })
    expect(cardsIn(locations).flatMap(({ actions }) => actions)).toEqual([])
    expect(JSON.stringify(office)).not.toMatch(/Open:|undefined|null/)
  })

  test('shows six of forty locations until all are asked for', async ({ portal }) => {
    const { locations } = await landing(portal.visitor('northgate.localhost'))
    expect(cardsIn(locations)).toHaveLength(40)
    expect(ofKind(locations, 'grid')[0]?.fold).toEqual({
      after: 6,
      more: 'Show all 40 locations',
      less: 'Show fewer locations',
    })
  })
})
