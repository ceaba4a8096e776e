import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import { dialogOf } from '../support/card-payment.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { python } from '../support/python.ts'
import { withoutLimits } from '../support/without-limits.ts'

const test = portalTest({ maria: 'maria.alvarez' })

/** What the parser of Python's standard library reads, by the rules of RFC 5322 and RFC 2045. */
const program = `
import sys, json, hashlib
from email import message_from_bytes, policy
from email.utils import getaddresses
mail = message_from_bytes(sys.stdin.buffer.read(), policy=policy.default)
def addresses(name): return getaddresses([str(value) for value in mail.get_all(name, [])])
plain, html = mail.get_body(('plain',)), mail.get_body(('html',))
print(json.dumps({
  'from': addresses('from'), 'to': addresses('to'), 'bcc': addresses('bcc') + addresses('cc'),
  'replyTo': addresses('reply-to'), 'subject': str(mail['subject']),
  'text': plain.get_content(), 'html': html.get_content(),
  'files': [[part.get_filename(), part.get_content_type(), hashlib.sha256(part.get_payload(decode=True)).hexdigest()] for part in mail.iter_attachments()],
  'defects': [str(defect) for part in mail.walk() for defect in part.defects],
}))
`

interface ReadMail {
  from: [string, string][]
  to: [string, string][]
  bcc: unknown[]
  replyTo: [string, string][]
  subject: string
  text: string
  html: string
  files: [string, string, string][]
  defects: string[]
}

async function readIn({ outbox, mailSource }: RunningPortal, to: string): Promise<ReadMail> {
  const [mail] = await outbox(to)
  return JSON.parse(python(program, await mailSource(mail?.id ?? 0))) as ReadMail // written by the program
}

/** A form that has a record attached. */
async function recordOf(visitor: Visitor, action: string): Promise<string> {
  const days = { from: '2020-01-01', to: '2026-01-01' }
  const { body } = await visitor.act<{ effects: Effect[] }>(action, days)
  const [form] = blocksOf(dialogOf(body.effects)?.blocks ?? [], 'form')
  return String(form?.fields[0]?.options?.[0]?.value)
}

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(({ portal }) => {
  countAgain = withoutLimits(portal)
})

const long = 'Grüße, שלום, 你好 and a subject that is longer than a line of a header may be, so that it is folded'
/** The second one looks like an encoded word of a header (RFC 2047). */
const subjects = [long, '=?utf-8?Q?Hello?= and more']
const texts = [
  'Two lines,\nand a third:\n\n.\nFrom the start.',
  'Grüße, Καλημέρα, שלום, مرحبا, 你好, 👩‍👩‍👧',
  'x'.repeat(10_000),
  '<script>alert(1)</script> & "quotes"  \ttab ',
]

test.for(['simple', 'direct'] as const)(
  'a %s email is read by Python as it was written',
  async (way, { portal, maria }) => {
    const records = await recordOf(maria, `${way}Mail.findVisitRecords`)
    let hash: string | undefined
    for (const [at, message] of texts.entries()) {
      const to = `python${at}@direct.hospital.example`
      const subject = subjects[at % 2]
      const input = { to, subject, message, records, draft: randomUUID() }
      await maria.act(way === 'simple' ? 'simpleMail.sendAnyway' : 'directMail.send', input)
      const read = await readIn(portal, to)
      expect(read).toMatchObject({ to: [['', to]], bcc: [], subject, defects: [] })
      expect(read.from[0]?.[0]).toBe('Maria Alvarez')
      expect(read.replyTo).toHaveLength(way === 'simple' ? 1 : 0)
      expect(read.text.replaceAll('\r\n', '\n').replace(/\n$/, '')).toBe(message)
      expect(read.html).not.toContain('<script>')
      expect(read.files).toMatchObject([
        [expect.stringMatching(/^visit-record-[\d-]+\.xml$/), 'application/xml', expect.any(String)],
      ])
      hash ??= read.files[0]?.[2]
      expect(read.files[0]?.[2]).toBe(hash)
    }
  },
)

test('the email with the link of a secure one is read by Python', async ({ portal, maria }) => {
  const to = 'python@example.org'
  await maria.act('secureMail.send', { to, subject: long, message: 'Hello.', draft: randomUUID() })
  const read = await readIn(portal, to)
  expect(read).toMatchObject({ to: [['', to]], subject: 'You have a secure message', defects: [], files: [] })
  const link = /http:\/\/\S+\/user\/securemail\/[\w-]{43}/.exec(read.text)?.[0] ?? expect.fail('no link')
  expect(read.html).toContain(link)
})
