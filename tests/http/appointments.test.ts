import { describe, expect } from 'vitest'
import { partSettings } from '../../server/practice/part.settings.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent } from '../../schemas/screen.ts'
import { visitIn } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'

const it = portalTest({ maria: 'maria.alvarez' })

async function table(visitor: Visitor, source: string): Promise<BlockOf<'table'>> {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/${source}`)
  expect(status).toBe(200)
  const [block] = body.blocks
  if (block?.kind !== 'table') throw new Error(`no table: ${JSON.stringify(body)}`)
  return block
}

describe('the lists of a patient', () => {
  it('are upcoming, past and cancelled, each by itself [1 §1.7]', async ({ maria }) => {
    const [upcoming, past, cancelled] = await Promise.all(
      ['upcoming', 'past', 'cancelled'].map((list) => table(maria, `appointments.${list}`)),
    )
    for (const list of [upcoming, past, cancelled]) expect(list?.rows.length).toBeGreaterThan(0)
    expect(cancelled?.columns.map(({ label }) => label)).toEqual(['Date', 'Provider', 'Location', 'Type', 'Reason'])
    expect(JSON.stringify(past)).toContain('Eastern Time')
  })

  it('come a page at a time; a page behind the last is the last', async ({ maria }) => {
    const first = await table(maria, 'appointments.past?page=1&size=5')
    const total = first.paging?.total ?? 0
    expect(first.rows.length).toBe(Math.min(5, total))
    const last = await table(maria, 'appointments.past?page=9999&size=5')
    expect(last.paging?.page).toBe(Math.ceil(total / 5))
    expect(last.rows.length).toBeGreaterThan(0)
  })

  it('take no page size but those offered, and no invalid value', async ({ maria }) => {
    expect((await table(maria, 'appointments.past?page=-3&size=7')).paging).toMatchObject({ page: 1, size: 10 })
    expect((await maria.get('/ui/screens/user/home/appointments?tab=nonsense&page=x')).status).toBe(200)
    expect((await maria.get('/ui/regions/appointments.past?page=1&page=2')).status).toBe(422)
  })

  it('of somebody with nothing say so and lead on', async ({ portal }) => {
    const nora = await portal.signIn('new.patient')
    for (const list of ['upcoming', 'past', 'cancelled'])
      expect((await table(nora, `appointments.${list}`)).rows).toEqual([])
    expect(JSON.stringify((await nora.get('/ui/regions/appointments.next')).body)).toContain(
      'You have no upcoming appointments.',
    )
  })

  it('depend on what is booked and are not for others', async ({ portal, maria }) => {
    const { body } = await maria.get<RegionContent>('/ui/regions/appointments.upcoming')
    expect(body.topics.some((topic) => /^person:\d+\/appointments$/.test(topic))).toBe(true)
    const admin = await portal.signIn('front.desk')
    for (const [visitor, status] of [
      [portal.visitor(), 401],
      [admin, 403],
    ] as const) {
      for (const path of [
        '/ui/screens/user/home/appointments',
        '/ui/regions/appointments.upcoming',
        '/ui/regions/appointments.next',
      ])
        expect((await visitor.get(path)).status).toBe(status)
    }
  })

  it('say when they change by the passing of time: joining opens, changing closes, the visit begins', async ({
    portal,
    maria,
  }) => {
    const visit = await visitIn(portal, 0.2, 'telederm')
    const region = async () => (await maria.get<RegionContent>('/ui/regions/appointments.upcoming?size=20')).body
    const joinOf = ({ blocks }: RegionContent) =>
      blocks
        .flatMap((block) => (block.kind === 'table' ? block.rows : []))
        .flatMap(({ actions = [] }) => actions)
        .find(({ id }) => id === `join-${visit}`)
    const before = await region()
    const next = await maria.get<RegionContent>('/ui/regions/appointments.next')
    const opensInMs = Date.parse(before.changesAt ?? '') - portal.portal.now().getTime()
    expect(Math.round(opensInMs / 60_000)).toBe(12 - 5)
    expect([next.body.changesAt, joinOf(before)?.disabled]).toEqual([before.changesAt, { reason: expect.any(String) }])
    portal.clock.aheadMs += opensInMs
    const after = await region()
    expect(joinOf(after)?.disabled).toBeUndefined()
    expect(Date.parse(after.changesAt ?? '') - Date.parse(before.changesAt ?? '')).toBe(5 * 60_000)
    portal.clock.aheadMs -= opensInMs
  })

  it('of another practice are its own', async ({ portal }) => {
    const ben = await portal.signIn('ben.carter')
    expect(JSON.stringify(await table(ben, 'appointments.past?size=20'))).not.toContain('Lakeside')
  })
})

describe('when the record server fails', () => {
  it('the screen stands and its lists say so in words', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down' })
    expect((await maria.get('/ui/screens/user/home/appointments')).status).toBe(200)
    expect(await maria.get('/ui/regions/appointments.upcoming')).toMatchObject({
      status: 503,
      body: { code: 'practice.unavailable' },
    })
  })
})

describe('when the practice has switched appointments off', () => {
  it('neither screen nor lists are reachable', async ({ portal, maria }) => {
    await portal.portal.settings.change({
      licenseeId: 'lakeside',
      setting: partSettings.enable_portal_dashboard_options,
      value: [2, 3],
      seenVersion: 0,
      by: 'the test',
      at: new Date(),
    })
    for (const path of [
      '/ui/screens/user/home/appointments',
      '/ui/regions/appointments.past',
      '/ui/screens/user/bookappointment/index',
    ])
      expect((await maria.get(path)).status).toBe(403)
  })
})
