import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { deliverMail, forgetMailFiles } from '../../server/features/mail/deliver-mail.ts'
import { htmlOf } from '../../server/practice/written-form.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dialogOf as dialogIn } from '../support/card-payment.ts'
import { databaseText } from '../support/database-text.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { waysToWrite } from '../support/ways-to-write.ts'
import { bothEngines } from '../support/databases.ts'

const handle = dyingHandle()
const test = portalTest(
  { maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', nora: 'new.patient', calls: 'calls.desk' },
  { onStatement: handle.hear },
)
const northgate = 'northgate.localhost'

const sentPage = '/ui/screens/user/home/SentMail'
type Answer = { effects: Effect[]; code: string; detail: string }

let readers = 0
const newReader = () => `secure.${(readers += 1)}@example.org`
const mail = (changes: object = {}) => ({
  to: newReader(),
  subject: 'About my treatment',
  message: 'Only for <you>.\nSecond line.',
  draft: randomUUID(),
  ...changes,
})
const send = (visitor: Visitor, input: object) => visitor.act<Answer>('secureMail.send', input)

/** Sends a mail and returns the token of its link. */
async function sentMail(portal: RunningPortal, visitor: Visitor, changes: object = {}) {
  const input = mail(changes)
  expect((await send(visitor, input)).status).toBe(200)
  return { to: input.to, token: await newestToken(portal, input.to) }
}

async function newestToken(portal: RunningPortal, to: string): Promise<string> {
  for (const { text } of await portal.outbox(to)) {
    const token = /\/user\/securemail\/([\w-]{43})\s/.exec(text)?.[1]
    if (token !== undefined) return token
  }
  return expect.fail('no email with a link')
}

async function newestCode({ outbox }: RunningPortal, to: string): Promise<string> {
  const code = (await outbox(to)).flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? [])[0]
  return code ?? expect.fail('no email with a code')
}

async function pageOf(reader: Visitor, token: string): Promise<Screen> {
  const { status, body } = await reader.get<Screen>(`/ui/screens/user/securemail/${token}`)
  expect(status).toBe(200)
  return body
}
const wordsAt = async (reader: Visitor, token: string) => wordsOf((await pageOf(reader, token)).blocks)

/** Opens a mail as its reader does. */
async function readAs(portal: RunningPortal, { to, token }: { to: string; token: string }, reader = portal.visitor()) {
  expect((await reader.act('secureMail.begin', { token })).status).toBe(200)
  const answer = await reader.act<Answer>('secureMail.verify', { code: await newestCode(portal, to) })
  return { reader, answer }
}

async function marks(visitor: Visitor) {
  const { body } = await visitor.get<Screen>(sentPage)
  return blocksOf(body.blocks, 'list').flatMap(({ rows }) => rows.map(({ mark }) => mark?.text))
}

async function idOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get<Screen>(sentPage)
  const [row] = blocksOf(body.blocks, 'list').flatMap(({ rows }) => rows)
  return row?.id.replace('mail-', '') ?? expect.fail('nothing was sent')
}

const attach = async (visitor: Visitor, action = 'secureMail.findVisitRecords') => {
  const { body } = await visitor.act<Answer>(action, { from: '2020-01-01', to: '2026-01-01' })
  const [form] = blocksOf(dialogIn(body.effects)?.blocks ?? [], 'form')
  return String(form?.fields[0]?.options?.[0]?.value)
}

const expire = ({ database }: RunningPortal) =>
  database.db.execute(sql`update external_mails set expires_at = now() - interval '1 minute'`)

const filesKept = ({ database }: RunningPortal) =>
  rowsOf<{ name: string }>(database.db, sql`select name from external_mail_files`)

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  countAgain = withoutLimits(portal)
  await portal.heal()
  await runDueJobs(portal, deliverMail)
  await portal.database.db.execute(sql`delete from external_mails`)
  await portal.database.db.execute(sql`delete from mail_warnings`)
})

describe('a secure email', () => {
  test('sends a link that names neither its writer nor what is in it [2 §1.6 §2.151]', async ({ portal, maria }) => {
    const input = mail()
    const { body } = await send(maria, input)
    expect(wordsOf(dialogIn(body.effects))).toContain(`A link to your email was sent to ${input.to}.`)
    const [email, ...others] = await portal.outbox(input.to)
    expect(others).toEqual([])
    expect(JSON.stringify(email)).not.toMatch(/maria|alvarez|treatment|only for|second line/i)
    expect(email?.subject).toBe('You have a secure message')
  })

  test('is read with a code that goes to the same address', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const reader = portal.visitor()
    const start = await wordsAt(reader, sent.token)
    expect(start).toContain('To make sure that it is you, we send a code to s********@example.org.')
    expect(start).not.toMatch(/maria|treatment|only for/i)
    await reader.act('secureMail.begin', { token: sent.token })
    expect(await wordsAt(reader, sent.token)).toContain('We sent a code with 6 digits')
    const { answer } = await readAs(portal, sent, reader)
    expect(answer.status).toBe(200)
    const shown = await pageOf(reader, sent.token)
    expect(wordsOf(shown.blocks)).toContain('Maria Alvarez')
    expect(blocksOf(shown.blocks, 'thread')[0]?.entries[0]?.html).toBe('<p>Only for &lt;you&gt;.<br>Second line.</p>')
  })

  test('is kept without the address of its reader in clear, at each step', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const holdsAddress = async () => (await databaseText(portal)).includes(sent.to)
    const held = [await holdsAddress()]
    const reader = portal.visitor()
    await reader.act('secureMail.begin', { token: sent.token })
    held.push(await holdsAddress())
    await readAs(portal, sent, reader)
    held.push(await holdsAddress())
    expect((await portal.visitor().act('secureMail.sendNewLink', { token: sent.token })).status).toBe(200)
    held.push(await holdsAddress())
    expect(held).toEqual([false, false, false, false])
    expect(await databaseText(portal)).toContain('maria.alvarez')
  })

  test('says so in Sent and in the activity log, once it is read', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    expect(await marks(maria)).toEqual(['Sent'])
    await readAs(portal, sent)
    expect((await marks(maria))[0]).toMatch(/^Read \d\d\/\d\d$/)
    const [row] = await rowsOf<{ patient_id: string; actor: string }>(
      portal.database.db,
      sql`select patient_id, actor from audit_log where event = 'action:secureMail.verify' and outcome = 'ok' order by id desc`,
    )
    expect(row).toEqual({ patient_id: expect.stringMatching(/\d/), actor: 's********@example.org' })
  })

  test('has its link used by no program that only opens it', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    for (let times = 0; times < 3; times += 1) await pageOf(portal.visitor(), sent.token)
    expect(await portal.outbox(sent.to)).toHaveLength(1)
    expect(await marks(maria)).toEqual(['Sent'])
    expect((await readAs(portal, sent)).answer.status).toBe(200)
  })

  test('carries records that are read behind the same code', bothEngines, async ({ portal, maria }) => {
    const records = await attach(maria)
    const sent = await sentMail(portal, maria, { records })
    const addresses = ['pdf', 'xml'].map((kind) => `/user/securemail/${sent.token}/${kind}/1`)
    for (const address of addresses) expect((await portal.visitor().get(address)).status).toBe(404)
    const { reader } = await readAs(portal, sent)
    const shown = JSON.stringify((await pageOf(reader, sent.token)).blocks)
    for (const address of addresses) expect(shown).toContain(address)
    const [pdf, xml] = await Promise.all(addresses.map((address) => reader.get<unknown>(address)))
    expect([pdf?.status, xml?.status]).toEqual([200, 200])
    expect(String(pdf?.body)).toMatch(/^%PDF/)
    expect(String(xml?.body)).toContain('ClinicalDocument')
    for (const record of ['0', '2', 'x'])
      expect((await reader.get(`/user/securemail/${sent.token}/xml/${record}`)).status).toBe(404)
    await expire(portal)
    for (const address of addresses) expect((await reader.get(address)).status).toBe(404)
    await runNow(portal, forgetMailFiles)
    expect(await filesKept(portal)).toEqual([])
  })

  test('is offered in the warning of a simple one with records', async ({ portal, maria }) => {
    const input = mail({ records: await attach(maria, 'simpleMail.findVisitRecords') })
    const { body } = await maria.act<Answer>('simpleMail.send', input)
    const buttons = blocksOf([...(dialogIn(body.effects)?.actions ?? [])], 'action')
    expect(buttons.map(({ text }) => text)).toEqual(['Send securely instead', 'Send anyway', 'Back'])
    const [securely] = buttons
    if (securely?.do.type !== 'call') return expect.fail('it sends nothing')
    expect((await maria.act(securely.do.action, securely.do.input ?? {})).status).toBe(200)
    await newestToken(portal, input.to)
    await withSetting(portal, { name: 'Portal_Secure_Mail', value: false }, async () => {
      const again = await maria.act<Answer>('simpleMail.send', { ...input, draft: randomUUID() })
      expect(wordsOf(dialogIn(again.body.effects)?.actions)).not.toContain('securely')
    })
  })
})

describe('what is typed', () => {
  test.for([
    [{ to: 'reader' }, 'Please Enter Valid Email'],
    [{ to: 'a@example.org, b@example.org' }, 'Please Enter Valid Email'],
    [{ message: ' ' }, 'Please Enter Message'],
    [{ subject: '' }, 'Please Enter Subject'],
  ] as const)(
    'is refused in the words of the specification: %o [2 §5.20 §8.40]',
    async ([change, words], { maria }) => {
      const { status, body } = await maria.act<{ errors: { message: string }[] }>('secureMail.send', mail(change))
      expect([status, body.errors[0]?.message]).toEqual([422, words])
    },
  )

  test('is in a range of records without any [2 §4.29 §8.46]', async ({ maria }) => {
    const days = { from: '2001-01-01', to: '2001-01-02' }
    const { body } = await maria.act<Answer>('secureMail.findVisitRecords', days)
    expect(wordsOf(dialogIn(body.effects))).toContain('No CCDA Data Found')
  })

  test('reaches the reader as it was typed: any script, markup, a line of 10,000 letters [2 §5.21]', async ({
    portal,
    maria,
  }) => {
    for (const message of [
      'Grüße, שלום, 你好, 👩‍👩‍👧 <script>alert(1)</script> & "quotes"',
      'x'.repeat(10_000),
      '  a\n\n b ',
    ]) {
      const sent = await sentMail(portal, maria, { message })
      const { reader } = await readAs(portal, sent)
      const html = blocksOf((await pageOf(reader, sent.token)).blocks, 'thread')[0]?.entries[0]?.html
      expect(html).toBe(htmlOf(message))
    }
  })
})

test('is one of the ways to write, and its form leads back to the dashboard [2 §2.17 §2.87 §2.88]', async ({
  maria,
}) => {
  const { status, body } = await maria.get<Screen>('/ui/screens/user/home/SecureMail')
  const form = blocksOf(body.blocks, 'form').find(({ id }) => id.startsWith('mail-'))
  expect([status, form?.fields.map(({ label }) => label)]).toEqual([200, ['To', 'Subject', 'Message']])
  expect(form?.secondary).toMatchObject([{ label: 'Cancel', to: '/user/home/dashboard' }])
  const office = await maria.get<Screen>('/ui/screens/user/home/ChatMsg')
  expect(waysToWrite(office.body.blocks).map(([label]) => label)).toContain('Via Secure E-mail')
})

describe('a link', () => {
  test('works once: the next reading needs a new one, to the same address', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const { reader } = await readAs(portal, sent)
    expect(await wordsAt(reader, sent.token)).toContain('Second line.')
    const other = portal.visitor()
    expect(await wordsAt(other, sent.token)).toContain('This link was used. Each link works once.')
    expect((await other.act<Answer>('secureMail.begin', { token: sent.token })).body.code).toBe('mail.linkOver')
    expect((await other.act('secureMail.sendNewLink', { token: sent.token })).status).toBe(200)
    expect(await wordsAt(other, sent.token)).toContain('Open the newest email, and use the link in it.')
    await expect.poll(() => newestToken(portal, sent.to)).not.toBe(sent.token)
    const token = await newestToken(portal, sent.to)
    expect((await other.act('secureMail.sendNewLink', { token })).status).toBe(409)
    expect((await readAs(portal, { ...sent, token }, other)).answer.status).toBe(200)
    expect(await wordsAt(other, token)).toContain('Second line.')
    expect(await wordsAt(portal.visitor(), sent.token)).toContain('To read the message again, get a new link.')
  })

  test('whose email was lost is followed by another one', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    await readAs(portal, sent)
    const reader = portal.visitor()
    const tokens = new Set([sent.token])
    for (let links = 1; links <= 5; links += 1) {
      expect((await reader.act('secureMail.sendNewLink', { token: sent.token })).status).toBe(200)
      const isNew = async () => !tokens.has(await newestToken(portal, sent.to))
      await expect.poll(isNew).toBe(true)
      tokens.add(await newestToken(portal, sent.to))
    }
    const token = [...tokens].at(-1) ?? ''
    expect((await readAs(portal, { ...sent, token }, reader)).answer.status).toBe(200)
  })

  test('is opened by one of two browsers', bothEngines, async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const [one, other] = [portal.visitor(), portal.visitor()]
    await one.act('secureMail.begin', { token: sent.token })
    const first = await newestCode(portal, sent.to)
    await other.act('secureMail.begin', { token: sent.token })
    const second = await newestCode(portal, sent.to)
    const answers = await Promise.all([
      one.act('secureMail.verify', { code: first }),
      other.act('secureMail.verify', { code: second }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('that was forwarded does not open with a code of another flow', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const own = await sentMail(portal, maria)
    const stranger = portal.visitor()
    await stranger.act('secureMail.begin', { token: own.token })
    const code = await newestCode(portal, own.to)
    await stranger.act('secureMail.begin', { token: sent.token })
    expect((await stranger.act('secureMail.verify', { code })).status).not.toBe(200)
    expect(await wordsAt(stranger, sent.token)).not.toContain('Second line.')
    await readAs(portal, own, stranger)
    expect(await wordsAt(stranger, sent.token)).not.toContain('Second line.')
    expect((await stranger.get(`/user/securemail/${sent.token}/xml/1`)).status).toBe(404)
  })

  test('that was guessed, or is of another practice, opens nothing', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    for (const [reader, token] of [
      [portal.visitor(), 'a'.repeat(43)],
      [portal.visitor(), 'short'],
      [portal.visitor(northgate), sent.token],
    ] as const) {
      expect(await wordsAt(reader, token)).toContain('This link does not work.')
      expect([409, 422]).toContain((await reader.act('secureMail.begin', { token })).status)
      expect([409, 422]).toContain((await reader.act('secureMail.sendNewLink', { token })).status)
    }
  })

  test('is stored as a hash', async ({ portal, maria }) => {
    const { token } = await sentMail(portal, maria)
    const rows = await rowsOf<{ token_hash: string }>(portal.database.db, sql`select * from external_mail_links`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await rowsOf(portal.database.db, sql`select * from external_mails`))).not.toContain(token)
  })

  test('ends with the time of the mail, in the middle of reading', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const { reader } = await readAs(portal, sent)
    await expire(portal)
    expect(await wordsAt(reader, sent.token)).toContain('The time to read this message is over.')
    expect((await portal.visitor().act('secureMail.sendNewLink', { token: sent.token })).status).toBe(409)
    const unread = await sentMail(portal, maria)
    await expire(portal)
    expect((await portal.visitor().act('secureMail.begin', { token: unread.token })).status).toBe(409)
    expect(await marks(maria)).toEqual(['Expired', expect.stringMatching(/^Read/)])
  })

  test('takes five wrong codes and no more', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    const reader = portal.visitor()
    await reader.act('secureMail.begin', { token: sent.token })
    const code = await newestCode(portal, sent.to)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries += 1) await reader.act('secureMail.verify', { code: wrong })
    expect((await reader.act<Answer>('secureMail.verify', { code })).status).toBe(409)
    expect(await wordsAt(reader, sent.token)).not.toContain('Second line.')
    expect((await reader.act('secureMail.resendCode', {})).status).toBe(200)
    expect((await reader.act('secureMail.verify', { code: await newestCode(portal, sent.to) })).status).toBe(200)
  })

  test('fills nobody’s mailbox', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    countAgain()
    const statuses: number[] = []
    for (let times = 0; times < 9; times += 1)
      statuses.push((await portal.visitor().act('secureMail.begin', { token: sent.token })).status)
    expect([statuses.slice(0, 6), statuses.slice(6)]).toEqual([Array(6).fill(200), Array(3).fill(429)])
  })
})

describe('the writer', bothEngines, () => {
  test('withdraws a mail until it is read', async ({ portal, maria, gabriel }) => {
    const sent = await sentMail(portal, maria)
    const id = await idOf(maria)
    expect((await gabriel.act('mail.withdraw', { mail: id })).status).toBe(404)
    const reader = portal.visitor()
    await reader.act('secureMail.begin', { token: sent.token })
    expect((await maria.act('mail.withdraw', { mail: id })).status).toBe(200)
    expect((await maria.act('mail.withdraw', { mail: id })).status).toBe(409)
    expect(await marks(maria)).toEqual(['Withdrawn'])
    expect((await reader.act('secureMail.verify', { code: await newestCode(portal, sent.to) })).status).toBe(409)
    expect(await wordsAt(reader, sent.token)).toContain('The sender has withdrawn this message.')
    const late = await sentMail(portal, maria)
    await readAs(portal, late)
    expect((await maria.act<Answer>('mail.withdraw', { mail: await idOf(maria) })).body.code).toBe('mail.readAlready')
  })

  test('withdraws one whose link is not sent yet, and none is sent', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const input = mail()
    await send(maria, input)
    expect((await maria.act('mail.withdraw', { mail: await idOf(maria) })).status).toBe(200)
    await portal.heal()
    await runDueJobs(portal, deliverMail)
    expect(await portal.outbox(input.to)).toEqual([])
  })

  test('who is disabled leaves nothing to read', async ({ portal, nora, calls }) => {
    const sent = await sentMail(portal, nora)
    const [{ patient_id: patient } = { patient_id: '' }] = await rowsOf<{ patient_id: string }>(
      portal.database.db,
      sql`select patient_id from external_mails`,
    )
    expect((await calls.act('accountHelp.disable', { patient, reason: 'Moved' })).status).toBe(200)
    expect(await wordsAt(portal.visitor(), sent.token)).toContain('This link does not work.')
    expect((await portal.visitor().act('secureMail.begin', { token: sent.token })).status).toBe(409)
  })

  test('who repeats the form sends one link; a server that lost its answer gets the same', async ({
    portal,
    maria,
  }) => {
    await portal.fault({ kind: 'lost', path: 'smtp' })
    const input = mail()
    await send(maria, input)
    await portal.heal()
    await runDueJobs(portal, deliverMail)
    await send(maria, input)
    const emails = await portal.outbox(input.to)
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1)
    expect(emails).toHaveLength(1)
  })

  test('is nobody while secure email is off; links that were sent still open', async ({ portal, maria }) => {
    const sent = await sentMail(portal, maria)
    await withSetting(portal, { name: 'Portal_Secure_Mail', value: false }, async () => {
      expect((await maria.get('/ui/screens/user/home/SecureMail')).status).toBe(403)
      expect((await send(maria, mail())).status).toBe(403)
      expect((await readAs(portal, sent)).answer.status).toBe(200)
    })
  })
})

describe('a portal that dies between any two statements', bothEngines, () => {
  test('sends a mail once, with a link that works', async ({ portal, maria }) => {
    await handle.everyDeath(async (dying) => {
      const input = mail()
      await dying(() => send(maria, input)).catch(() => undefined)
      expect((await send(maria, input)).status).toBe(200)
      await runDueJobs(portal, deliverMail)
      const emails = await portal.outbox(input.to)
      expect(emails).toHaveLength(1)
      expect(await wordsAt(portal.visitor(), await newestToken(portal, input.to))).toContain('we send a code')
      await portal.database.db.execute(sql`delete from external_mails`)
    })
  })

  test('leaves a mail unread or read, never a used link without its reading', async ({ portal, maria }) => {
    await handle.everyDeath(async (dying) => {
      const sent = await sentMail(portal, maria)
      const reader = portal.visitor()
      await reader.act('secureMail.begin', { token: sent.token })
      const code = await newestCode(portal, sent.to)
      await dying(() => reader.act('secureMail.verify', { code })).catch(() => undefined)
      const [row] = await rowsOf<{ read: boolean; used: boolean; noted: boolean }>(
        portal.database.db,
        sql`select read_at is not null as read, used_at is not null as used, exists (
            select from audit_log where event = 'action:secureMail.verify' and outcome = 'ok'
              and at >= m.written_at) as noted
          from external_mails m join external_mail_links on mail_id = m.id where token_hash is not null order by written_at desc`,
      )
      expect(new Set(Object.values(row ?? {})).size).toBe(1)
      await portal.database.db.execute(sql`delete from external_mails`)
    })
  })
})
