import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { tilesIn, tokenFor, turnToNoon, visitIn, wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const test = portalTest({ maria: 'maria.alvarez' })
test.beforeAll(async ({ portal }) => {
  turnToNoon(portal)
  await setSetting(portal, { name: 'Enable_Parking_Lot_Management', value: true })
  await setSetting(portal, { name: 'LandingPageFeatures', value: 'Medical History:medical-history' })
})

type Status = 'past' | 'cancelled' | 'today' | 'present' | 'future'

/**
 * Creates a visit with that status. For `today` the clock is set to noon at the practice, which is before the visit.
 */
async function visitThatIs(portal: RunningPortal, status: Status): Promise<string> {
  if (status === 'past') return visitIn(portal, -48)
  if (status === 'present') return visitIn(portal, -1 / 60)
  if (status === 'today') return visitIn(portal, 1)
  const id = await visitIn(portal, 96)
  if (status === 'cancelled')
    await portal.records.db.execute(
      sql`update appointments set cancelled_at = now() where appointment_n = ${Number(id)}`,
    )
  return id
}

const acts = {
  'arrival.confirm': {},
  'arrival.confirmVisit': {},
  'arrival.openForm': { template: 'medical-history' },
} as const

/** Tiles, text and results of actions, by the status of the visit and the flag of the URL. */
const expected: Record<Status, { tiles: [string[], string[]]; words: RegExp; acts: number[] }> = {
  future: {
    tiles: [
      ['form-1', 'upload', 'upload-insurance-card'],
      ['form-1', 'upload', 'upload-insurance-card'],
    ],
    words: /Confirm appointment/,
    acts: [409, 200, 200],
  },
  today: {
    tiles: [
      ['form-1', 'upload', 'upload-insurance-card'],
      ['check-in', 'form-1', 'upload', 'upload-insurance-card'],
    ],
    words: /Confirm appointment/,
    acts: [200, 200, 200],
  },
  present: {
    tiles: [
      ['form-1', 'upload', 'upload-insurance-card'],
      ['check-in', 'form-1', 'upload', 'upload-insurance-card'],
    ],
    words: /check-in|upload/,
    acts: [200, 200, 200],
  },
  past: { tiles: [[], []], words: /already occured.*please call/, acts: [409, 409, 409] },
  cancelled: { tiles: [[], []], words: /already cancelled.*please call/, acts: [409, 409, 409] },
}

describe('a visit that is', () => {
  test.for(Object.keys(expected) as Status[])(
    '%s offers and takes what belongs to that, and nothing else [1 §3.25 §4.44 §4.45 §4.48 §8.24 §8.25 §8.26]',
    async (status, { portal, maria }) => {
      const appointmentId = await visitThatIs(portal, status)
      const link = await tokenFor(portal, { purpose: 'arrival', appointmentId })
      const { tiles, words, acts: answers } = expected[status]
      for (const flag of [0, 1] as const) {
        const page = await maria.get(`/ui/screens/user/bookappointment/features/${link}/lakeside/${flag}`)
        expect(page.status).toBe(200)
        expect([...tilesIn(page.body.blocks).keys()]).toEqual(tiles[flag])
        expect(wordsOf(page.body)).toMatch(words)
      }
      for (const [at, [name, more]] of Object.entries(acts).entries())
        expect([name, (await maria.act(name, { link, ...more })).status]).toEqual([name, answers[at]])
    },
  )

  test.for(Object.keys(expected) as Status[])(
    '%s is shown by its own link only [1 §2.17 §2.18]',
    async (status, { portal, maria }) => {
      const appointmentId = await visitThatIs(portal, status)
      const link = await tokenFor(portal, { purpose: 'arrival', appointmentId })
      const ended = await tokenFor(portal, { purpose: 'arrival', appointmentId, endsInMs: -1000 })
      const others = await Promise.all([
        tokenFor(portal, { purpose: 'upload', appointmentId }),
        tokenFor(portal, { purpose: 'arrival', appointmentId, licenseeId: 'northgate' }),
        tokenFor(portal, { purpose: 'arrival', appointmentId, patientId: '1002' }),
      ])
      const wrong = [...others, `${link}x`, '99999999', btoa('99999999')].map((each) => [each, 'link.unknown'] as const)
      for (const [token, code] of [...wrong, [ended, 'link.ended'] as const]) {
        const page = await maria.get(
          `/ui/screens/user/bookappointment/features/${encodeURIComponent(token)}/lakeside/1`,
        )
        expect([page.status, page.body.blocks === undefined ? page.body.code : code]).toEqual([404, code])
        for (const [name, more] of Object.entries(acts))
          expect(await maria.act(name, { link: token, ...more })).toMatchObject({ status: 404, body: { code } })
      }
      for (const id of [appointmentId, btoa(appointmentId)]) {
        const { body } = await maria.get(
          `/ui/screens/user/bookappointment/features/${encodeURIComponent(id)}/lakeside/1`,
        )
        expect([body.code, (await maria.get(`/ui/screens${body.redirect}`)).status]).toEqual(['link.moved', 200])
        for (const [name, more] of Object.entries(acts))
          expect(await maria.act(name, { link: id, ...more })).toMatchObject({ body: { code: 'link.unknown' } })
      }
      for (const rest of ['lakeside/2', 'northgate/1'])
        expect((await maria.get(`/ui/screens/user/bookappointment/features/${link}/${rest}`)).status).toBe(404)
    },
  )
})
