import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { EffectOf } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import type { RowAction } from '../../schemas/row-action.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest({
  maria: 'maria.alvarez',
  ben: 'ben.carter',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
})

const lists = [
  {
    what: 'clinical documents',
    screen: '/user/home/clinicaldocuments',
    region: 'clinicalDocuments.list',
    open: 'clinicalDocuments.open',
    input: 'document',
    part: 6,
  },
  {
    what: 'lab orders',
    screen: '/user/home/LabOrdering',
    region: 'labOrders.list',
    open: 'labOrders.open',
    input: 'labOrder',
    part: 7,
  },
] as const
const [documents, labOrders] = lists

type Table = BlockOf<'table'>
type Row = Table['rows'][number]

async function tableOf(visitor: Visitor, { region }: { region: string }, query = ''): Promise<Table> {
  const { status, body } = await visitor.get<RegionContent>(`/ui/regions/${region}${query}`)
  expect([region, status]).toEqual([region, 200])
  return blocksOf(body.blocks, 'table')[0] ?? expect.fail('there is no table')
}

const idOf = ({ id }: Row) => id.replace(/^[a-z-]+-/, '')
function cellOf({ cells }: Row, column: string): string {
  const words = cells[column]?.text ?? ''
  return typeof words === 'string' ? words : words.map(({ text }) => text).join('')
}
const actionOf = ({ actions = [] }: Row, label: string): RowAction['do'] =>
  actions.find((each) => each.label === label)?.do ?? expect.fail(`there is no ${label}`)

type Problem = { errors: { message: string }[] }
const messageOf = ({ errors }: Problem) => errors[0]?.message

type Opened = { effects: EffectOf<'open'>[] }
async function dialogOf(visitor: Visitor, action: string, input: Record<string, string>) {
  const { status, body } = await visitor.act<Opened>(action, input)
  expect([action, status]).toEqual([action, 200])
  const [effect] = body.effects
  return typeof effect?.dialog === 'object' ? effect.dialog : expect.fail('no dialog is sent along')
}

describe.each(lists)('the list of $what', (list) => {
  test('shows ten, fifteen or twenty to a page, the latest first [2 §2.124 §9.15]', async ({ maria }) => {
    const table = await tableOf(maria, list)
    const days = table.rows.map((row) => cellOf(row, 'date').replace(/(..)\/(..)\/(....)/, '$3$1$2'))
    expect(days).toEqual(days.toSorted().toReversed())
    expect(days.length).toBeLessThanOrEqual(10)
    const wide = await tableOf(maria, list, '?size=20&page=99')
    const total = wide.paging?.total ?? wide.rows.length
    expect(wide.rows).toHaveLength(total % 20 || 20)
  })

  test('offers View, Download PDF and Print on each row [2 §1.13 §2.25 §2.114 §2.120]', async ({ maria }) => {
    const { rows } = await tableOf(maria, list)
    expect(new Set(rows.map(({ actions = [] }) => actions.map(({ label }) => label).join()))).toEqual(
      new Set(['View,Download PDF,Print']),
    )
  })

  test('is empty in words for a new patient [2 §2.116 §2.117 §2.123 §8.53]', async ({ nora }) => {
    const page = await nora.get<Screen>(`/ui/screens${list.screen}`)
    if (list.part === 6)
      expect(wordsOf(page.body)).toContain('Clinical Documents are posted as soon as they are available.')
    const { rows, empty, paging } = await tableOf(nora, list)
    expect([rows, paging, empty.text]).toEqual([
      [],
      undefined,
      list.part === 6
        ? 'When you receive Clinical documents, they will be shown here.'
        : 'When you receive Lab Orders, they will be shown here.',
    ])
  })

  test('is refused where the practice has switched it off, with its files [2 §6.20]', async ({ portal, maria }) => {
    const row = (await tableOf(maria, list)).rows[0]!
    const off = [1, 2, 3, 4, 5, 6, 7].filter((part) => part !== list.part)
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: off }, async () => {
      for (const address of [`/ui/screens${list.screen}`, `/ui/regions/${list.region}`, hrefOf(row, 'Download PDF')])
        expect([address, (await maria.get(address)).status]).toEqual([address, 403])
      expect((await maria.act(list.open, { [list.input]: idOf(row) })).status).toBe(403)
      const shell = await maria.get('/ui/shell')
      expect(JSON.stringify(shell.body)).not.toContain(list.screen)
    })
  })

  test('is bound to the patient: documents of others are as unknown as none [2 §6.2]', async ({
    maria,
    nora,
    gabriel,
  }) => {
    const row = (await tableOf(maria, list)).rows[0]!
    for (const visitor of [nora, gabriel]) {
      const tries = [
        await visitor.act<{ code: string }>(list.open, { [list.input]: idOf(row) }),
        await visitor.act<{ code: string }>(list.open, { [list.input]: '999999' }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([404, 404])
      expect(tries[0]!.body.code).toBe(tries[1]!.body.code)
      for (const label of ['Download PDF', 'Print']) expect((await visitor.get(hrefOf(row, label))).status).toBe(404)
    }
  })

  test('notes viewing, downloading and printing in words in the activity log [2 §7.35]', async ({ portal, maria }) => {
    const row = (await tableOf(maria, list)).rows.at(-1)!
    await maria.act(list.open, { [list.input]: idOf(row) })
    for (const label of ['Download PDF', 'Print']) await maria.get(hrefOf(row, label))
    const day = dayOf(portal.portal.now(), 'America/New_York')
    const log = await maria.get<Screen>(`/ui/screens/user/home/ActivityLog?from=${day}&to=${day}&size=50`)
    const words = wordsOf(log.body)
    const what = list.part === 6 ? 'a clinical document' : 'a lab order'
    const opened = list.part === 6 ? 'Viewed a clinical document' : 'Opened a lab order'
    for (const each of [opened, `Downloaded ${what}`, `Printed ${what}`]) expect(words).toContain(each)
  })
})

function hrefOf(row: Row, label: string): string {
  const action = actionOf(row, label)
  return ('href' in action && action.href) || expect.fail(`${label} has no address`)
}

describe('a clinical document', () => {
  test('opens as a large preview of its text, by its category [2 §2.115]', async ({ maria }) => {
    const row = (await tableOf(maria, documents)).rows[0]!
    const dialog = await dialogOf(maria, documents.open, { document: idOf(row) })
    expect([dialog.title, dialog.width]).toEqual([`${cellOf(row, 'description')} preview`, 'wide'])
    const [shown] = blocksOf(dialog.blocks, 'html')
    expect(shown?.html).toContain('Reason for the visit')
    expect(shown?.html).not.toMatch(/<(script|style|h1|h2)/)
  })

  test('shows the pictures of the record server to which it refers, as part of its text [2 §7.45]', async ({
    portal,
    maria,
  }) => {
    const row = (await tableOf(maria, documents)).rows[0]!
    const htmlOf = async () => {
      const dialog = await dialogOf(maria, documents.open, { document: idOf(row) })
      return blocksOf(dialog.blocks, 'html')[0]
    }
    const shown = await htmlOf()
    expect(shown?.html).toMatch(/<img src="data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/=]+" alt="Letterhead" \/>/)
    expect(shown).not.toHaveProperty('note')
    for (const kind of ['down', 'nonsense'] as const) {
      await portal.fault({ kind, path: 'assets/letterhead.png' })
      const without = await htmlOf()
      expect([kind, without?.html.includes('<img'), without?.note]).toEqual([kind, false, 'A picture cannot be shown.'])
      expect(without?.html).toContain('Reason for the visit')
      await portal.heal()
    }
  })

  test('of a practice without a letterhead has no picture, and no note about one', async ({ ben }) => {
    const row = (await tableOf(ben, documents)).rows[0]!
    const [shown] = blocksOf((await dialogOf(ben, documents.open, { document: idOf(row) })).blocks, 'html')
    expect(shown?.html).toContain('Reason for the visit')
    expect([shown?.html.includes('<img'), shown?.note]).toEqual([false, undefined])
  })

  test('that came as a PDF opens in the viewer', async ({ portal, maria }) => {
    const row = (await tableOf(maria, documents)).rows[0]!
    const id = Number(idOf(row))
    const { db } = portal.records
    await db.execute(
      sql`create table html_before as select session_n, content from clinical_documents where session_n = ${id}`,
    )
    await db.execute(
      sql`update clinical_documents set content = null, pdf = convert_to('%PDF-1.7 %%EOF', 'UTF8') where session_n = ${id}`,
    )
    const dialog = await dialogOf(maria, documents.open, { document: idOf(row) })
    expect(blocksOf(dialog.blocks, 'document')[0]?.src).toBe(`/user/home/clinicaldocuments/${id}/pdf`)
    await db.execute(
      sql`update clinical_documents d set pdf = null, content = b.content from html_before b where d.session_n = b.session_n`,
    )
  })

  test('that is not signed shows only where the practice wants it, and is marked [1 §6.22] [2 §2.119]', async ({
    portal,
    maria,
  }) => {
    const signed = await tableOf(maria, documents, '?size=20')
    expect(signed.paging?.total).toBe(36)
    await withSetting(portal, { name: 'Enable_Portal_Visibility_For_Unsigned_Sessions', value: true }, async () => {
      const all = await tableOf(maria, documents, '?size=20')
      expect(all.paging?.total).toBe(41)
      const marked = all.rows.find((row) => cellOf(row, 'description').endsWith(' (incomplete)'))
      expect((await dialogOf(maria, documents.open, { document: idOf(marked!) })).title).toMatch(/incomplete/)
      expect((await maria.get(hrefOf(marked!, 'Download PDF'))).status).toBe(200)
    })
  })

  test('invites questions only where messages are offered [2 §2.118 §6.21]', async ({ portal, maria }) => {
    const notice = async () => {
      const { body } = await maria.get<Screen>(`/ui/screens${documents.screen}`)
      return blocksOf(body.blocks, 'notice').find(({ id }) => id === 'questions')
    }
    expect(JSON.stringify((await notice())?.text)).toMatch(/\/user\/home\/Messages.*tel:\+12125550140/)
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 3, 4, 5, 6, 7] }, async () => {
      expect(await notice()).toBeUndefined()
    })
  })

  test('is a PDF that is shown, saved or printed, and never kept [2 §7.45]', async ({ portal, maria }) => {
    const row = (await tableOf(maria, documents)).rows[0]!
    await dialogOf(maria, documents.open, { document: idOf(row) })
    const saved = await maria.get<Buffer>(hrefOf(row, 'Download PDF'))
    const { rows } = await portal.database.db.execute(
      sql`select event, detail from audit_log where outcome = 'ok' order by id desc limit 2`,
    )
    const detail = JSON.stringify({ document: { id: idOf(row) } })
    expect(rows).toEqual([
      { event: 'file:clinicalDocuments.download', detail },
      { event: 'action:clinicalDocuments.open', detail },
    ])
    expect(saved.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    expect(saved.headers['content-disposition']).toMatch(
      /^attachment; filename="Lakeside-clinical-document-\d{4}-\d\d-\d\d\.pdf"$/,
    )
    expect((await readPdf(saved.body)).pages.join(' ')).toContain('Reason for the visit')
    const printed = await maria.get<Buffer>(hrefOf(row, 'Print'))
    expect(printed.headers['content-disposition']).toMatch(/^inline;/)
    expect(printed.headers['content-security-policy']).toBe(
      "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
    )
    expect(printed.headers['x-content-type-options']).toBe('nosniff')
  })

  test('fails in words while the record server is down, and lists again afterwards', async ({ portal, maria }) => {
    const row = (await tableOf(maria, documents)).rows[0]!
    await portal.fault({ kind: 'down', path: 'GetClinicalDocument' })
    const { status, body } = await maria.act<Problem>(documents.open, { document: idOf(row) })
    expect(status).toBeGreaterThanOrEqual(502)
    expect(messageOf(body)).toMatch(/cannot be reached at the moment/)
    expect((await maria.get(hrefOf(row, 'Download PDF'))).status).toBeGreaterThanOrEqual(502)
  })
})

describe('a lab order', () => {
  test('names laboratory and physician, and opens as a PDF [2 §2.120 §2.121]', async ({ maria }) => {
    const { columns, rows } = await tableOf(maria, labOrders)
    expect(columns.map(({ label }) => label)).toEqual(['Date', 'Laboratory Name', 'Physician'])
    const dialog = await dialogOf(maria, labOrders.open, { labOrder: idOf(rows[0]!) })
    const [shown] = blocksOf(dialog.blocks, 'document')
    expect([dialog.width, shown?.saved]).toEqual(['wide', 'File downloaded successfully!'])
    const { body } = await maria.get<Buffer>(shown?.src ?? '')
    expect((await readPdf(body)).pages.join(' ')).toContain('Ordered')
  })

  test('without a document says so [2 §2.122 §8.49]', async ({ maria }) => {
    const { rows } = await tableOf(maria, labOrders)
    const answers = await Promise.all(rows.map((row) => maria.act<Problem>(labOrders.open, { labOrder: idOf(row) })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, messageOf(body)])).toEqual([[404, 'No document available.']])
  })

  test('of a child is shown to its guardian', async ({ gabriel }) => {
    expect((await tableOf(gabriel, labOrders)).rows).toHaveLength(1)
  })
})
