import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { logInvoice } from '../../server/features/invoices/log-invoice.ts'
import { paymentPaths } from '../../server/features/payments/payments.paths.ts'
import { dateText } from '../../server/protocol/time-words.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { payByCard } from '../support/card-payment.ts'
import { guardianOf } from '../support/guardians.ts'
import { guestOf } from '../support/guests.ts'
import { makeInvoice, printPaper, statementDays } from '../support/invoices.ts'
import { runDueJobs } from '../support/jobs.ts'
import { paymentOf, wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest(
  {
    maria: 'maria.alvarez',
    nora: 'new.patient',
    gabriel: 'g.alvarez@example.com',
    ben: 'ben.carter',
  },
  { timeoutMs: 3000 },
)

const region = '/ui/regions/billing.charges'
const list = '/ui/screens/user/home/Invoices'
const pageOf = (number: string) => `${list}/${number}`
const fileOf = (number: string) => `/user/invoice/${number}/pdf`
const portalEmployee = 9001
const create = (visitor: Visitor, then = 'print', key?: string) =>
  visitor.act<{ effects: Effect[]; code?: string }>('invoices.create', { then }, key === undefined ? {} : { key })

interface LogRow {
  number: number
  patient: number
  employee: number
  amount: number
}
const logOf = ({ records }: RunningPortal) =>
  rowsOf<LogRow>(
    records.db,
    sql`select invoice_number as number, patient_n as patient, employee_n as employee, amount from invoice_print_log
      order by invoice_number`,
  )
const logged = async (portal: RunningPortal) => {
  await runDueJobs(portal, logInvoice)
  return logOf(portal)
}
const stored = ({ database }: RunningPortal) =>
  rowsOf<{ number: string; logged: boolean }>(
    database.db,
    sql`select number, logged_at is not null as logged from invoices order by number`,
  )

type Sheet = BlockOf<'sheet'>
type Table = Extract<Sheet['parts'][number], { type: 'table' }>

async function sheetOf(visitor: Visitor, address: string): Promise<Sheet> {
  const { status, body } = await visitor.get<Screen>(address)
  expect([address, status]).toEqual([address, 200])
  return blocksOf(body.blocks, 'sheet')[0] ?? expect.fail('there is no sheet')
}

async function pdfOf(visitor: Visitor, address: string) {
  const { status, body, headers } = await visitor.get<Buffer>(address)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  return readPdf(body)
}

const tableOf = ({ parts }: Sheet): Table =>
  parts.find((part) => part.type === 'table') ?? expect.fail('there is no table')

/** Every text of a sheet that is not cut in lines. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && ['text', 'value', 'name', 'label', 'printed'].includes(name)
      ? inner.split('\n')
      : name === 'cells' && !Array.isArray(inner)
        ? Object.values(inner as Record<string, string>) // the cells of a sheet are texts
        : textsOf(inner),
  )
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const figures = (text: string) => text.match(/-?\$[\d,]+\.\d\d/g)?.toSorted() ?? []

/** Expects that a file says what the sheet says: every word of it, and every figure as often. */
async function expectSame(sheet: Sheet, pdf: Awaited<ReturnType<typeof pdfOf>>): Promise<void> {
  const all = pdf.pages.join(' ')
  const texts = textsOf(sheet.parts)
  expect(figures(all)).toEqual(figures(texts.join(' ')))
  const written = all.replaceAll(/\s/g, '')
  expect(texts.flatMap(words).filter((word) => !written.includes(word))).toEqual([])
  expect([pdf.title, pdf.isTagged, pdf.language]).toEqual([sheet.label, true, 'en-US'])
}

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await runDueJobs(portal, logInvoice)
  await portal.database.db.execute(sql`delete from invoices`)
  await portal.records.db.execute(sql`delete from invoice_print_log`)
})

describe('the buttons of the bill', () => {
  const labelsFor = async (visitor: Visitor) =>
    blocksOf((await visitor.get<RegionContent>(region)).body.blocks, 'action').map(({ text }) => text)

  it('are there while something is owed [2 §2.44 §4.3]', async ({ maria, nora }) => {
    expect(await labelsFor(maria)).toEqual(
      expect.arrayContaining(['Print Invoice', 'View Invoice(s)', 'View Statement(s)']),
    )
    expect(await labelsFor(nora)).toEqual(['View Invoice(s)', 'View Statement(s)'])
    expect(await create(nora)).toMatchObject({ status: 409, body: { code: 'invoices.nothingDue' } })
  })

  it('for guests are to print, view and download one [2 §2.76]', async ({ portal }) => {
    expect(await labelsFor(await guestOf(portal))).toEqual(
      expect.arrayContaining(['Print Invoice', 'View Invoice', 'Download Invoice']),
    )
  })
})

describe('an invoice', bothEngines, () => {
  it('has the next number, a page that prints, and, when it is printed, an entry in the log of the record server [2 §3.20 §4.11 §4.12 §7.9 §7.14 §7.15 §9.22]', async ({
    portal,
    maria,
  }) => {
    const { body } = await create(maria)
    const [row] = await stored(portal)
    expect(body.effects).toEqual([{ type: 'navigate', to: `/user/home/Invoices/${row?.number}?print=now` }])
    const { print } = await sheetOf(maria, `${pageOf(row?.number ?? '')}?print=now`)
    expect(print).toEqual({
      label: 'Print',
      do: { type: 'call', action: 'invoices.print', input: { number: row?.number } },
      atOnce: true,
      address: `/user/home/Invoices/${row?.number}`,
    })
    expect((await sheetOf(maria, pageOf(row?.number ?? ''))).print).not.toHaveProperty('atOnce')
    expect((await printPaper(maria, print)).body.effects).toEqual([{ type: 'print' }])
    expect(await logged(portal)).toEqual([
      { number: Number(row?.number), patient: people.mariaAlvarez.patientN, employee: portalEmployee, amount: 31_245 },
    ])
    expect(await stored(portal)).toEqual([{ number: row?.number, logged: true }])
    await printPaper(maria, print)
    expect((await logged(portal)).map(({ number }) => number)).toEqual(Array(2).fill(Number(row?.number)))
  })

  it('that is only looked at or downloaded logs nothing', async ({ portal, maria }) => {
    const number = await makeInvoice(maria)
    await sheetOf(maria, `${pageOf(number)}?print=now`)
    await pdfOf(maria, fileOf(number))
    expect(await logged(portal)).toEqual([])
  })

  it('keeps its number while it says the same', async ({ portal, maria }) => {
    const number = await makeInvoice(maria)
    expect(await makeInvoice(maria)).toBe(number)
    await withSetting(portal, { name: 'InvoiceMessage', value: 'Thank you.' }, async () => {
      expect(await makeInvoice(maria)).not.toBe(number)
    })
    expect(await makeInvoice(maria)).toBe(number)
    expect(await stored(portal)).toHaveLength(2)
  })

  it('says what the specification names, on the screen and in the file alike [2 §2.51 §7.13 §9.29]', async ({
    maria,
  }) => {
    const number = await makeInvoice(maria)
    const sheet = await sheetOf(maria, pageOf(number))
    for (const text of [
      'Lakeside Dermatology',
      '240 East 44th Street, Floor 6',
      'New York, NY 10017',
      '(212) 555-0140',
      'Maria Alvarez',
      'LSD-1001',
      number,
      'Upon Receipt',
      'RETURN SERVICE REQUESTED',
      'Reminder: You are responsible for payment regardless of insurance coverage. If payment has been made, please disregard this notice.',
      '$312.45',
    ])
      expect(textsOf(sheet.parts)).toContain(text)
    const table = tableOf(sheet)
    expect(table.columns.map(({ label }) => label)).toEqual([
      'Service Date',
      'Procedure Code/Description',
      'Diagnosis Code(s)',
      'Our Charge',
      'Allowed Amount',
      'Discount',
      'Insurance Payments',
      'Patient Responsible',
      'Patient Payment',
      'Remaining Patient Balance',
    ])
    expect(table.rows).toHaveLength(5)
    expect(table.total?.cells).toMatchObject({ charged: '$985.00', remaining: '$312.45' })
    expect(table.rows.map(({ cells }) => cells.remaining)).toContain('Credit $50.00')
    await expectSame(sheet, await pdfOf(maria, fileOf(number)))
  })

  it('keeps its figures when others are owed later, and is listed', async ({ portal, maria }) => {
    const number = await makeInvoice(maria)
    const before = await sheetOf(maria, pageOf(number))
    const charge = sql`patient_n = 1001 and description like 'Tissue%'`
    await portal.records.db.execute(sql`update charges set patient_paid = patient_paid + 100 where ${charge}`)
    expect(await sheetOf(maria, pageOf(number))).toEqual(before)
    const later = await makeInvoice(maria)
    expect(wordsOf(await sheetOf(maria, pageOf(later)))).toContain('$311.45')
    await portal.records.db.execute(sql`update charges set patient_paid = patient_paid - 100 where ${charge}`)
    const rows = blocksOf((await maria.get<Screen>(list)).body.blocks, 'table').flatMap((table) => table.rows)
    expect(rows.map(({ cells }) => [cells.number?.text, cells.amount?.text])).toEqual([
      [later, '$311.45'],
      [number, '$312.45'],
    ])
  })

  it('is offered where none was made', async ({ maria, nora }) => {
    const nextOf = async (visitor: Visitor) =>
      blocksOf((await visitor.get<Screen>(list)).body.blocks, 'table')[0]?.empty.next
    expect((await nextOf(maria))?.do).toEqual({ type: 'call', action: 'invoices.create', input: { then: 'view' } })
    expect(await nextOf(nora)).toBeUndefined()
    expect((await create(maria, 'view')).body.effects).toEqual([
      { type: 'navigate', to: expect.stringMatching(/^\/user\/home\/Invoices\/\d+$/) },
    ])
  })

  it('of 60 lines has each of them once, on several pages', async ({ portal, nora }) => {
    const { patientN } = people.noraQuinn
    await portal.records.db.execute(
      sql`update charges set patient_n = ${patientN} where practice = 'lakeside' and code = '96910'`,
    )
    const number = await makeInvoice(nora)
    const sheet = await sheetOf(nora, pageOf(number))
    const pdf = await pdfOf(nora, fileOf(number))
    await expectSame(sheet, pdf)
    expect(tableOf(sheet).rows).toHaveLength(60)
    expect(pdf.pages.length).toBeGreaterThan(1)
    const all = pdf.pages.join(' ')
    for (const { cells } of tableOf(sheet).rows) expect(all.split(cells.day ?? '')).toHaveLength(2)
    expect(all).toContain(`Page 2 of ${pdf.pages.length}`)
  })

  it('keeps a name with markup as text', async ({ portal, maria }) => {
    const name = '<b>Łukasz</b>'
    await portal.records.db.execute(sql`update patients set first_name = ${name} where patient_n = 1001`)
    const number = await makeInvoice(maria)
    await portal.records.db.execute(sql`update patients set first_name = 'Maria' where patient_n = 1001`)
    expect(textsOf((await sheetOf(maria, pageOf(number))).parts)).toContain(`${name} Alvarez`)
    expect((await pdfOf(maria, fileOf(number))).pages.join(' ')).toContain(`${name} Alvarez`)
  })
})

describe('settings of the practice', () => {
  it.for([
    ['1', 'Provider NPI', '1299001010, 1299001036'],
    ['2', 'Facility NPI', '1299001119, 1299001127'],
    ['3', 'Pay-to NPI', '1999999984'],
  ] as const)('name the NPI %s [2 §3.13]', async ([value, name, npi], { portal, maria }) => {
    await withSetting(portal, { name: 'IncludeNPIonInvoice', value }, async () => {
      const sheet = await sheetOf(maria, pageOf(await makeInvoice(maria)))
      expect(wordsOf(sheet)).toContain(JSON.stringify({ name, value: npi }))
    })
  })

  it('add a message, of which nothing runs and nothing is loaded [2 §3.14]', async ({ portal, maria }) => {
    const value =
      '<p onclick="alert(1)">Thank you for visiting <b>@facility_name</b>,<br>@facility_city_state_zip.</p><script>alert(2)</script><img src="https://evil.example/x.png">'
    await withSetting(portal, { name: 'InvoiceMessage', value }, async () => {
      const number = await makeInvoice(maria)
      const sheet = await sheetOf(maria, pageOf(number))
      expect(sheet.parts).toContainEqual({
        type: 'paragraph',
        text: [
          { text: 'Thank you for visiting ' },
          { text: 'Lakeside Midtown', strong: true },
          { text: ',' },
          { text: '\n' },
          { text: 'New York, NY 10017.' },
        ],
      })
      for (const trace of ['alert', 'evil', 'onclick', '<']) expect(wordsOf(sheet)).not.toContain(trace)
      await expectSame(sheet, await pdfOf(maria, fileOf(number)))
    })
  })
})

describe('the message of a practice', () => {
  const list = '<ol><li>Pay</li><li>Keep<ul><li>this page</li></ul></li></ol>'
  const table =
    '<table><tr><th colspan="2">Hours</th></tr><tr><td rowspan="2">Mon</td><td>8</td></tr><tr><td>9</td></tr></table>'
  const links =
    '<p><a href="https://pay.example/a?b=1&amp;c=2">Read more</a> <em>or</em> <a href="mailto:bills@lakeside.example">write</a>, <a href="javascript:alert(1)">not this</a></p>'

  it('keeps its lists, tables and links, on the screen and in the file alike [2 §3.14]', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'InvoiceMessage', value: list + table + links }, async () => {
      const number = await makeInvoice(maria)
      const sheet = await sheetOf(maria, pageOf(number))
      expect(sheet.parts).toContainEqual({
        type: 'list',
        items: [
          { text: [{ text: 'Pay' }], number: 1 },
          { text: [{ text: 'Keep' }], number: 2 },
          { text: [{ text: 'this page' }], level: 2 },
        ],
      })
      expect(sheet.parts).toContainEqual({
        type: 'grid',
        rows: [
          { cells: [{ text: [{ text: 'Hours' }], head: true, across: 2 }] },
          { cells: [{ text: [{ text: 'Mon' }], down: 2 }, { text: [{ text: '8' }] }] },
          { cells: [{ text: [{ text: '9' }] }] },
        ],
      })
      expect(textsOf(sheet.parts)).toEqual(
        expect.arrayContaining([
          'Read more',
          ' (https://pay.example/a?b=1&c=2)',
          ' (bills@lakeside.example)',
          ', ',
          'not this',
        ]),
      )
      expect(JSON.stringify(sheet)).not.toContain('javascript')
      const pdf = await pdfOf(maria, fileOf(number))
      await expectSame(sheet, pdf)
      expect(pdf.pages.join(' ').replaceAll(/\s+/g, ' ')).toMatch(/1\. Pay 2\. Keep • this page Hours Mon 8 9/)
    })
  })
})

describe('a number', bothEngines, () => {
  it('is taken once by a double press', async ({ portal, maria }) => {
    const answers = await Promise.all([1, 2, 3].map(() => create(maria, 'print', 'one-press-only')))
    expect(answers.map(({ body }) => body.effects)).toEqual(Array(3).fill(answers[0]?.body.effects))
    expect(await stored(portal)).toHaveLength(1)
  })

  it('is one for the same invoice, and never used for two, whoever presses at once', async ({
    portal,
    maria,
    gabriel,
  }) => {
    await portal.records.db.execute(
      sql`update charges set patient_paid = 0 where patient_n = ${people.lucasAlvarez.patientN}`,
    )
    const answers = await Promise.all([maria, gabriel, maria, gabriel].map((visitor) => create(visitor)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [ofMaria, ofGabriel, ...again] = answers.map(({ body }) => body.effects)
    expect(again).toEqual([ofMaria, ofGabriel])
    expect(new Set((await stored(portal)).map(({ number }) => number)).size).toBe(2)
  })

  it('that the record server gives again is not used again', async ({ portal, maria }) => {
    const number = Number(await makeInvoice(maria))
    await portal.records.db.execute(sql`update invoice_numbers set last = ${number - 1} where practice = 'lakeside'`)
    await withSetting(portal, { name: 'InvoiceMessage', value: 'Thank you.' }, async () =>
      expect(Number(await makeInvoice(maria))).toBe(number + 1),
    )
  })

  it('may be the same at another practice', async ({ portal, maria, ben }) => {
    await portal.records.db.execute(sql`insert into invoice_numbers values ('northgate', 500) on conflict (practice)
      do update set last = 500`)
    await portal.records.db.execute(sql`update invoice_numbers set last = 500 where practice = 'lakeside'`)
    expect([await makeInvoice(maria), await makeInvoice(ben)]).toEqual(['501', '501'])
    expect(wordsOf(await sheetOf(ben, pageOf('501')))).toContain('Ben Carter')
    expect(wordsOf(await sheetOf(maria, pageOf('501')))).toContain('Maria Alvarez')
  })
})

describe('while the record server fails', bothEngines, () => {
  it.for([
    ['GetInvoiceData', 'down', 503],
    ['GetInvoiceNumber', 'down', 504],
    ['GetInvoiceNumber', 'lost', 504],
    ['GetInvoiceNumber', 'nonsense', 502],
    ['GetInvoiceNumber', 'refuse', 502],
  ] as const)('%s %s: nothing is made, and it can be tried again', async ([path, kind, status], { portal, ben }) => {
    await portal.fault({ path, kind })
    expect((await create(ben)).status).toBe(status)
    expect(await stored(portal)).toEqual([])
    await portal.heal()
    expect((await create(ben)).status).toBe(200)
  })

  it.for([
    ['portal_invoice', 'down'],
    ['portal_invoice', 'lost'],
    ['GetPortalEmployeeN', 'down'],
    ['GetPortalEmployeeN', 'nonsense'],
  ] as const)('it prints, and the log is written later, once (%s %s)', async ([path, kind], { portal, maria }) => {
    await portal.fault({ path, kind, times: 3 })
    const number = await makeInvoice(maria)
    const sheet = await sheetOf(maria, pageOf(number))
    expect((await printPaper(maria, sheet.print)).status).toBe(200)
    await expect
      .poll(async () => {
        await runDueJobs(portal, logInvoice)
        return stored(portal)
      })
      .toEqual([{ number, logged: true }])
    expect((await logOf(portal)).map((row) => row.number)).toEqual([Number(number)])
  })
})

describe('nobody else', () => {
  it('reads an invoice or its file', async ({ portal, maria, nora, gabriel, ben }) => {
    const number = await makeInvoice(maria)
    for (const visitor of [nora, gabriel, ben]) {
      expect(await visitor.get(pageOf(number))).toMatchObject({ status: 404, body: { code: 'invoices.unknown' } })
      expect(await visitor.act('invoices.print', { number })).toMatchObject({
        status: 404,
        body: { code: 'invoices.unknown' },
      })
      expect((await visitor.get(fileOf(number))).status).toBe(404)
    }
    for (const visitor of [portal.visitor(), await portal.signIn('front.desk')])
      expect([401, 403]).toContain((await visitor.get(fileOf(number))).status)
    for (const other of ['99999999', '0', 'x', '%00', "1'--"])
      expect([other, (await maria.get(fileOf(other))).status]).toEqual([other, 404])
  })

  it('finds the words of a bill in the database', async ({ portal, maria }) => {
    await makeInvoice(maria)
    const [row] = await rowsOf<{ text: string }>(portal.database.db, sql`select i::text as text from invoices i`)
    for (const secret of ['Alvarez', 'L70.0', 'Office visit']) expect(row?.text).not.toContain(secret)
  })
})

describe('a guest', () => {
  const guestPage = '/ui/screens/user/guestInvoice'
  const secrets = ['99214', '17000', 'Office visit', 'Destruction', 'L57.0', 'C44.311']

  it('makes and reads an invoice without what was done, why, and where the patient lives [2 §1.21]', async ({
    portal,
  }) => {
    const guest = await guestOf(portal)
    expect(wordsOf((await guest.get<Screen>(guestPage)).body.blocks)).toContain('No invoice has been made yet.')
    const { body } = await create(guest)
    const [{ number } = { number: '' }] = await stored(portal)
    expect(body.effects).toEqual([{ type: 'navigate', to: `/user/guestInvoice?invoice=${number}&print=now` }])
    const sheet = await sheetOf(guest, guestPage)
    expect(sheet.label).toBe(`Invoice ${number}`)
    const pdf = await pdfOf(guest, fileOf(number))
    await expectSame(sheet, pdf)
    const address = await rowsOf<{ address: string }>(
      portal.records.db,
      sql`select address from patients where patient_n = ${people.eleanorWhitfield.patientN}`,
    )
    for (const secret of [...secrets, address[0]?.address ?? '', people.eleanorWhitfield.emrid, 'Patient ID']) {
      expect(wordsOf(sheet)).not.toContain(secret)
      expect(pdf.pages.join(' ')).not.toContain(secret)
    }
    expect(textsOf(sheet.parts)).toContain('$184.20')
  })

  it('reads no number of a provider, also where invoices show them', async ({ portal }) => {
    await withSetting(portal, { name: 'IncludeNPIonInvoice', value: '1' }, async () => {
      const guest = await guestOf(portal)
      await create(guest)
      expect(JSON.stringify(await sheetOf(guest, guestPage))).not.toContain('NPI')
    })
  })

  it('sees no invoice of another session, and none of another patient', async ({ portal, maria }) => {
    const [first, second] = [await guestOf(portal), await guestOf(portal)]
    const number = await makeInvoice(first)
    expect(await makeInvoice(first)).toBe(number)
    expect(await makeInvoice(second)).not.toBe(number)
    expect((await second.act('invoices.print', { number })).status).toBe(404)
    expect((await printPaper(first, (await sheetOf(first, guestPage)).print)).status).toBe(200)
    const other = await makeInvoice(maria)
    for (const each of [number, other]) {
      expect((await second.get(`${guestPage}?invoice=${each}`)).status).toBe(404)
      expect((await second.get(fileOf(each))).status).toBe(404)
    }
    expect((await first.get(fileOf(number))).status).toBe(200)
    expect((await first.get('/ui/screens/user/home/Invoices')).status).toBe(403)
    expect((await first.get('/ui/screens/user/home/Statements')).status).toBe(403)
  })
})

describe('statements', bothEngines, () => {
  it('are listed by date of service with what is left to pay [2 §2.49 §4.10]', async ({ maria }) => {
    const { body } = await maria.get<Screen>('/ui/screens/user/home/Statements')
    const [table] = blocksOf(body.blocks, 'table')
    expect(table?.columns.map(({ label }) => label)).toEqual(['Service Date', 'Remaining Patient Balance'])
    expect(table?.rows.map(({ cells }) => cells.owed?.text)).toEqual(['$176.00', '$186.45', 'Credit $50.00'])
    const days = await statementDays(maria)
    expect(table?.rows.map(({ cells }) => cells.day?.text)).toEqual(
      days.map((day) => [{ text: dateText(day), href: `/user/home/Statements/${day}` }]),
    )
    expect(table?.rows[0]?.actions?.map(({ label }) => label)).toEqual(['Print', 'Ask about it'])
  })

  it('show the charges of their date, and use up no number until they are printed [2 §1.2 §2.50]', async ({
    portal,
    maria,
  }) => {
    const [latest = ''] = await statementDays(maria)
    const sheet = await sheetOf(maria, `/ui/screens/user/home/Statements/${latest}`)
    expect(tableOf(sheet).rows).toHaveLength(2)
    expect(tableOf(sheet).total?.cells.remaining).toBe('$176.00')
    await expectSame(sheet, await pdfOf(maria, `/user/home/Statements/${latest}/pdf`))
    expect(await stored(portal)).toEqual([])
    for (const time of [1, 2])
      expect([time, (await printPaper(maria, sheet.print)).body.effects]).toEqual([
        time,
        [{ type: 'refresh', what: 'screen' }, { type: 'print' }],
      ])
    const [{ number } = { number: '' }, ...others] = await stored(portal)
    expect(others).toEqual([])
    const entry = { number: Number(number), patient: people.mariaAlvarez.patientN, employee: portalEmployee }
    expect(await logged(portal)).toEqual(Array(2).fill({ ...entry, amount: 17_600 }))
    const printed = await sheetOf(maria, `/ui/screens/user/home/Statements/${latest}`)
    expect([printed.label, textsOf(printed.parts)]).toEqual([
      `Statement ${number}`,
      expect.arrayContaining(['Statement Number', number]),
    ])
    await expectSame(printed, await pdfOf(maria, `/user/home/Statements/${latest}/pdf`))
    expect((await maria.get(pageOf(number))).status).toBe(404)
    expect(blocksOf((await maria.get<Screen>(list)).body.blocks, 'table')[0]?.rows).toEqual([])
  })

  it('of a credit can be printed too', async ({ portal, maria }) => {
    const day = (await statementDays(maria)).at(-1) ?? ''
    const sheet = await sheetOf(maria, `/ui/screens/user/home/Statements/${day}`)
    expect(tableOf(sheet).total?.cells.remaining).toBe('Credit $50.00')
    expect(textsOf(sheet.parts)).toContain('Credit $50.00')
    expect((await printPaper(maria, sheet.print)).status).toBe(200)
    expect((await logged(portal)).map(({ amount }) => amount)).toEqual([-5000])
  })

  it('are of the patient only', async ({ maria, nora, ben }) => {
    const [latest = ''] = await statementDays(maria)
    for (const visitor of [nora, ben]) {
      expect((await visitor.get(`/ui/screens/user/home/Statements/${latest}`)).status).toBe(404)
      expect((await visitor.get(`/user/home/Statements/${latest}/pdf`)).status).toBe(404)
      expect((await visitor.act('invoices.printStatement', { day: latest })).status).toBe(404)
    }
    expect((await maria.get('/ui/screens/user/home/Statements/2020-01-01')).status).toBe(404)
  })
})

describe('a document', () => {
  it('fills the screen and leads back to its tab of the bill; an older client shows the way back', async ({
    portal,
    maria,
  }) => {
    const guest = await guestOf(portal)
    const [number, ofGuest] = [await makeInvoice(maria), await makeInvoice(guest)]
    const [day = ''] = await statementDays(maria)
    const id = await paymentOf(portal, { licenseeId: 'lakeside', patientId: String(people.mariaAlvarez.patientN) })
    for (const [visitor, address, to] of [
      [maria, pageOf(number), '/user/home/Billing?tab=papers'],
      [maria, `/ui/screens/user/home/Statements/${day}`, '/user/home/Billing?tab=papers'],
      [maria, `/ui/screens/payment/printReceipt?payment=${id}`, '/user/home/Billing?tab=payments'],
      [guest, `/ui/screens/user/guestInvoice?invoice=${ofGuest}`, '/user/guestBilling?tab=papers'],
    ] as const) {
      const { chrome, back, close } = (await visitor.get<Screen>(address)).body
      expect([address, chrome, back, close]).toEqual([
        address,
        'none',
        { label: 'Billing', to },
        { label: 'Close', to },
      ])
    }
  })
})

describe('a receipt', () => {
  it('is a sheet, and a file that says the same [2 §2.71 §9.23]', async ({ portal, maria, nora }) => {
    const id = await paymentOf(portal, { licenseeId: 'lakeside', patientId: String(people.mariaAlvarez.patientN) })
    const sheet = await sheetOf(maria, `/ui/screens/payment/printReceipt?payment=${id}`)
    expect(textsOf(sheet.parts)).toEqual(
      expect.arrayContaining(['Receipt', '$1.00', 'Visa ending in 1111', `txn_${id}`]),
    )
    expect(sheet.print).toEqual({
      label: 'Print',
      do: { type: 'call', action: 'payments.printReceipt', input: { payment: id } },
    })
    const printed = await sheetOf(maria, `/ui/screens/payment/printReceipt?payment=${id}&print=now`)
    expect(printed.print).toMatchObject({ atOnce: true })
    await expectSame(sheet, await pdfOf(maria, `/payment/printReceipt/${id}/pdf`))
    for (const [visitor, other] of [
      [nora, id],
      [maria, '%00'],
    ] as const)
      expect((await visitor.get(`/payment/printReceipt/${other}/pdf`)).status).toBe(404)
    expect((await nora.act('payments.printReceipt', { payment: id })).status).toBe(404)
  })
})

describe('printing again', () => {
  it('a receipt, an invoice or a statement has a row of its own in the activity log [2 §4.12]', async ({
    portal,
    maria,
  }) => {
    const id = await paymentOf(portal, { licenseeId: 'lakeside', patientId: String(people.mariaAlvarez.patientN) })
    const [day = ''] = await statementDays(maria)
    for (const address of [
      pageOf(await makeInvoice(maria)),
      `/ui/screens/user/home/Statements/${day}`,
      `/ui/screens/payment/printReceipt?payment=${id}`,
    ]) {
      const { print } = await sheetOf(maria, address)
      const rows = () =>
        rowsOf<{ event: string }>(
          portal.database.db,
          sql`select event from audit_log where event ilike '%print%' and event like 'action:%' and outcome = 'ok' order by id`,
        )
      const before = await rows()
      for (const _ of [1, 2]) expect((await printPaper(maria, print)).body.effects).toContainEqual({ type: 'print' })
      const action = print?.do?.type === 'call' ? print.do.action : ''
      await expect
        .poll(async () => (await rows()).slice(before.length))
        .toEqual(Array(2).fill({ event: `action:${action}` }))
    }
  })
})

describe('the logo of the practice', () => {
  const address = '/practice/logo'
  const minuteMs = 60_000
  /** Moves on by more than a response is cached, from test to test: the cache is not reset with the clock. */
  let aheadMs = 0
  const later = ({ clock }: RunningPortal) => void (clock.aheadMs = aheadMs += 6 * minuteMs)
  const imagesOf = (sheet: Sheet) =>
    sheet.parts
      .flatMap((part) => (part.type === 'columns' ? part.columns.flatMap(({ parts }) => parts) : [part]))
      .filter((part) => part.type === 'image')
  const image = { type: 'image', src: address, alt: '', width: 120, height: 72 }

  /** Invoice, statement and, with a payment, receipt. */
  async function sheetsOf(visitor: Visitor, payment?: string) {
    const number = await makeInvoice(visitor)
    const [day = ''] = await statementDays(visitor)
    const addresses = [
      { page: pageOf(number), file: fileOf(number) },
      { page: `/ui/screens/user/home/Statements/${day}`, file: `/user/home/Statements/${day}/pdf` },
    ]
    if (payment !== undefined)
      addresses.push({
        page: `/ui/screens/payment/printReceipt?payment=${payment}`,
        file: `/payment/printReceipt/${payment}/pdf`,
      })
    return Promise.all(
      addresses.map(async ({ page, file }) => {
        const [sheet, pdf] = [await sheetOf(visitor, page), await pdfOf(visitor, file)]
        await expectSame(sheet, pdf)
        return { images: imagesOf(sheet), pictures: pdf.pictures }
      }),
    )
  }
  const paid = (portal: RunningPortal) =>
    paymentOf(portal, { licenseeId: 'lakeside', patientId: String(people.mariaAlvarez.patientN) })

  it('stands on invoices, statements and receipts, on the screen and in the file [2 §3.15]', async ({
    portal,
    maria,
  }) => {
    expect(await sheetsOf(maria, await paid(portal))).toEqual(Array(3).fill({ images: [image], pictures: 1 }))
    const { status, headers, body } = await maria.get<Buffer>(address)
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])
    expect(await sharp(body).metadata()).toMatchObject({ width: 360, height: 216, hasAlpha: false })
  })

  it('goes when the practice switches it off [2 §3.15]', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'show_invoice_logo', value: false }, async () => {
      expect(await sheetsOf(maria, await paid(portal))).toEqual(Array(3).fill({ images: [], pictures: 0 }))
      expect((await maria.get(address)).status).toBe(404)
    })
  })

  it('is missing where the practice has none', async ({ ben }) => {
    expect(await sheetsOf(ben)).toEqual(Array(2).fill({ images: [], pictures: 0 }))
    expect((await ben.get(address)).status).toBe(404)
  })

  it('is loaded by guests, and by nobody without a session', async ({ portal }) => {
    const guest = await guestOf(portal)
    const number = await makeInvoice(guest)
    expect(imagesOf(await sheetOf(guest, `/ui/screens/user/guestInvoice?invoice=${number}`))).toEqual([image])
    expect((await guest.get(address)).status).toBe(200)
    expect((await portal.visitor().get(address)).status).toBe(401)
  })

  it.for(['down', 'hang', 'refuse', 'nonsense'] as const)(
    'is left out while the record server does not send it (%s)',
    async (kind, { portal }) => {
      later(portal)
      const guest = await guestOf(portal)
      const number = await makeInvoice(guest)
      const page = `/ui/screens/user/guestInvoice?invoice=${number}`
      await portal.fault({ path: 'GetLogo', kind })
      expect(imagesOf(await sheetOf(guest, page))).toEqual([])
      expect((await pdfOf(guest, fileOf(number))).pictures).toBe(0)
      await portal.heal()
      later(portal)
      await expect.poll(async () => imagesOf(await sheetOf(guest, page))).toEqual([image])
    },
  )

  it('is that of now, also on an older invoice, and left out while it cannot be drawn', async ({ portal }) => {
    later(portal)
    const maria = await portal.signIn('maria.alvarez')
    const number = await makeInvoice(maria)
    const change = async (content: Buffer) => {
      later(portal)
      await portal.records.db.execute(
        sql`update logos set content = ${content.toString('base64')} where practice = 'lakeside'`,
      )
      return imagesOf(await sheetOf(maria, pageOf(number)))
    }
    const [before] = await rowsOf<{ content: string }>(portal.records.db, sql`select content from logos`)
    const wide = await sharp({ create: { width: 480, height: 48, channels: 3, background: '#13607c' } })
      .png()
      .toBuffer()
    expect(await change(wide)).toEqual([{ ...image, width: 240, height: 24 }])
    expect(await change(Buffer.alloc(6 * 1_048_576 + 1))).toEqual([])
    expect((await pdfOf(maria, fileOf(number))).pictures).toBe(0)
    expect(await change(Buffer.from(before?.content ?? '', 'base64'))).toEqual([image])
  })
})

// At the end: it uses up what the others need.
// After what counts charges, because it pays.
describe('nobody without billing', () => {
  it('reads a bill, an invoice or a receipt as a guardian', async ({ portal, maria }) => {
    const number = await makeInvoice(maria)
    const [day = ''] = await statementDays(maria)
    expect((await payByCard(portal, maria, { amount: '10.00' })).status).toBe(200)
    const [payment] = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select id from payments where amount_cents = 1000`,
    )
    const billing = 5
    const [guardian, limited] = [await guardianOf(portal, maria, [billing]), await guardianOf(portal, maria, [1])]
    expect(await makeInvoice(guardian)).toBe(await makeInvoice(maria))
    for (const path of [
      '/ui/screens/user/home/Billing',
      '/ui/screens/user/home/Invoices',
      '/ui/screens/user/home/Statements',
      `/ui/screens/user/home/Statements/${day}`,
      pageOf(number),
      fileOf(number),
      `/ui/screens/payment/printReceipt?payment=${payment?.id}`,
      paymentPaths.receiptFile({ payment: String(payment?.id) }),
    ]) {
      expect([path, (await guardian.get(path)).status]).toEqual([path, 200])
      expect([path, (await limited.get(path)).status]).toEqual([path, 403])
    }
  })
})

// Near the end: it pays everything.
describe('an invoice of what was paid', () => {
  it('stays reachable when everything is paid', async ({ portal, ben }) => {
    const number = await makeInvoice(ben)
    await portal.records.db.execute(
      sql`update charges set patient_paid = patient_responsible where patient_n = ${people.benCarter.patientN}`,
    )
    const { body } = await ben.get<RegionContent>(`${region}?tab=papers`)
    const links = JSON.stringify(body.blocks)
    expect(links).toContain('No Due Payment')
    expect(links).not.toContain('Print Invoice')
    for (const words of ['View Invoice(s)', 'View Statement(s)']) expect(links).toContain(words)
    expect(blocksOf((await ben.get<Screen>(list)).body.blocks, 'table')[0]?.rows.map(({ id }) => id)).toEqual([
      `invoice-${number}`,
    ])
    expect((await sheetOf(ben, pageOf(number))).label).toBe(`Invoice ${number}`)
  })
})

describe('files', bothEngines, () => {
  it('of one person are limited in a minute, and hold up nobody else', async ({ portal, maria }) => {
    const file = fileOf(await makeInvoice(maria))
    const guest = await guestOf(portal)
    const answers = await Promise.all(Array.from({ length: 40 }, () => maria.get(file)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length).toBeLessThanOrEqual(30)
    expect(new Set(answers.filter((answer) => !made.includes(answer)).map(({ status }) => status))).toEqual(
      new Set([429]),
    )
    expect((await guest.get(fileOf(await makeInvoice(guest)))).status).toBe(200)
  })
})

describe('numbers of a patient', bothEngines, () => {
  it('are limited in an hour', async ({ portal, maria }) => {
    const answers = await Promise.all(Array.from({ length: 45 }, () => create(maria)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(3)
    expect((await stored(portal)).length).toBeLessThanOrEqual(40)
  })
})
