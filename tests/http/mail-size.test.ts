import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { until } from '../support/waiting.ts'
import { withoutLimits } from '../support/without-limits.ts'

const test = portalTest({ maria: 'maria.alvarez' })

const ways = ['simple', 'secure', 'direct'] as const
type Way = (typeof ways)[number]
interface Answer {
  errors?: { pointer: string; message: string }[]
}

const megabyte = 1024 * 1024
const most = 10 * megabyte
const tooLarge = 'These visit records are larger than 10 MB together. Choose fewer.'

/** A document of so many bytes, with letters of two bytes, in lines and without. */
function xmlOf(bytes: number): string {
  const [begin, line, end] = ['<x>', 'Grüße & "quotes" <b/>\n', '</x>']
  const size = (text: string) => Buffer.byteLength(text)
  const lines = line.repeat(Math.floor(bytes / 2 / size(line)))
  return `${begin}${lines}${'x'.repeat(bytes - size(begin) - size(lines) - size(end))}${end}`
}

/** Adds records, each on a day of its own, and returns their ids. */
async function added({ records: { db } }: RunningPortal, texts: readonly string[]) {
  const { practice, patientN } = people.mariaAlvarez
  const ids: string[] = []
  for (const [at, xml] of texts.entries()) {
    const day = `2019-04-${String(at + 1).padStart(2, '0')}`
    const rows = await rowsOf<{ id: number }>(
      db,
      sql`insert into visit_records (practice, patient_n, created_on, xml)
        values (${practice}, ${patientN}, ${day}::date, ${xml}) returning ccda_id as id`,
    )
    ids.push(...rows.map(({ id }) => String(id)))
  }
  return ids
}

let readers = 0
const mail = (records: readonly string[]) => ({
  to: `large${(readers += 1)}@direct.hospital.example`,
  subject: 'My records',
  message: 'All of them.',
  draft: randomUUID(),
  records: records.join(),
})

/** Simple mail asks first, and sends after the warning. */
const sendsOf: Record<Way, readonly string[]> = {
  simple: ['simpleMail.send', 'simpleMail.sendAnyway'],
  secure: ['secureMail.send'],
  direct: ['directMail.send'],
}

const keptRows = ({ database: { db } }: RunningPortal) =>
  rowsOf(db, sql`select id from external_mails union all select mail_id from external_mail_files`)

async function refusal(answer: Promise<{ status: number; body: Answer }>) {
  const { status, body } = await answer
  return [status, body.errors?.map(({ message }) => message)]
}

/** The attached files as the receiver of a mail has them. */
async function filesInMail({ outbox, mailSource }: RunningPortal, to: string): Promise<Buffer[]> {
  // On a slow machine the mail server takes it after the answer.
  const id = await until('the email', async () => (await outbox(to))[0]?.id)
  const { attachments } = await PostalMime.parse(await mailSource(id))
  return attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)) // no encoding is requested
}

/** The attached files as the reader of a secure mail downloads them. */
async function filesBehindLink(portal: RunningPortal, to: string): Promise<Buffer[]> {
  const reader = portal.visitor()
  const [email] = await portal.outbox(to)
  const token = /\/user\/securemail\/([\w-]{43})\s/.exec(email?.text ?? '')?.[1] ?? expect.fail('no link')
  await reader.act('secureMail.begin', { token })
  const texts = (await portal.outbox(to)).map(({ text }) => text)
  const code = texts.flatMap((text) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? [])[0]
  expect((await reader.act('secureMail.verify', { code })).status).toBe(200)
  const files = await Promise.all([1, 2].map((at) => reader.get<string>(`/user/securemail/${token}/xml/${at}`)))
  return files.map(({ body }) => Buffer.from(body))
}

const act = (visitor: Visitor, name: string, input: object) => visitor.act<Answer>(name, input)

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  countAgain = withoutLimits(portal)
  await portal.database.db.execute(sql`delete from external_mails`)
  await portal.records.db.execute(sql`delete from visit_records where created_on < '2020-01-01'`)
})

describe.for(ways)('a %s email', (way) => {
  test.for([
    ['26 MB in one record', [26 * megabyte]],
    ['26 MB in five records of five days', Array<number>(5).fill((26 * megabyte) / 5)],
    ['one byte more than 10 MB', [most / 2, most / 2 + 1]],
  ] as const)(
    'with %s is refused in words that name the limit; nothing is kept or sent',
    async ([, sizes], { portal, maria }) => {
      const records = await added(
        portal,
        sizes.map((bytes) => xmlOf(Math.ceil(bytes))),
      )
      expect(await refusal(act(maria, `${way}Mail.attachVisitRecords`, { records }))).toEqual([422, [tooLarge]])
      const input = mail(records)
      for (const send of sendsOf[way]) expect(await refusal(act(maria, send, input))).toEqual([422, [tooLarge]])
      expect([await keptRows(portal), await portal.outbox(input.to)]).toEqual([[], []])
    },
  )

  test('with 10 MB of records reaches its reader with every byte', async ({ portal, maria }) => {
    const texts = [xmlOf(most / 2 - 1), xmlOf(most / 2 + 1)]
    const records = await added(portal, texts)
    expect((await act(maria, `${way}Mail.attachVisitRecords`, { records })).status).toBe(200)
    const input = mail(records)
    expect((await act(maria, sendsOf[way].at(-1) ?? '', input)).status).toBe(200)
    const files = await (way === 'secure' ? filesBehindLink : filesInMail)(portal, input.to)
    const latestFirst = texts.toReversed().map((text) => Buffer.from(text))
    expect(files.map((file, at) => [file.length, file.equals(latestFirst[at] ?? Buffer.alloc(0))])).toEqual(
      latestFirst.map(({ length }) => [length, true]),
    )
  })
})
