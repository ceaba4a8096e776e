import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { unsentReviews } from '../../server/features/survey/schema.ts'
import { keepToSend, sendEarlierReviews, sendReview } from '../../server/features/survey/send-review.ts'
import type { KeptReview } from '../../server/features/survey/survey.store.ts'
import { tokenFor, visitIn, actionAddress, wordsOf } from '../support/linked-screens.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type Answer, type RunningPortal, type Message, type Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const dayHours = 24
/** Each test has its own visit of three days ago, and its link. */
const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
  .extend('visit', ({ portal }) => visitIn(portal, -3 * dayHours))
  .extend('link', ({ portal, visit }) => tokenFor(portal, { purpose: 'survey', appointmentId: visit, uses: 1 }))

interface Review {
  stars: number
  feedback: string
}

const page = (token: string, flag = '0') => `/ui/screens/appointments/reviews/${token}/${flag}`
const rate = (by: Visitor, link: string, stars: number) => by.act('survey.rate', { link, flag: '0', stars })
const send = (by: Visitor, link: string, review: Review) => by.act('survey.send', { link, ...review })
const refusalOf = ({ status, body }: Answer<Message>) => [status, body.code]

async function reviewOf({ records }: RunningPortal, visit: string) {
  const result = await records.db.execute<{ stars: number | null; feedback: string }>(
    sql`select review_stars as stars, feedback from appointments where appointment_n = ${Number(visit)}`,
  )
  return result.rows[0]
}

async function starsShown(maria: Visitor, link: string): Promise<BlockOf<'rating'> | undefined> {
  const { body } = await maria.get(page(link))
  return body.blocks.find((block): block is BlockOf<'rating'> => block.kind === 'rating')
}

describe('the way to the survey', () => {
  const linkOf = (by: Visitor, id: string) => actionAddress(by, { list: 'past', action: 'rate', appointmentId: id })

  test('stands in the list of past visits, the same each time, for thirty days [1 §1.9 §2.23 §2.74] [2 §2.33]', async ({
    portal,
    maria,
    visit,
  }) => {
    const path = await linkOf(maria, visit)
    expect(path).toMatch(/^\/appointments\/reviews\/[\w-]{60,100}\/0$/)
    expect(await linkOf(maria, visit)).toBe(path)
    expect(await linkOf(maria, await visitIn(portal, -29 * dayHours))).toBeDefined()
    expect(await linkOf(maria, await visitIn(portal, -31 * dayHours))).toBeUndefined()
    const { status, body } = await maria.get(`/ui/screens${path}`)
    expect([status, body.title]).toEqual([200, 'Satisfaction Survey'])
  })

  test('goes when the visit was rated', async ({ maria, visit, link }) => {
    expect((await rate(maria, link, 5)).status).toBe(200)
    expect(await linkOf(maria, visit)).toBeUndefined()
  })

  test('is for the patient of the visit, for its purpose, its practice and its time', async ({
    portal,
    maria,
    nora,
    visit,
    link,
  }) => {
    const wrong = [
      await tokenFor(portal, { purpose: 'arrival', appointmentId: visit }),
      await tokenFor(portal, { purpose: 'survey', appointmentId: visit, patientId: '1002' }),
      await tokenFor(portal, { purpose: 'survey', appointmentId: visit, licenseeId: 'northgate' }),
      `${link}x`,
      '99999999',
    ]
    for (const token of wrong) {
      expect([token, ...refusalOf(await maria.get(page(token)))]).toEqual([token, 404, 'link.unknown'])
      expect(refusalOf(await rate(maria, token, 5))).toEqual([404, 'link.unknown'])
    }
    expect(refusalOf(await nora.get(page(link)))).toEqual([404, 'link.unknown'])
    expect(refusalOf(await rate(nora, link, 1))).toEqual([404, 'link.unknown'])
    expect(refusalOf(await send(nora, link, { stars: 1, feedback: 'x' }))).toEqual([404, 'link.unknown'])
    expect((await portal.visitor().get(page(link))).status).toBe(401)
    expect(refusalOf(await maria.get(page(link, '2')))).toEqual([404, 'link.unknown'])
    const ended = await tokenFor(portal, { purpose: 'survey', appointmentId: visit, uses: 1, endsInMs: -1 })
    expect(refusalOf(await maria.get(page(ended)))).toEqual([404, 'link.ended'])
    expect((await reviewOf(portal, visit))?.stars).toBeNull()
  })

  test('of a visit that is still to come leads to no rating', async ({ portal, maria }) => {
    const future = await visitIn(portal, 30)
    const early = await tokenFor(portal, { purpose: 'survey', appointmentId: future, uses: 1 })
    expect(refusalOf(await rate(maria, early, 5))).toEqual([409, 'survey.notYet'])
    expect((await reviewOf(portal, future))?.stars).toBeNull()
    const { blocks } = (await maria.get<Screen>(page(early))).body
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'notice', 'text', 'action'])
    expect(blocks[1]).toMatchObject({ text: 'This visit is still to come. You can rate it when it is over.' })
  })

  test('of a cancelled visit says so and asks nothing', async ({ portal, maria }) => {
    const cancelled = await visitIn(portal, -30)
    await portal.records.db.execute(
      sql`update appointments set cancelled_at = now() where appointment_n = ${Number(cancelled)}`,
    )
    const token = await tokenFor(portal, { purpose: 'survey', appointmentId: cancelled, uses: 1 })
    const { blocks } = (await maria.get<Screen>(page(token))).body
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'notice', 'text', 'action'])
    expect(blocks[1]).toMatchObject({ text: 'This visit was cancelled, so there is nothing to rate.' })
    expect(refusalOf(await rate(maria, token, 5))).toEqual([409, 'survey.cancelled'])
  })
})

describe('many stars', () => {
  test.for([4, 5])(
    '(%i) are recorded at once and answered with a message and the review link [1 §4.66 §9.15]',
    async (stars, { portal, maria, visit, link }) => {
      const { status, body } = await rate(maria, link, stars)
      expect([status, body.effects.map(({ type }) => type)]).toEqual([200, ['replace', 'replace']])
      expect(wordsOf(body)).toContain('"readOnly":true')
      expect(wordsOf(body)).toContain('Thank you! We are glad your visit went well.')
      expect(wordsOf(body)).toContain('https://reviews.example.com/lakeside')
      expect(await reviewOf(portal, visit)).toEqual({ stars, feedback: '' })
    },
  )

  test('stay as they are, on the page and for a person who rates again [1 §4.68]', async ({
    portal,
    maria,
    visit,
    link,
  }) => {
    await rate(maria, link, 4)
    expect(await starsShown(maria, link)).toMatchObject({ value: 4, readOnly: true })
    expect(refusalOf(await rate(maria, link, 1))).toEqual([409, 'survey.done'])
    expect(refusalOf(await send(maria, link, { stars: 1, feedback: 'late words' }))).toEqual([409, 'survey.done'])
    expect(await reviewOf(portal, visit)).toEqual({ stars: 4, feedback: '' })
  })

  test('of ten at once are recorded once', bothEngines, async ({ maria, link }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => rate(maria, link, 4 + (at % 2))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('are kept when the words and the link cannot be fetched', async ({ portal, maria, visit, link }) => {
    await portal.fault({ kind: 'down', path: 'GetReviewLink' })
    await portal.fault({ kind: 'nonsense', path: 'GetFeedbackAcknowledgement' })
    const { status, body } = await rate(maria, link, 5)
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('Thank you for your feedback.')])
    expect((await reviewOf(portal, visit))?.stars).toBe(5)
  })
})

describe('few stars', () => {
  test.for([1, 2, 3])(
    '(%i) ask for words first, and record nothing yet [1 §4.65 §9.15]',
    async (stars, { portal, maria, visit, link }) => {
      const { status, body } = await rate(maria, link, stars)
      expect(status).toBe(200)
      expect(wordsOf(body)).toContain('"label":"Send"')
      expect((await reviewOf(portal, visit))?.stars).toBeNull()
      expect((await starsShown(maria, link))?.readOnly).toBeUndefined()
    },
  )

  test('are sent with the words, lead to the thank-you, and stay [1 §2.24 §4.65 §4.68]', async ({
    portal,
    maria,
    nora,
    visit,
    link,
  }) => {
    expect(refusalOf(await maria.get(`/ui/screens/Thankyou/${link}`))).toEqual([404, 'link.unknown'])
    const { status, body } = await send(maria, link, { stars: 2, feedback: '  It took long. <b>Very</b> ' })
    expect([status, body.effects]).toEqual([200, [{ type: 'navigate', to: `/Thankyou/${link}`, replace: true }]])
    expect(await reviewOf(portal, visit)).toEqual({ stars: 2, feedback: 'It took long. <b>Very</b>' })
    expect((await maria.get(`/ui/screens/Thankyou/${link}`)).body.title).toBe('Thank you')
    expect(refusalOf(await nora.get(`/ui/screens/Thankyou/${link}`))).toEqual([404, 'link.unknown'])
    expect(await starsShown(maria, link)).toMatchObject({ value: 2, readOnly: true })
  })

  test('may come without words', async ({ portal, maria, visit, link }) => {
    expect((await maria.act('survey.send', { link, stars: 3 })).status).toBe(200)
    expect(await reviewOf(portal, visit)).toEqual({ stars: 3, feedback: '' })
  })

  test('of none hide what followed [1 §4.67]', async ({ maria, link }) => {
    const { body } = await rate(maria, link, 0)
    expect(body.effects).toEqual([
      { type: 'replace', id: 'follow-up', block: { kind: 'stack', id: 'follow-up', blocks: [] } },
    ])
  })
})

test.for<[string, object]>([
  ['survey.rate', { flag: '0', stars: 6 }],
  ['survey.rate', { flag: '0', stars: -1 }],
  ['survey.rate', { flag: '0', stars: 4.5 }],
  ['survey.rate', { flag: '0', stars: '5' }],
  ['survey.send', { stars: 0 }],
  ['survey.send', { stars: 4 }],
  ['survey.send', { stars: 1, feedback: 'x'.repeat(2001) }],
  ['survey.send', { stars: 1, appointmentId: '1' }],
])('%s refuses %j [1 §4.64 §5.31]', async ([name, input], { portal, maria, visit, link }) => {
  expect((await maria.act(name, { link, ...input })).status).toBe(422)
  expect((await reviewOf(portal, visit))?.stars).toBeNull()
})

describe('the record server', () => {
  test.for(['down', 'nonsense'] as const)(
    'that is %s loses nothing: the same can be sent again',
    async (kind, { portal, maria, visit, link }) => {
      await portal.fault({ kind, path: 'AddReview' })
      expect((await send(maria, link, { stars: 2, feedback: 'words' })).status).toBeGreaterThanOrEqual(502)
      await portal.heal()
      expect((await send(maria, link, { stars: 2, feedback: 'words' })).status).toBe(200)
      expect(await reviewOf(portal, visit)).toEqual({ stars: 2, feedback: 'words' })
    },
  )

  test('whose answer was lost keeps the first review', async ({ portal, maria, link }) => {
    await portal.fault({ kind: 'lost', path: 'AddReview', times: 1 })
    expect((await send(maria, link, { stars: 2, feedback: 'words' })).status).toBe(504)
    expect(await starsShown(maria, link)).toMatchObject({ value: 2, readOnly: true })
  })

  test('that is away makes the page say so', async ({ portal, maria, link }) => {
    await portal.fault({ kind: 'down', path: 'GetAppointment' })
    expect((await maria.get(page(link))).status).toBe(503)
  })
})

describe('a process that is killed between the link and the record server', bothEngines, () => {
  const unsent = ({ database }: RunningPortal) => database.db.select().from(unsentReviews)
  /** Leaves what a process leaves that is killed at that point. */
  const killed = ({ portal, database, jobs }: RunningPortal, link: string, review: Omit<KeptReview, 'licenseeId'>) => {
    const place = { licenseeId: 'lakeside', purpose: 'survey', token: link } as const
    const at = portal.now()
    const endsAt = new Date(at.getTime() + 3_600_000)
    const kept = { place, review: { licenseeId: 'lakeside', ...review }, endsAt, at }
    return keepToSend({ db: database.db, jobs }, kept)
  }
  const sendings = async ({ jobs }: RunningPortal) => (await jobs.list()).filter(({ name }) => name === sendReview.name)
  const waiting = async (portal: RunningPortal) =>
    (await sendings(portal)).filter(({ state }) => state === 'waiting').map(({ tries }) => tries)

  test('loses no review: it stands on the page, and the next process sends it', async ({
    portal,
    maria,
    visit,
    link,
  }) => {
    expect(await killed(portal, link, { appointmentId: visit, stars: 2, comments: 'It took long.' })).toBe(true)
    expect(await starsShown(maria, link)).toMatchObject({ value: 2, readOnly: true })
    expect(refusalOf(await send(maria, link, { stars: 3, feedback: 'other words' }))).toEqual([409, 'survey.done'])
    const next = await startPortal({ beside: portal })
    onTestFinished(() => next.close())
    await runDueJobs(next, sendReview)
    expect(await unsent(portal)).toEqual([])
    expect(await reviewOf(portal, visit)).toEqual({ stars: 2, feedback: 'It took long.' })
  })

  test('that has just begun to send is left to it', async ({ portal, visit, link }) => {
    expect(await killed(portal, link, { appointmentId: visit, stars: 1, comments: 'words' })).toBe(true)
    const [{ nextTryAt } = { nextTryAt: undefined }] = await sendings(portal)
    expect(Math.round(((nextTryAt?.getTime() ?? 0) - Date.now()) / 1000)).toBeGreaterThan(15)
    expect([(await unsent(portal)).length, (await reviewOf(portal, visit))?.stars]).toEqual([1, null])
    await portal.database.db.delete(unsentReviews)
    await runDueJobs(portal, sendReview)
    expect((await reviewOf(portal, visit))?.stars).toBeNull()
  })

  test('keeps it while the record server is away, and sends it when that is back', async ({ portal, visit, link }) => {
    await portal.fault({ kind: 'down', path: 'AddReview' })
    expect(await killed(portal, link, { appointmentId: visit, stars: 2, comments: 'It took long.' })).toBe(true)
    await runDueJobs(portal, sendReview)
    expect(await waiting(portal)).toEqual([1])
    expect((await reviewOf(portal, visit))?.stars).toBeNull()
    await portal.heal()
    await runDueJobs(portal, sendReview)
    expect([await waiting(portal), await unsent(portal)]).toEqual([[], []])
    expect(await reviewOf(portal, visit)).toEqual({ stars: 2, feedback: 'It took long.' })
  })

  test('keeps it for a week and no longer', async ({ portal, visit, link }) => {
    await portal.fault({ kind: 'down', path: 'AddReview' })
    await killed(portal, link, { appointmentId: visit, stars: 2, comments: 'It took long.' })
    await runDueJobs(portal, sendReview)
    portal.clock.aheadMs += 7 * dayHours * 3_600_000 - 60_000
    await runDueJobs(portal, sendReview)
    expect([await waiting(portal), (await unsent(portal)).length]).toEqual([[2], 1])
    portal.clock.aheadMs += 120_000
    await runDueJobs(portal, sendReview)
    expect([await waiting(portal), await unsent(portal)]).toEqual([[], []])
    expect((await sendings(portal)).map(({ state }) => state)).toEqual(['given up'])
  })

  test('of a practice that is not served any more is not sent, and the others are', async ({ portal, visit, link }) => {
    const gone = { licenseeId: 'gone', appointmentId: '1' }
    await portal.database.db.insert(unsentReviews).values({ ...gone, stars: 1, comments: 'words', keptAt: new Date() })
    await portal.jobs.add(portal.database.db, sendReview, gone)
    expect(await killed(portal, link, { appointmentId: visit, stars: 3, comments: '' })).toBe(true)
    await runDueJobs(portal, sendReview)
    expect(await unsent(portal)).toEqual([])
    expect((await reviewOf(portal, visit))?.stars).toBe(3)
  })

  test('of the version before loses none either: each is sent when it is not being sent there', async ({
    portal,
    visit,
  }) => {
    const at = portal.portal.now()
    const nextTryAt = new Date(at.getTime() + 20_000)
    const review = { licenseeId: 'lakeside', appointmentId: visit, stars: 2, comments: 'It took long.' }
    await portal.database.db.insert(unsentReviews).values({ ...review, keptAt: at, nextTryAt })
    await runNow(portal, sendEarlierReviews)
    expect(await waiting(portal)).toEqual([])
    portal.clock.aheadMs += 20_001
    for (let times = 0; times < 2; times++) await runNow(portal, sendEarlierReviews)
    await runDueJobs(portal, sendReview)
    expect([(await reviewOf(portal, visit))?.stars, await unsent(portal)]).toEqual([2, []])
  })

  test('nothing said is kept here once the record server has it', async ({ portal, maria, visit, link }) => {
    await send(maria, link, { stars: 2, feedback: 'words' })
    expect([(await reviewOf(portal, visit))?.feedback, await unsent(portal)]).toEqual(['words', []])
  })

  test('a review that was not taken can be said again in other words', async ({ portal, maria, visit, link }) => {
    await portal.fault({ kind: 'down', path: 'AddReview' })
    expect((await send(maria, link, { stars: 2, feedback: 'first words' })).status).toBeGreaterThanOrEqual(502)
    expect(await unsent(portal)).toEqual([])
    await portal.heal()
    expect((await send(maria, link, { stars: 3, feedback: 'better words' })).status).toBe(200)
    expect(await reviewOf(portal, visit)).toEqual({ stars: 3, feedback: 'better words' })
  })
})
