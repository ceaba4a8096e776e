import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { unsentReviews } from '../../server/db/schema.ts'
import { keepReview } from '../../server/features/survey/survey.store.ts'
import { tokenFor, visitIn, wayFrom, wordsOf } from '../support/around-visits.ts'
import { startPortal, type Answer, type RunningPortal, type Told, type Visitor } from '../support/portal.ts'

const dayHours = 24
let portal: RunningPortal
let maria: Visitor
let nora: Visitor
/** A visit of each test's own, of three days ago, and its link. */
let visit: string
let link: string
beforeAll(async () => {
  portal = await startPortal()
  maria = await portal.signIn('maria.alvarez')
  nora = await portal.signIn('new.patient')
})
beforeEach(async () => {
  visit = await visitIn(portal, -3 * dayHours)
  link = await tokenFor(portal, { purpose: 'survey', appointmentId: visit, uses: 1 })
})
afterEach(async () => {
  portal.clock.aheadMs = 0
  await portal.heal()
})
afterAll(() => portal.close())

const page = (token = link, flag = '0') => `/ui/screens/appointments/reviews/${token}/${flag}`
const rate = (stars: number, by = maria, token = link) => by.act('survey.rate', { link: token, flag: '0', stars })
const send = (stars: number, feedback: string, by = maria) => by.act('survey.send', { link, stars, feedback })
const refusalOf = ({ status, body }: Answer<Told>) => [status, body.code]

async function reviewOf(id = visit) {
  const found = await portal.records.db.execute(
    sql`select review_stars as stars, feedback from appointments where appointment_n = ${Number(id)}`,
  )
  return (found as unknown as { rows: { stars: number | null; feedback: string }[] }).rows[0] // both drivers answer with rows
}

async function starsShown(): Promise<BlockOf<'rating'> | undefined> {
  const { body } = await maria.get(page())
  return body.blocks.find((block): block is BlockOf<'rating'> => block.kind === 'rating')
}

describe('the way to the survey', () => {
  const way = (id: string, by = maria) => wayFrom(by, { list: 'past', action: 'rate', appointmentId: id })

  test('stands in the list of past visits, the same each time, for thirty days [1 §1.9 §2.23 §2.74]', async () => {
    const found = await way(visit)
    expect(found).toMatch(/^\/appointments\/reviews\/[\w-]{43}\/0$/)
    expect(await way(visit)).toBe(found)
    expect(await way(await visitIn(portal, -29 * dayHours))).toBeDefined()
    expect(await way(await visitIn(portal, -31 * dayHours))).toBeUndefined()
    const { status, body } = await maria.get(`/ui/screens${found}`)
    expect([status, body.title]).toEqual([200, 'Satisfaction Survey'])
  })

  test('goes when the visit was rated', async () => {
    expect((await rate(5)).status).toBe(200)
    expect(await way(visit)).toBeUndefined()
  })

  test('is for the patient of the visit, for its purpose, its practice and its time', async () => {
    const wrong = [
      await tokenFor(portal, { purpose: 'arrival', appointmentId: visit }),
      await tokenFor(portal, { purpose: 'survey', appointmentId: visit, patientId: '1002' }),
      await tokenFor(portal, { purpose: 'survey', appointmentId: visit, licenseeId: 'northgate' }),
      `${link}x`,
      visit,
    ]
    for (const token of wrong) {
      expect([token, ...refusalOf(await maria.get(page(token)))]).toEqual([token, 404, 'link.unknown'])
      expect(refusalOf(await rate(5, maria, token))).toEqual([404, 'link.unknown'])
    }
    expect(refusalOf(await nora.get(page()))).toEqual([404, 'link.unknown'])
    expect(refusalOf(await rate(1, nora))).toEqual([404, 'link.unknown'])
    expect(refusalOf(await send(1, 'x', nora))).toEqual([404, 'link.unknown'])
    expect((await portal.visitor().get(page())).status).toBe(401)
    expect(refusalOf(await maria.get(page(link, '2')))).toEqual([404, 'link.unknown'])
    const ended = await tokenFor(portal, { purpose: 'survey', appointmentId: visit, uses: 1, endsInMs: -1 })
    expect(refusalOf(await maria.get(page(ended)))).toEqual([404, 'link.ended'])
    expect((await reviewOf())?.stars).toBeNull()
  })

  test('of a visit that is still to come leads to no rating', async () => {
    const future = await visitIn(portal, 30)
    const early = await tokenFor(portal, { purpose: 'survey', appointmentId: future, uses: 1 })
    expect(refusalOf(await rate(5, maria, early))).toEqual([409, 'survey.notYet'])
    expect((await reviewOf(future))?.stars).toBeNull()
  })
})

describe('many stars', () => {
  test.each([4, 5])(
    '(%i) are recorded at once and answered with a message and the review link [1 §4.66 §9.15]',
    async (stars) => {
      const { status, body } = await rate(stars)
      expect([status, body.effects.map(({ type }) => type)]).toEqual([200, ['replace', 'replace']])
      expect(wordsOf(body)).toContain('"readOnly":true')
      expect(wordsOf(body)).toContain('Thank you! We are glad that you were content.')
      expect(wordsOf(body)).toContain('https://reviews.example.com/lakeside')
      expect(await reviewOf()).toEqual({ stars, feedback: '' })
    },
  )

  test('stay as they are, on the page and for whoever rates again [1 §4.68]', async () => {
    await rate(4)
    expect(await starsShown()).toMatchObject({ value: 4, readOnly: true })
    expect(refusalOf(await rate(1))).toEqual([409, 'survey.done'])
    expect(refusalOf(await send(1, 'late words'))).toEqual([409, 'survey.done'])
    expect(await reviewOf()).toEqual({ stars: 4, feedback: '' })
  })

  test('of ten at once are recorded once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => rate(4 + (at % 2))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('are kept when the words and the link cannot be fetched', async () => {
    await portal.fault({ kind: 'down', path: 'GetReviewLink' })
    await portal.fault({ kind: 'nonsense', path: 'GetFeedbackAcknowledgement' })
    const { status, body } = await rate(5)
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('Thank you for your feedback.')])
    expect((await reviewOf())?.stars).toBe(5)
  })
})

describe('few stars', () => {
  test.each([1, 2, 3])('(%i) ask for words first, and record nothing yet [1 §4.65 §9.15]', async (stars) => {
    const { status, body } = await rate(stars)
    expect(status).toBe(200)
    expect(wordsOf(body)).toContain('"label":"Send"')
    expect((await reviewOf())?.stars).toBeNull()
    expect((await starsShown())?.readOnly).toBeUndefined()
  })

  test('are sent with the words, lead to the thank-you, and stay [1 §2.24 §4.65 §4.68]', async () => {
    expect(refusalOf(await maria.get(`/ui/screens/Thankyou/${link}`))).toEqual([404, 'link.unknown'])
    const { status, body } = await send(2, '  It took long. <b>Very</b> ')
    expect([status, body.effects]).toEqual([200, [{ type: 'navigate', to: `/Thankyou/${link}`, replace: true }]])
    expect(await reviewOf()).toEqual({ stars: 2, feedback: 'It took long. <b>Very</b>' })
    expect((await maria.get(`/ui/screens/Thankyou/${link}`)).body.title).toBe('Thank you')
    expect(refusalOf(await nora.get(`/ui/screens/Thankyou/${link}`))).toEqual([404, 'link.unknown'])
    expect(await starsShown()).toMatchObject({ value: 2, readOnly: true })
  })

  test('may come without words', async () => {
    expect((await maria.act('survey.send', { link, stars: 3 })).status).toBe(200)
    expect(await reviewOf()).toEqual({ stars: 3, feedback: '' })
  })

  test('of none hide what followed [1 §4.67]', async () => {
    const { body } = await rate(0)
    expect(body.effects).toEqual([
      { type: 'replace', id: 'follow-up', block: { kind: 'stack', id: 'follow-up', blocks: [] } },
    ])
  })
})

test.each([
  ['survey.rate', { flag: '0', stars: 6 }],
  ['survey.rate', { flag: '0', stars: -1 }],
  ['survey.rate', { flag: '0', stars: 4.5 }],
  ['survey.rate', { flag: '0', stars: '5' }],
  ['survey.send', { stars: 0 }],
  ['survey.send', { stars: 4 }],
  ['survey.send', { stars: 1, feedback: 'x'.repeat(2001) }],
  ['survey.send', { stars: 1, appointmentId: '1' }],
])('%s refuses %j [1 §4.64 §5.31]', async (name, input) => {
  expect((await maria.act(name, { link, ...input })).status).toBe(422)
  expect((await reviewOf())?.stars).toBeNull()
})

describe('the record server', () => {
  test.each(['down', 'nonsense'] as const)('that is %s loses nothing: the same can be sent again', async (kind) => {
    await portal.fault({ kind, path: 'AddReview' })
    expect((await send(2, 'words')).status).toBeGreaterThanOrEqual(502)
    await portal.heal()
    expect((await send(2, 'words')).status).toBe(200)
    expect(await reviewOf()).toEqual({ stars: 2, feedback: 'words' })
  })

  test('whose answer was lost keeps the first review', async () => {
    await portal.fault({ kind: 'lost', path: 'AddReview', times: 1 })
    expect((await send(2, 'words')).status).toBe(504)
    expect(await starsShown()).toMatchObject({ value: 2, readOnly: true })
  })

  test('that is away makes the page say so', async () => {
    await portal.fault({ kind: 'down', path: 'GetAppointment' })
    expect((await maria.get(page())).status).toBe(503)
  })
})

describe('a process that is killed between the link and the record server', () => {
  const unsent = () => portal.database.db.select().from(unsentReviews)
  /** As far as it came. */
  const killed = (stars: number, comments: string) => {
    const place = { licenseeId: 'lakeside', purpose: 'survey', token: link } as const
    const review = { licenseeId: 'lakeside', appointmentId: visit, stars, comments }
    return keepReview(portal.database.db, { place, review, at: portal.portal.now() })
  }

  test('loses no review: it stands on the page, and the next process sends it', async () => {
    expect(await killed(2, 'It took long.')).toBe(true)
    expect(await starsShown()).toMatchObject({ value: 2, readOnly: true })
    expect(refusalOf(await send(3, 'other words'))).toEqual([409, 'survey.done'])
    portal.clock.aheadMs = 21_000
    const next = await startPortal({ beside: portal })
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 30_000, interval: 100 })
    expect(await reviewOf()).toEqual({ stars: 2, feedback: 'It took long.' })
    await next.close()
  })

  test('that has just begun to send is left to it', async () => {
    expect(await killed(1, 'words')).toBe(true)
    const beside = await startPortal({ beside: portal })
    await beside.close() // waits for what it began at its start
    expect([(await unsent()).length, (await reviewOf())?.stars]).toEqual([1, null])
    await portal.database.db.delete(unsentReviews)
  })

  test('keeps it while the record server is away, and sends it when that is back', async () => {
    expect(await killed(2, 'It took long.')).toBe(true)
    portal.clock.aheadMs = 21_000
    const during = await startPortal({ beside: portal, faulty: { kind: 'down', path: 'AddReview' } })
    await vi.waitFor(async () => expect((await unsent())[0]?.tries).toBe(1), { timeout: 30_000, interval: 100 })
    await during.close() // and with that, waits for its try
    expect((await reviewOf())?.stars).toBeNull()
    portal.clock.aheadMs = 21_000 + 61_000
    const after = await startPortal({ beside: portal })
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 30_000, interval: 100 })
    expect(await reviewOf()).toEqual({ stars: 2, feedback: 'It took long.' })
    await after.close()
  })

  test('of a practice that is not served any more is not sent, and the others are', async () => {
    const gone = { licenseeId: 'gone', appointmentId: '1', stars: 1, comments: 'words' }
    const at = new Date(portal.portal.now().getTime() - 60_000)
    await portal.database.db.insert(unsentReviews).values({ ...gone, keptAt: at, nextTryAt: at })
    expect(await killed(3, '')).toBe(true)
    portal.clock.aheadMs = 21_000
    const next = await startPortal({ beside: portal })
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 30_000, interval: 100 })
    expect((await reviewOf())?.stars).toBe(3)
    await next.close()
  })

  test('nothing said is kept here once the record server has it', async () => {
    await send(2, 'words')
    expect([(await reviewOf())?.feedback, await unsent()]).toEqual(['words', []])
  })

  test('a review that was not taken can be said again in other words', async () => {
    await portal.fault({ kind: 'down', path: 'AddReview' })
    expect((await send(2, 'first words')).status).toBeGreaterThanOrEqual(502)
    expect(await unsent()).toEqual([])
    await portal.heal()
    expect((await send(3, 'better words')).status).toBe(200)
    expect(await reviewOf()).toEqual({ stars: 3, feedback: 'better words' })
  })
})
