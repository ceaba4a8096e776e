import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { EffectOf } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { ccdaBytes, ccdaFiles, ccdaXml, hostileBytes, narrativeWords, wordsOfHtml } from '../support/ccda.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { scriptedPdf } from '../support/files.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import { hasSharedFiles } from '../support/practice-to-load.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest({
  maria: 'maria.alvarez',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
  ben: 'ben.carter',
})

const region = '/ui/regions/myRecords.visits'

type Row = BlockOf<'table'>['rows'][number]

async function tableOf(visitor: Visitor, query = ''): Promise<BlockOf<'table'>> {
  const { status, body } = await visitor.get<RegionContent>(`${region}${query}`)
  expect(status).toBe(200)
  return blocksOf(body.blocks, 'table')[0] ?? expect.fail('there is no table')
}

const idOf = ({ id }: Row) => id.replace(/^visit-/, '')
function dateIn({ cells }: Row): string {
  const text = cells.date?.text
  return typeof text === 'string' ? text : expect.fail('the row has no date')
}
const dayIn = (row: Row) => dateIn(row).replace(/(..)\/(..)\/(....)/, '$3-$1-$2')
const firstId = async (visitor: Visitor) => idOf((await tableOf(visitor)).rows[0] ?? expect.fail('there is no record'))
const addressesOf = (id: string) =>
  ['pdf', 'pdf/download', 'pdf/print', 'xml'].map((end) => `/user/home/Myrecord/visits/${id}/${end}`)

interface Opened {
  code?: string
  effects: EffectOf<'open'>[]
  errors: { message: string }[]
}
const open = (visitor: Visitor, record: string) => visitor.act<Opened>('myRecords.openVisit', { record })

async function dialogOf(visitor: Visitor, record: string) {
  const { status, body } = await open(visitor, record)
  expect(status).toBe(200)
  const dialog = body.effects[0]?.dialog
  return typeof dialog === 'object' ? dialog : expect.fail('no dialog is sent along')
}

/** Adds a record to those of a person, and returns its id. */
async function added(portal: RunningPortal, { practice, patientN }: NamedPerson, xml: string): Promise<string> {
  const result = await portal.records.db.execute<{ id: number }>(
    sql`insert into visit_records (practice, patient_n, created_on, xml)
      values (${practice}, ${patientN}, '2020-03-04', ${xml}) returning ccda_id as id`,
  )
  const { rows } = result
  return String(rows[0]?.id)
}
const { lucasAlvarez, mariaAlvarez } = people

describe('the list of visit records', () => {
  test('shows five, ten, fifteen or twenty to a page, the latest first [2 §2.106 §9.15]', async ({ maria }) => {
    const table = await tableOf(maria)
    expect([table.rows.length, table.paging?.total, table.paging?.sizes]).toEqual([5, 12, [5, 10, 15, 20]])
    const days = (await tableOf(maria, '?size=15&page=99')).rows.map(dayIn)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(days).toHaveLength(12)
  })

  test('has its own place in the address of the screen', async ({ maria }) => {
    expect((await tableOf(maria)).paging?.toPage).toEqual({
      type: 'navigate',
      to: '/user/home/Myrecord?visitsSize=5',
      parameter: 'visitsPage',
    })
    const { body } = await maria.get<Screen>('/ui/screens/user/home/Myrecord?visitsSize=10&visitsPage=2&page=7')
    expect(blocksOf(body.blocks, 'region').map(({ src }) => src)).toEqual(
      expect.arrayContaining(['myRecords.medications?page=1&size=5', 'myRecords.visits?page=2&size=10']),
    )
  })

  test('offers to view, download and print each record [2 §1.11 §2.106]', async ({ maria }) => {
    const { rows } = await tableOf(maria)
    expect(new Set(rows.map(({ actions = [] }) => actions.map(({ label }) => label).join()))).toEqual(
      new Set(['View,Download PDF,Download XML,Print']),
    )
  })

  test('is empty in words for a new patient [2 §2.107 §8.52]', async ({ nora }) => {
    const { rows, paging, empty } = await tableOf(nora)
    expect([rows, paging, empty.text]).toEqual([
      [],
      undefined,
      'When your Visit Record is available, you will be able to view or download them here.',
    ])
  })

  test('is that of the patient: records of others are as unknown as none [2 §6.2]', async ({
    maria,
    nora,
    gabriel,
    ben,
  }) => {
    const id = await firstId(maria)
    const own = await firstId(gabriel)
    expect((await maria.get(addressesOf(own)[0]!)).status).toBe(404)
    for (const visitor of [nora, gabriel, ben]) {
      const tries = await Promise.all([id, '999999', 'x', "1' or '1'='1"].map((each) => open(visitor, each)))
      expect(tries.map(({ status, body }) => [status, body.errors[0]?.message])).toEqual(
        tries.map(() => [404, 'No document available.']),
      )
      for (const address of addressesOf(id))
        expect([address, (await visitor.get(address)).status]).toEqual([address, 404])
    }
    expect((await dialogOf(gabriel, own)).title).toMatch(/ of \d\d\/\d\d\/\d{4}$/)
  })

  test('is refused where the practice has switched it off, with its files [2 §6.20]', async ({ portal, maria }) => {
    const id = await firstId(maria)
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 3, 5, 6, 7] }, async () => {
      for (const address of [region, ...addressesOf(id)])
        expect([address, (await maria.get(address)).status]).toEqual([address, 403])
      expect((await open(maria, id)).status).toBe(403)
    })
  })
})

describe('a visit record', () => {
  test('opens as a large preview, a block for each section [2 §1.11 §2.106]', async ({ maria }) => {
    const [row] = (await tableOf(maria)).rows
    const { title, width, blocks, actions } = await dialogOf(maria, idOf(row!))
    expect([title.endsWith(` of ${dateIn(row!)}`), width]).toEqual([true, 'wide'])
    expect(wordsOf(blocksOf(blocks, 'facts'))).toContain('Maria Alvarez')
    const [contents, ...sections] = blocksOf(blocks, 'html')
    const headings = blocksOf(blocks, 'section')
    expect(headings.map(({ title: words, collapsible }) => [words, collapsible])).toEqual([
      ['Contents', 'closedWhenNarrow'],
      ...sections.map(({ label }) => [label, 'open']),
    ])
    expect(contents?.html.match(/href="[^"]*"/g)).toEqual(headings.slice(1).map(({ id }) => `href="#${id}"`))
    expect(sections.map(({ label }) => label)).toEqual([
      'Allergies and Intolerances',
      'Medications',
      'Problems',
      'Results',
      'Plan of Treatment',
      'Vital Signs',
    ])
    expect(blocksOf(actions, 'action').map(({ text }) => text)).toEqual(['Download PDF', 'Download XML', 'Print'])
  })

  test('that names another patient says so, in its PDF too', async ({ portal, maria, gabriel }) => {
    const warningOf = async (visitor: Visitor, id: string) =>
      blocksOf((await dialogOf(visitor, id)).blocks, 'notice').map(({ tone, text }) => [tone, text])
    expect(await warningOf(maria, await firstId(maria))).toEqual([])
    expect(await warningOf(gabriel, await firstId(gabriel))).toEqual([])
    const id = await added(portal, mariaAlvarez, ccdaXml())
    const words = 'This record names another patient (Ann Bell, born 02/14/1990). Please tell the office.'
    expect(await warningOf(maria, id)).toEqual([['warning', words]])
    const wordsOfPdf = async (record: string) => {
      const { content } = await readPdf((await maria.get<Buffer>(addressesOf(record)[1]!)).body)
      return content.replaceAll(/\s+/g, ' ')
    }
    expect(await wordsOfPdf(id)).toContain(words)
    expect(await wordsOfPdf(await firstId(maria))).not.toContain('another patient')
  })

  test('is a PDF made of the same text, saved or printed, and never kept [2 §2.106 §7.45]', async ({ maria }) => {
    const [, download, print] = addressesOf(await firstId(maria))
    const saved = await maria.get<Buffer>(download!)
    expect(saved.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    expect(saved.headers['content-disposition']).toMatch(
      /^attachment; filename="Lakeside-visit-record-\d{4}-\d\d-\d\d\.pdf"$/,
    )
    const { isTagged, content } = await readPdf(saved.body)
    expect([isTagged, content]).toEqual([
      true,
      expect.stringMatching(/Maria Alvarez.*Allergies and Intolerances.*mmHg/s),
    ])
    expect((await maria.get<Buffer>(print!)).headers['content-disposition']).toMatch(/^inline;/)
  })

  test('is saved as XML exactly as the office wrote it, whatever it contains [2 §2.106 §3.27]', async ({
    portal,
    maria,
  }) => {
    const xml = ccdaXml({ text: '<paragraph>Größe 5′ 9″ &amp; 10³/µL</paragraph>\r\n\t<!-- ü -->' })
    const address = addressesOf(await added(portal, mariaAlvarez, xml))[3]!
    const { body, headers } = await maria.get<Buffer>(address)
    expect(Buffer.from(body).equals(Buffer.from(xml))).toBe(true)
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/xml/),
      'content-disposition': 'attachment; filename="Lakeside-visit-record-2020-03-04.xml"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test('with markup of its own shows its words only', async ({ portal, gabriel }) => {
    const hostile = ccdaXml({
      text: `<paragraph styleCode="x" onclick="alert(1)">Rest<script>alert(1)</script>
        <linkHtml href="javascript:alert(2)">here</linkHtml><linkHtml href="//evil.example/x">there</linkHtml></paragraph>
        <paragraph>&lt;img src=x onerror=alert(3)&gt;</paragraph>`,
    })
    const { blocks } = await dialogOf(gabriel, await added(portal, lucasAlvarez, hostile))
    const html = blocksOf(blocks, 'html')
      .map((block) => block.html)
      .join('')
    expect(html).toContain('Rest')
    expect(html).toContain('&lt;img src=x onerror=alert(3)&gt;')
    expect(tagsOf(html)).not.toMatch(/script|on\w+=|style|src=|javascript:|href/i)
  })

  test('that is a PDF opens in the viewer, and is passed on as it is', async ({ portal, gabriel }) => {
    const pdf = Buffer.from('%PDF-1.4\nof another system\n%%EOF')
    const body = `<nonXMLBody><text mediaType="application/pdf" representation="B64">${pdf.toString('base64')}</text></nonXMLBody>`
    const { title, blocks, actions } = await dialogOf(gabriel, await added(portal, lucasAlvarez, ccdaXml({ body })))
    const [shown] = blocksOf(blocks, 'document')
    expect([title, blocksOf(actions, 'action').map(({ text }) => text)]).toEqual([
      'Visit of 03/04/2020',
      ['Download XML'],
    ])
    for (const address of [shown!.src, shown!.download.href, shown!.print!.href])
      expect(Buffer.from((await gabriel.get<Buffer>(address)).body).equals(pdf)).toBe(true)
  })

  test('that is a PDF with a script is not passed on', async ({ portal, gabriel }) => {
    const body = `<nonXMLBody><text mediaType="application/pdf" representation="B64">${scriptedPdf.toString('base64')}</text></nonXMLBody>`
    const id = await added(portal, lucasAlvarez, ccdaXml({ body }))
    const [view, download, print] = addressesOf(id)
    expect((await open(gabriel, id)).body.code).toBe('myRecords.unreadable')
    for (const address of [view!, download!, print!])
      expect((await gabriel.get<Opened>(address)).body.code).toBe('myRecords.unreadable')
  })

  test.for(['<ClinicalDocument xmlns="urn:hl7-org:v3">', 'no XML at all', '<html/>', '<!DOCTYPE x><x/>'])(
    'that cannot be read (%s) says so in words, and can be saved as XML',
    async (xml, { portal, gabriel }) => {
      const id = await added(portal, lucasAlvarez, xml)
      const words = 'This record cannot be shown here. You can download it as XML, or ask the office.'
      const { status, body } = await open(gabriel, id)
      expect([status, body.errors[0]?.message]).toEqual([422, words])
      const [view, download, print, source] = addressesOf(id)
      for (const address of [view!, download!, print!]) {
        const refused = await gabriel.get<Opened>(address)
        expect([refused.status, refused.body.errors[0]?.message]).toEqual([422, words])
      }
      expect(Buffer.from((await gabriel.get<Buffer>(source!)).body).toString()).toBe(xml)
    },
  )

  test('fails in words while the record server is down, and the rest of the screen shows', async ({
    portal,
    maria,
  }) => {
    const id = await firstId(maria)
    await portal.fault({ kind: 'down', path: 'getCcdData' })
    const { status, body } = await open(maria, id)
    expect([status, body.errors[0]?.message]).toEqual([503, expect.stringMatching(/cannot be reached/)])
    for (const address of addressesOf(id)) expect([address, (await maria.get(address)).status]).toEqual([address, 503])
    expect((await maria.get(region)).status).toBe(200)
    await portal.fault({ kind: 'down', path: 'GetCCDA' })
    expect((await maria.get(region)).status).toBe(503)
    expect((await maria.get('/ui/screens/user/home/Myrecord')).status).toBe(200)
    await portal.heal()
    expect((await open(maria, id)).status).toBe(200)
  })

  describe('from a record server that answers late, or not in full', () => {
    const lists = ['GetCCDA', 'getCcdData']

    test.for([
      { kind: 'nonsense', status: 502 },
      { kind: 'lost', status: 503 },
    ] as const)('($kind) is words, and no part of a document', async ({ kind, status }, { portal, maria }) => {
      const id = await firstId(maria)
      for (const path of lists) {
        await portal.fault({ kind, path })
        const opened = await open(maria, id)
        expect([path, opened.status, opened.body.effects]).toEqual([path, status, undefined])
        expect(opened.body.errors[0]?.message).toMatch(/\w+ .+\./)
        for (const address of addressesOf(id)) {
          const file = await maria.get<Opened>(address)
          expect([address, file.status, file.headers['content-disposition']]).toEqual([address, status, undefined])
          expect(file.headers['content-type']).toMatch(/^application\/problem\+json/)
          expect(file.body.errors[0]?.message).toMatch(/\w+ .+\./)
        }
        await portal.heal()
      }
      expect((await dialogOf(maria, id)).blocks.length).toBeGreaterThan(1)
    })

    test('(slow) comes whole, only later', async ({ portal, maria }) => {
      const id = await firstId(maria)
      const before = await dialogOf(maria, id)
      const xml = await maria.get<Buffer>(addressesOf(id)[3]!)
      for (const path of lists) await portal.fault({ kind: 'slow', path, delayMs: 300 })
      expect(await dialogOf(maria, id)).toEqual(before)
      const late = await maria.get<Buffer>(addressesOf(id)[3]!)
      expect(Buffer.from(late.body).equals(Buffer.from(xml.body))).toBe(true)
    })

    test('(cut) is read only when all of it has come', async ({ portal, gabriel }) => {
      const whole = ccdaXml({ text: 'The end.' })
      const id = await added(portal, lucasAlvarez, whole.slice(0, -40))
      const { status, body } = await open(gabriel, id)
      expect([status, body.effects]).toEqual([422, undefined])
      expect((await gabriel.get(addressesOf(id)[1]!)).status).toBe(422)
    })
  })

  test('that is viewed, downloaded or printed stands in the activity log [2 §7.35]', async ({ portal, maria }) => {
    const id = await firstId(maria)
    await open(maria, id)
    for (const address of addressesOf(id).slice(1)) await maria.get(address)
    const day = dayOf(portal.portal.now(), 'America/New_York')
    const log = await maria.get<Screen>(`/ui/screens/user/home/ActivityLog?from=${day}&to=${day}&size=50`)
    const words = wordsOf(log.body)
    for (const each of ['Viewed', 'Downloaded', 'Printed']) expect(words).toContain(`${each} a visit record`)
    expect(words).toContain('Downloaded a visit record as XML')
  })
})

/** As a person reads them, without the table of contents. */
function headingsAndText(blocks: BlockList): string[] {
  const shown = blocksOf(blocks, 'section').filter(({ id }) => id !== 'doc-contents')
  return shown.flatMap((section) => [section.title ?? '', ...blocksOf(section.blocks, 'html').map(({ html }) => html)])
}

const tagsOf = (html: string) => (html.match(/<[^>]*>/g) ?? []).join('')

describe.runIf(hasSharedFiles)('the documents of ../shared/data (skipped where it is missing)', () => {
  const files = hasSharedFiles ? ccdaFiles() : []
  // They are more files than one person gets in a minute.
  test.beforeAll(({ portal: { portal } }) => {
    const { limiter } = portal
    portal.limiter = { take: () => Promise.resolve(0) }
    return () => void (portal.limiter = limiter)
  })

  test('are of eleven vendors', () => expect(files).toHaveLength(11))

  test.for(files)(
    '%s opens, with nothing that runs, looks or loads, and is a PDF',
    async (file, { portal, gabriel }) => {
      const xml = ccdaBytes(file).toString()
      const id = await added(portal, lucasAlvarez, xml)
      const { blocks } = await dialogOf(gabriel, id)
      const sections = blocksOf(blocks, 'html')
      expect(sections.length > 0 || blocksOf(blocks, 'document').length === 1).toBe(true)
      const words = headingsAndText(blocks).flatMap(wordsOfHtml).join(' ')
      const narrative = narrativeWords(xml).join(' ')
      expect(words.replaceAll(/ (Nothing is recorded here|No information)\.(?= |$)/g, '')).toBe(narrative)
      const tags = tagsOf(sections.map(({ html }) => html).join(''))
      expect(tags).not.toMatch(/<(script|style|iframe|object|link|h[12])\b|\s(style|class|on\w+)=|src="(?!data:image)/i)
      expect(tags.match(/href="(?!https:|#doc-)[^"]*"/g)).toBeNull()
      const [, download, , source] = addressesOf(id)
      expect((await readPdf((await gabriel.get<Buffer>(download!)).body)).pages.length).toBeGreaterThan(0)
      expect(Buffer.from((await gabriel.get<Buffer>(source!)).body).toString()).toBe(xml)
    },
  )

  test.for(['AUTHORED_hostile_ccda.xml', 'AUTHORED_hostile_nonxmlbody_ccda.xml'])(
    'the hostile %s harms nobody',
    async (file, { portal, gabriel }) => {
      const { status, body } = await open(gabriel, await added(portal, lucasAlvarez, hostileBytes(file).toString()))
      const shown = (body.effects ?? []).flatMap(({ dialog }) =>
        typeof dialog === 'object' ? blocksOf(dialog.blocks, 'html') : [],
      )
      expect([status, shown.length > 0]).toEqual(file.includes('nonxml') ? [422, false] : [200, true])
      expect(tagsOf(shown.map(({ html }) => html).join(''))).not.toMatch(/script|img|iframe|javascript|evil/i)
    },
  )
})
