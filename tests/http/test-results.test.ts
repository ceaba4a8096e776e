import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Call } from '../../schemas/action.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { EffectOf } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { markReviewed } from '../../server/features/test-results/mark-reviewed.ts'
import { addTestResults } from '../../server/sandbox/areas/test-results/add-test-results.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { goodPassword, newInvitation, tokenTo } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { openLivePage } from '../support/live-page.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import type { Db } from '../../server/db/open.ts'
import { firstRow, rowsOf } from '../../server/db/rows.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest({
  maria: 'maria.alvarez',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
})

type List = BlockOf<'list'>
type Row = List['rows'][number]
type Problem = { code: string; errors: { message: string }[] }

const zone = 'America/New_York'
const screenPath = '/ui/screens/user/home/TestResults'
const resultPath = (id: string) => `/ui/screens/user/home/resultannotation?result=${id}`
const filePath = (id: string, use = '') => `/user/home/resultdocument/${id}/pdf${use}`
const pendingMark = 'Not yet reviewed by your physician'

async function listOf(visitor: Visitor, query = ''): Promise<List> {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/testResults.list${query}`)
  expect(status).toBe(200)
  return blocksOf(body.blocks, 'list')[0] ?? expect.fail('there is no list')
}

const allRows = async (visitor: Visitor) => [
  ...(await listOf(visitor, '?size=20')).rows,
  ...(await listOf(visitor, '?size=20&page=2')).rows,
]
const idOf = ({ id }: Row) => id.replace('result-', '')

/** The ids of all results of Maria with this type, the newest first. */
async function idsNamed({ records }: RunningPortal, testType: string, patientN = mariaN): Promise<string[]> {
  const { rows } = await records.db.execute<{ id: number }>(
    sql`select document_n as id from test_results
      where practice = 'lakeside' and patient_n = ${patientN} and test_type = ${testType}
      order by test_date desc, document_n desc`,
  )
  return rows.map(({ id }) => String(id))
}

/** Adds a result that nobody has seen, as a laboratory does, and returns its id. */
async function addResult(
  { records, portal }: RunningPortal,
  { annotation = '<p>Fine.</p>', isPendingReview = false, value = 90 } = {},
): Promise<string> {
  const at = portal.now().toISOString()
  const sourceId = randomUUID()
  const observation = { code: 'FGLU', name: 'Fasting glucose', value, valueText: '', unit: 'mg/dL', takenAt: at }
  const range = { low: 70, high: 99, referenceText: '', flag: '' as const }
  const content = { testType: 'Glucose', physician: 'Grace Kim', conclusion: '', hasDocument: true, pdf: null }
  const times = { day: '2020-01-02', releasedAt: at, acknowledgedAt: null }
  await addTestResults(records.db, 'lakeside', [
    {
      patientN: mariaN,
      sourceId,
      annotation,
      isPendingReview,
      ...content,
      ...times,
      observations: [{ ...observation, ...range }],
    },
  ])
  return firstId(records.db, sql`select document_n as id from test_results where source_id = ${sourceId}`)
}

async function firstId(db: Db, query: SQL): Promise<string> {
  const row = await firstRow<{ id: number }>(db, query)
  return String(row?.id)
}

async function resultOf(visitor: Visitor, id: string): Promise<Screen> {
  const { status, body } = await visitor.get<Screen>(resultPath(id))
  expect(status).toBe(200)
  return body
}

function factOf({ blocks }: Screen, id: string): string | undefined {
  const value = blocksOf(blocks, 'facts')[0]?.facts.find((fact) => fact.id === id)?.value
  return Array.isArray(value) ? expect.fail(`${id} is not plain text`) : value
}
/** How many results the menu counts as new. */
const newOnes = async (visitor: Visitor) =>
  (await visitor.get<Shell>('/ui/shell')).body.navigation.entries.find(({ label }) => label === 'Test results')?.count
    ?.value ?? 0
const regionOf = (visitor: Visitor, src: string) => visitor.get<RegionContent & Problem>(`/ui/regions/${src}`)
const open = (visitor: Visitor, id: string) =>
  visitor.act<{ effects: EffectOf<'navigate'>[] } & Problem>('testResults.open', { result: id })

describe('the list', () => {
  test('is by date, the newest first, and of one date what is new first [2 §2.96 §4.32]', async ({ maria }) => {
    const { rows } = await listOf(maria)
    const days = rows.map(({ lead }) => lead.replace(/(..)\/(..)\/(....)/, '$3$1$2'))
    expect(days).toEqual(days.toSorted().toReversed())
    expect(rows.slice(1, 3).map(({ lead, title, unread }) => [lead === rows[1]!.lead, title, unread])).toEqual([
      [true, 'Lipid panel', 'New'],
      [true, 'Complete blood count', undefined],
    ])
    expect(rows[1]!.meta).toMatch(/^[A-Z]\w+ [A-Z]/)
  })

  test('shows ten, fifteen or twenty to a page [2 §9.15]', async ({ maria }) => {
    const { rows, paging } = await listOf(maria)
    expect([rows.length, paging?.sizes]).toEqual([10, [10, 15, 20]])
    const total = paging?.total ?? 0
    const second = await listOf(maria, '?size=15&page=99')
    expect([second.paging?.page, second.rows.length]).toEqual([2, total - 15])
    expect((await listOf(maria, '?size=5')).rows).toHaveLength(10)
  })

  test('says when a result was reviewed, and nothing of those that were not [2 §4.35 §9.28]', async ({ maria }) => {
    const { rows } = await listOf(maria)
    for (const { unread, line = '' } of rows)
      expect(line).toMatch(unread ? /^$/ : /^Reviewed on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M( E[DS]T)?$/)
  })

  test('is empty in words for a new patient', async ({ nora }) => {
    const { rows, empty } = await listOf(nora)
    expect([rows, empty.text]).toEqual([[], 'When you receive test results, they will be shown here.'])
  })

  test('leads to Messages where they are offered, and has the notice of the practice [1 §6.22] [2 §2.99]', async ({
    portal,
    maria,
  }) => {
    const notices = async () => blocksOf((await maria.get<Screen>(screenPath)).body.blocks, 'notice')
    expect((await notices()).map(({ id }) => id)).toEqual(['questions'])
    expect(wordsOf(await notices())).toContain('/user/home/Messages')
    await withSetting(portal, { name: 'Cures_Act_Compliance_Message', value: 'You see them at once.' }, async () => {
      expect((await notices()).map(({ text }) => text)[0]).toBe('You see them at once.')
    })
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 3, 4, 5, 6, 7] }, async () => {
      expect(await notices()).toEqual([])
    })
  })

  test('is at both spellings of its address [2 §2.23]', async ({ maria }) => {
    for (const route of ['TestResults', 'testresults'])
      expect((await maria.get<Screen>(`/ui/screens/user/home/${route}`)).body.title).toBe('Test results')
  })
})

describe('opening a result', bothEngines, () => {
  test('marks it as reviewed, once, and only by an act [2 §1.8 §4.31 §4.34]', async ({ portal, maria }) => {
    const id = await addResult(portal)
    const rowOf = async () => (await allRows(maria)).find((row) => idOf(row) === id)!
    expect((await rowOf()).do).toEqual({ type: 'call', action: 'testResults.open', input: { result: id } })
    const seen = await resultOf(maria, id)
    expect([factOf(seen, 'reviewed'), (await rowOf()).unread]).toEqual([undefined, 'New'])
    expect(blocksOf(seen.blocks, 'action').map(({ text }) => text)).toEqual(['Mark as reviewed'])

    const opened = await open(maria, id)
    expect(opened.body.effects).toEqual([{ type: 'navigate', to: `/user/home/resultannotation?result=${id}` }])
    const first = factOf(await resultOf(maria, id), 'reviewed')
    expect(first).toMatch(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M( E[DS]T)?$/)
    portal.clock.aheadMs += 3 * 60_000
    expect((await open(maria, id)).status).toBe(200)
    expect(factOf(await resultOf(maria, id), 'reviewed')).toBe(first)
    const row = await rowOf()
    expect([row.unread, row.line, row.do.type]).toEqual([undefined, `Reviewed on ${first}`, 'navigate'])
  })

  test('on two devices at once marks it once, and other open screens follow', async ({ portal, maria }) => {
    const id = await addResult(portal)
    const phone = await portal.signIn('maria.alvarez')
    const topic = `patient:lakeside:${mariaN}/testResults`
    const listed = await regionOf(phone, 'testResults.list')
    expect([listed.body.topics, (await resultOf(phone, id)).topics].map((each) => each.includes(topic))).toEqual([
      true,
      true,
    ])
    const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, [topic], { cookie })
    const answers = await Promise.all([open(maria, id), open(phone, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(factOf(await resultOf(maria, id), 'reviewed')).toBe(factOf(await resultOf(phone, id), 'reviewed'))
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toContain(topic)
  })

  test.for(['down', 'hang', 'lost', 'nonsense'] as const)(
    'shows a result although its mark fails (%s), which a job makes good',
    async (kind, { portal, maria }) => {
      const id = await addResult(portal, { isPendingReview: true })
      const isMarked = async () => {
        const row = await firstRow<{ at: unknown }>(
          portal.records.db,
          sql`select acknowledged_at as at from test_results where document_n = ${Number(id)}`,
        )
        return row?.at !== null
      }
      const others = await newOnes(maria)
      // What hangs holds the job, too.
      await portal.fault({ kind, path: 'testResultAck', ...(kind === 'hang' ? { times: 1 } : {}) })
      const { status, body } = await open(maria, id)
      expect([status, body.effects]).toEqual([
        200,
        [{ type: 'navigate', to: `/user/home/resultannotation?result=${id}` }],
      ])
      const shown = await resultOf(maria, id)
      expect(factOf(shown, 'reviewed')).toMatch(/^\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M$/)
      expect((await regionOf(maria, `testResults.values?result=${id}`)).status).toBe(200)
      expect((await maria.get(filePath(id))).status).toBe(200)
      expect(await newOnes(maria)).toBe(others - 1)
      if (kind === 'down' || kind === 'nonsense') expect(await isMarked()).toBe(false)
      await portal.heal()
      await runDueJobs(portal, markReviewed)
      expect([await isMarked(), await newOnes(maria)]).toEqual([true, others - 1])
      expect(await rowsOf(portal.database.db, sql`select 1 from opened_results`)).toEqual([])
    },
  )

  test('is bound to the patient: results of others are as unknown as none [2 §6.2]', async ({
    maria,
    nora,
    gabriel,
  }) => {
    const id = idOf((await listOf(maria)).rows[1]!)
    for (const visitor of [nora, gabriel]) {
      const answersFor = async (result: string) => [
        await visitor.get<Problem>(resultPath(result)),
        await open(visitor, result),
        await visitor.act<Problem>('testResults.preview', { result }),
        await regionOf(visitor, `testResults.values?result=${result}`),
        ...(await Promise.all(['', '/download', '/print'].map((use) => visitor.get<Problem>(filePath(result, use))))),
      ]
      const [hers, none] = [await answersFor(id), await answersFor('999999')]
      expect(hers.map(({ status }) => status)).toEqual(hers.map(() => 404))
      const plain = (answers: typeof hers) => answers.map(({ body }) => [body.code, body.errors])
      expect(plain(hers)).toEqual(plain(none))
    }
    expect((await listOf(maria)).rows[1]!.unread).toBe('New')
    expect((await maria.get(resultPath('x'))).status).toBe(404)
    expect((await maria.get('/ui/screens/user/home/resultannotation')).status).toBe(404)
  })

  test('is in the activity log in words', async ({ portal, maria }) => {
    const id = await addResult(portal)
    await open(maria, id)
    await maria.act('testResults.preview', { result: id })
    for (const use of ['', '/download', '/print']) expect((await maria.get(filePath(id, use))).status).toBe(200)
    const day = dayOf(portal.portal.now(), zone)
    const log = await maria.get<Screen>(`/ui/screens/user/home/ActivityLog?from=${day}&to=${day}&size=50`)
    const words = wordsOf(log.body)
    expect(words).toContain('Viewed a test result')
    for (const act of ['Opened', 'Viewed', 'Downloaded', 'Printed'])
      expect(words).toContain(`${act} the document of a test result`)
  })
})

describe('a result', () => {
  test('has the words of the physician first, then the values, then the document [2 §1.7 §2.98]', async ({
    portal,
    maria,
  }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const screen = await resultOf(maria, id)
    expect([screen.title, factOf(screen, 'date'), factOf(screen, 'physician')]).toEqual([
      'Lipid panel',
      expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      expect.stringMatching(/./),
    ])
    const order = screen.blocks.map((block) => block.id).filter((each) => ['words', 'values', 'file'].includes(each))
    expect(order).toEqual(['words', 'values', 'file'])
    expect(blocksOf(screen.blocks, 'html')[0]?.html).toContain('<strong>almost where we want it</strong>')
  })

  test('is also at the address of its document [2 §2.23]', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const { body } = await maria.get<Screen>(`/ui/screens/user/home/resultdocument?result=${id}`)
    expect(body.title).toBe('Lipid panel')
  })

  test('has a table of values, with unit, range and what the laboratory says in words', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const { body } = await regionOf(maria, `testResults.values?result=${id}`)
    const [table] = blocksOf(body.blocks, 'table')
    expect(table?.rows.map(({ cells }) => Object.values(cells).map(({ text }) => text))).toEqual([
      ['Total cholesterol', '188 mg/dL', '200 mg/dL or lower', 'Normal'],
      ['LDL cholesterol', '104 mg/dL', '100 mg/dL or lower', 'High'],
      ['HDL cholesterol', '56 mg/dL', '50 mg/dL or higher', 'Normal'],
      ['Triglycerides', '132 mg/dL', '150 mg/dL or lower', 'Normal'],
    ])
    expect(table?.rows.map(({ cells }) => cells.flag?.tone)).toEqual(['success', 'warning', 'success', 'success'])
    const [, critical = ''] = await idsNamed(portal, 'Basic metabolic panel')
    const shown = await regionOf(maria, `testResults.values?result=${critical}`)
    const flags = blocksOf(shown.body.blocks, 'table')[0]?.rows.map(({ cells }) => cells.flag)
    expect(flags).toContainEqual({ text: 'Critically high', tone: 'error', tag: true })
  })

  test('that was corrected says so, and a value that was canceled is not shown as normal', async ({
    portal,
    maria,
  }) => {
    const [, , id = ''] = await idsNamed(portal, 'Basic metabolic panel')
    const { body: screen } = await maria.get<Screen>(resultPath(id))
    expect(wordsOf(screen)).toContain('The laboratory has corrected this result.')
    const { body } = await regionOf(maria, `testResults.values?result=${id}`)
    const row = blocksOf(body.blocks, 'table')[0]?.rows.find(({ cells }) => cells.name?.text === 'Potassium')
    expect(row?.cells).toMatchObject({
      name: { help: 'Canceled' },
      value: { text: 'Not measured' },
      flag: { text: '' },
    })
    const labels = blocksOf(body.blocks, 'tabs').flatMap(({ tabs }) => tabs.map(({ label }) => label))
    expect(labels).toEqual(['Glucose', 'Sodium', 'Creatinine', 'Filtration rate of the kidneys'])
    const shown = (await allRows(maria)).find((each) => idOf(each) === id)
    expect(shown?.line).toMatch(/^Corrected · Reviewed on /)
  })

  test('that is preliminary says so in the list and on its page', async ({ gabriel }) => {
    const row = (await listOf(gabriel)).rows.find(({ line }) => line === 'Preliminary') ?? expect.fail('there is none')
    const { body } = await gabriel.get<Screen>(resultPath(idOf(row)))
    expect(wordsOf(body)).toContain('This result is preliminary: the laboratory may still change it.')
  })

  test('compares a value over time, beginning with one that is not as expected', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const { body } = await regionOf(maria, `testResults.values?result=${id}`)
    const [tabs] = blocksOf(body.blocks, 'tabs')
    expect(tabs?.tabs.map(({ label }) => label)).toEqual([
      'Total cholesterol',
      'LDL cholesterol',
      'HDL cholesterol',
      'Triglycerides',
    ])
    const shown = tabs?.tabs.find((tab) => tab.id === tabs.active)
    expect(shown?.label).toBe('LDL cholesterol')
    const src = blocksOf(shown?.blocks, 'region')[0]?.src ?? ''
    const trend = await regionOf(maria, src)
    const rows = blocksOf(trend.body.blocks, 'table')[0]?.rows ?? []
    expect(rows.map(({ cells }) => cells.value?.text)).toEqual(
      ['104', '118', '134', '149', '162'].map((value) => `${value} mg/dL`),
    )
    expect(trend.body.blocks.map(({ kind }) => kind)).toEqual(['trend', 'table'])
    const [line] = blocksOf(trend.body.blocks, 'trend')
    expect(line?.points.map(({ value, marked }) => [value, marked])).toEqual(
      [162, 149, 134, 118, 104].map((value) => [value, true]),
    )
    expect(line).toMatchObject({
      range: { high: { value: 100, text: '100' } },
      dates: { first: rows.at(-1)?.cells.date?.text, last: rows[0]?.cells.date?.text },
      caption:
        '5 values. Shaded: the reference range of the latest value, 100 mg/dL or lower. Diamonds are values with a flag.',
    })
    expect(line?.range).not.toHaveProperty('low')
  })

  test('without other values says so, and one without codes compares nothing', async ({ portal, maria }) => {
    const none = await regionOf(maria, 'testResults.trend?code=UNKNOWN')
    expect(blocksOf(none.body.blocks, 'text')[0]?.text).toBe('There are no earlier values to compare with.')
    const [culture = ''] = await idsNamed(portal, 'Wound culture')
    const { body } = await regionOf(maria, `testResults.values?result=${culture}`)
    expect([blocksOf(body.blocks, 'table').length, blocksOf(body.blocks, 'region')]).toEqual([1, []])
  })

  test('shows what a hostile physician writes as harmless words [2 §2.101]', async ({ portal, maria }) => {
    const attacks =
      '<p>Fine.</p><script>attack()</script><img src="https://x.example/p.png" onerror="attack()">' +
      '<a href="javascript:attack()">a</a><a href="/user/home/Billing">b</a><form action="/ui/actions/x"><input></form>' +
      '<p style="position:fixed">c</p><svg onload="attack()"></svg><iframe src="https://x.example"></iframe>'
    const screen = await resultOf(maria, await addResult(portal, { annotation: attacks }))
    const [shown] = blocksOf(screen.blocks, 'html')
    expect(shown?.html).toBe('<p>Fine.</p><a>a</a><a>b</a><p>c</p>')
    const seeded = await Promise.all((await idsNamed(portal, 'Complete blood count')).map((id) => resultOf(maria, id)))
    const words = wordsOf(seeded)
    expect(words).toContain('No changes are needed.')
    expect(words).not.toMatch(/annotationRan|tracker\.example|frame\.example|position:fixed/)
  })

  test('without a message of the physician says so', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Wound culture')
    expect(wordsOf(await resultOf(maria, id))).toContain('There is no message about this result.')
  })

  test('invites a message about it only where messages are offered [2 §2.102 §6.21]', async ({
    portal,
    maria,
    nora,
  }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const questions = async () => blocksOf((await resultOf(maria, id)).blocks, 'notice')
    expect(wordsOf(await questions())).toContain(`/user/home/ChatMsg?about=result:${id}`)
    const written = `/ui/screens/user/home/ChatMsg?about=result:${id}`
    expect(wordsOf((await maria.get(written)).body)).toMatch(/Question about my Lipid panel of \d\d\/\d\d\/\d{4}/)
    expect((await nora.get(written)).status).toBe(404)
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [2] }, async () => {
      expect((await maria.get(written)).status).toBe(404)
    })
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 3, 4, 5, 6, 7] }, async () => {
      expect(await questions()).toEqual([])
    })
  })

  test('has its document to view, save and print [2 §2.97 §4.33 §8.50]', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    const { body } = await maria.act<{ effects: EffectOf<'open'>[] }>('testResults.preview', { result: id })
    const dialog = body.effects[0]?.dialog
    const [shown] = blocksOf(dialog, 'document')
    expect([typeof dialog === 'object' && dialog.width, shown?.src, shown?.saved]).toEqual([
      'wide',
      filePath(id),
      'File downloaded successfully!',
    ])
    const saved = await maria.get<Buffer>(filePath(id, '/download'))
    expect(saved.headers['content-disposition']).toMatch(
      /^attachment; filename="Lakeside-lab-result-\d{4}-\d\d-\d\d\.pdf"$/,
    )
    expect(saved.headers['cache-control']).toBe('private, no-store')
    expect((await readPdf(saved.body)).pages.join(' ')).toContain('Triglycerides')
    expect((await maria.get(filePath(id))).headers['content-disposition']).toMatch(/^inline;/)
  })

  test('that is withdrawn while it is open is gone, with its values and its document', async ({ portal, maria }) => {
    const id = await addResult(portal)
    expect((await open(maria, id)).status).toBe(200)
    expect((await maria.get(filePath(id))).status).toBe(200)
    await portal.records.db.execute(sql`delete from test_results where document_n = ${Number(id)}`)
    const gone = [
      await maria.get<Problem>(resultPath(id)),
      await regionOf(maria, `testResults.values?result=${id}`),
      await open(maria, id),
      await maria.act<Problem>('testResults.preview', { result: id }),
    ]
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(gone[2]?.body.errors[0]?.message).toBe('This test result does not exist, or is not one of yours.')
    expect((await maria.get(filePath(id), { range: 'bytes=100-200' })).status).toBe(404)
    expect((await allRows(maria)).map(idOf)).not.toContain(id)
  })

  test('without a document says so [2 §8.49]', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Wound culture')
    const { status, body } = await maria.act<Problem>('testResults.preview', { result: id })
    expect([status, body.errors[0]?.message]).toEqual([404, 'No document available.'])
    expect((await maria.get(filePath(id, '/download'))).status).toBe(404)
  })
})

describe('a result that the physician has not reviewed', () => {
  test('leads to a question, and shows nothing of its values before the person chose to see them', async ({
    portal,
    maria,
  }) => {
    const id = await addResult(portal, { isPendingReview: true, annotation: '<p>Not for now.</p>' })
    const row = (await allRows(maria)).find((each) => idOf(each) === id)!
    expect(row.mark?.text).toBe(pendingMark)
    const { confirm } = row.do as Call // of a new result
    expect([confirm?.yes, confirm?.no]).toEqual(['See it now', 'Wait'])

    const before = await resultOf(maria, id)
    expect(blocksOf(before.blocks, 'action').map(({ text, do: act }) => [text, (act as Call).confirm])).toEqual([
      ['See it now', confirm],
    ])
    expect([blocksOf(before.blocks, 'region'), wordsOf(before).includes('/pdf')]).toEqual([[], false])
    const refused = [
      await regionOf(maria, `testResults.values?result=${id}`),
      await maria.act('testResults.preview', { result: id }),
      ...(await Promise.all(['', '/download', '/print'].map((use) => maria.get(filePath(id, use))))),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))

    expect((await open(maria, id)).status).toBe(200)
    const after = await resultOf(maria, id)
    expect(blocksOf(after.blocks, 'region').map(({ src }) => src)).toEqual([`testResults.values?result=${id}`])
    expect((await maria.get(filePath(id))).status).toBe(200)
    expect(wordsOf([before, after])).not.toContain('Not for now.')
  })

  test('is left out of what other results compare until then', async ({ portal, maria }) => {
    await addResult(portal, { value: 81 })
    const pending = await addResult(portal, { value: 82, isPendingReview: true })
    await addResult(portal, { value: 83 })
    const shown = async () => wordsOf((await regionOf(maria, 'testResults.trend?code=FGLU')).body)
    const isShown = (words: string) => ['81', '82', '83'].map((value) => words.includes(`"${value} mg/dL"`))
    expect(isShown(await shown())).toEqual([true, false, true])
    await open(maria, pending)
    expect(isShown(await shown())).toEqual([true, true, true])
  })

  test('says so in the words of the practice, or in plain ones [1 §6.22]', async ({ portal, maria }) => {
    const id = await addResult(portal, { isPendingReview: true })
    const text = async () =>
      blocksOf((await resultOf(maria, id)).blocks, 'notice').find((each) => each.id === 'pending')?.text
    expect(await text()).toMatch(/^Your physician will review this result/)
    await setSetting(portal, { name: 'Provider_Pending_Review_Message', value: 'Dr. Kim will call you.' })
    expect(await text()).toBe('Dr. Kim will call you.')
    await setSetting(portal, { name: 'Provider_Pending_Review_Message', value: '' })
  })
})

describe('while the record server is down half-way', () => {
  test('the words stand although values and trends fail', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    await portal.fault({ kind: 'down', path: 'testResultObservations' })
    const screen = await resultOf(maria, id)
    expect(blocksOf(screen.blocks, 'html')).toHaveLength(1)
    expect(screen.regions).toBeUndefined()
    expect((await regionOf(maria, `testResults.values?result=${id}`)).status).toBeGreaterThanOrEqual(502)
    await portal.heal()
    await portal.fault({ kind: 'nonsense', path: 'testResultTrend' })
    expect((await regionOf(maria, `testResults.values?result=${id}`)).status).toBe(200)
    expect((await regionOf(maria, 'testResults.trend?code=LDL')).status).toBeGreaterThanOrEqual(502)
  })

  test('a list or a document that cannot be read says so', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    await portal.fault({ kind: 'down', path: 'testResultDocument' })
    const { status, body } = await maria.act<Problem>('testResults.preview', { result: id })
    expect([status >= 502, body.errors[0]?.message]).toEqual([true, expect.stringMatching(/cannot be reached/)])
    await portal.fault({ kind: 'down', path: 'testResultData' })
    expect((await maria.get<Screen>(screenPath)).status).toBe(200)
    expect((await regionOf(maria, 'testResults.list')).status).toBeGreaterThanOrEqual(502)
  })
})

describe('who may see results', () => {
  test('nobody where the practice has switched them off, with their files [2 §6.20]', async ({ portal, maria }) => {
    const [id = ''] = await idsNamed(portal, 'Lipid panel')
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 4, 5, 6, 7] }, async () => {
      const addresses = [
        screenPath,
        resultPath(id),
        '/ui/regions/testResults.list',
        `/ui/regions/testResults.values?result=${id}`,
        '/ui/regions/testResults.trend?code=LDL',
        ...['', '/download', '/print'].map((use) => filePath(id, use)),
      ]
      for (const address of addresses) expect([address, (await maria.get(address)).status]).toEqual([address, 403])
      expect((await open(maria, id)).status).toBe(403)
      expect(wordsOf((await maria.get('/ui/shell')).body)).not.toContain('/user/home/TestResults')
      expect(wordsOf((await maria.get('/ui/screens/user/home/dashboard')).body)).not.toContain('/user/home/TestResults')
    })
  })

  test('a guardian sees those of the child, and its opening counts for the patient', async ({ portal, gabriel }) => {
    const { rows } = await listOf(gabriel)
    expect(rows.map(({ title, unread }) => [title, unread])).toEqual([
      ['Strep test', 'New'],
      ['Complete blood count', undefined],
    ])
    const [id = ''] = await idsNamed(portal, 'Strep test', people.lucasAlvarez.patientN)
    expect((await open(gabriel, id)).status).toBe(200)
    expect((await listOf(gabriel)).rows[0]?.unread).toBeUndefined()
  })

  test('a guardian with other parts only sees none', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'Guardian_Invitations', value: true }, async () => {
      const request = newInvitation({ scope: [1, 2] })
      expect((await maria.act('account.inviteGuardian', request)).status).toBe(200)
      const guardian = portal.visitor()
      const token = await tokenTo(portal, request.Auth_Login)
      const typed = { Password: goodPassword, Password2: goodPassword }
      expect((await guardian.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
      const [id = ''] = await idsNamed(portal, 'Lipid panel')
      for (const address of [screenPath, resultPath(id), '/ui/regions/testResults.list', filePath(id)])
        expect([address, (await guardian.get(address)).status]).toEqual([address, 403])
      expect((await open(guardian, id)).status).toBe(403)
    })
  })
})

describe('a person who waits for the physician', () => {
  const choose = (visitor: Visitor, waits: boolean) => visitor.act('testResults.chooseRelease', { waits })
  const settingsOf = async (visitor: Visitor) =>
    wordsOf((await visitor.get<Screen>('/ui/screens/user/home/Settings')).body)
  /** How many results of Maria nobody has viewed, nor her physician reviewed. */
  const pendingOf = ({ records }: RunningPortal) =>
    records.db.$count(
      sql`test_results`,
      sql`practice = 'lakeside' and patient_n = ${mariaN} and is_pending_review and acknowledged_at is null`,
    )

  test('chooses so in the settings, where it says what it means', async ({ maria, gabriel }) => {
    expect(await settingsOf(maria)).toContain("Wait for my doctor's note")
    expect((await choose(maria, true)).status).toBe(200)
    expect(await settingsOf(maria)).toContain('Show results at once')
    expect(await settingsOf(gabriel)).toContain("Wait for my doctor's note")
    expect((await choose(maria, true)).status).toBe(200)
    expect((await choose(maria, false)).status).toBe(200)
    expect(await settingsOf(maria)).toContain("Wait for my doctor's note")
  })

  test('is not told that results are new which wait, and can open them all the same', async ({ portal, maria }) => {
    const before = await newOnes(maria)
    const pending = await addResult(portal, { isPendingReview: true })
    const reviewed = await addResult(portal)
    expect(await newOnes(maria)).toBe(before + 2)
    await choose(maria, true)
    expect(await newOnes(maria)).toBe(before + 2 - (await pendingOf(portal)))
    const rows = await allRows(maria)
    const rowOf = (id: string) => rows.find((row) => idOf(row) === id)
    expect([rowOf(pending)?.unread, rowOf(pending)?.mark?.text]).toEqual([undefined, "Waits for your doctor's note"])
    expect(rowOf(reviewed)?.unread).toBe('New')
    expect(rowOf(pending)?.do).toMatchObject({ confirm: { yes: 'See it now' } })
    await choose(maria, false)
    expect(await newOnes(maria)).toBe(before + 2)
  })
})
