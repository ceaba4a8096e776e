import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { deliverMail } from '../../server/features/mail/deliver-mail.ts'
import { mostInDay } from '../../server/features/mail/mail.rules.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf as dialogIn } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { guardianOf } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { waysToWrite } from '../support/ways-to-write.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { bothEngines } from '../support/databases.ts'

const handle = dyingHandle()
const test = portalTest(
  { maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', nora: 'new.patient', ben: 'ben.carter' },
  { onStatement: handle.hear },
)

const page = '/ui/screens/user/home/SimpleMail'
const sentPage = '/ui/screens/user/home/SentMail'
type Answer = { effects: Effect[]; code: string; errors?: { pointer: string; message: string }[] }

let readers = 0
/** An address that no other test writes to. */
const newReader = () => `reader.${(readers += 1)}@example.org`

const mail = (changes: object = {}) => ({
  to: newReader(),
  subject: 'Records',
  message: 'Hello.',
  draft: randomUUID(),
  ...changes,
})
const send = (visitor: Visitor, input: object = mail()) => visitor.act<Answer>('simpleMail.send', input)

const dialogOf = ({ effects }: Answer) => dialogIn(effects) ?? expect.fail('no dialog opens')

async function refusal(answer: Promise<{ status: number; body: Answer }>) {
  const { status, body } = await answer
  const [error] = body.errors ?? []
  return [status, error?.pointer, error?.message ?? body.code]
}

async function screenOf(visitor: Visitor, address: string): Promise<Screen> {
  const { status, body } = await visitor.get<Screen>(address)
  expect([address, status]).toEqual([address, 200])
  return body
}

const rowsIn = (screen: Screen, list: string): BlockOf<'list'>['rows'] =>
  blocksOf(screen.blocks, 'list').find(({ id }) => id === list)?.rows ?? []
const sent = async (visitor: Visitor, query = '') => rowsIn(await screenOf(visitor, `${sentPage}${query}`), 'list')

async function idOf(visitor: Visitor): Promise<string> {
  const [row] = await sent(visitor)
  return row?.id.replace('mail-', '') ?? expect.fail('nothing was sent')
}

const kept = ({ database }: RunningPortal) =>
  rowsOf<{ id: string; state: string; reason: string | null }>(
    database.db,
    sql`select id, state, reason from external_mails order by written_at`,
  )

async function received({ outbox, mailSource }: RunningPortal, to: string) {
  const mails = await outbox(to)
  return Promise.all(mails.map(async ({ id }) => PostalMime.parse(await mailSource(id))))
}

const logged = ({ database }: RunningPortal) =>
  rowsOf<{ to: string; status: string; outcome: string }>(
    database.db,
    sql`select transmit_to as "to", transmit_status as status, outcome from audit_log
      where event = 'action:simpleMail.send' order by id`,
  )

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  countAgain = withoutLimits(portal)
  await portal.heal()
  await runDueJobs(portal, deliverMail)
  await portal.database.db.execute(sql`delete from external_mails`)
  await portal.database.db.execute(sql`delete from mail_warnings`)
})

describe('a simple email', bothEngines, () => {
  test('goes to one address, in the name of the patient, with replies to the patient [2 §4.28 §7.39]', async ({
    portal,
    maria,
  }) => {
    const to = newReader()
    const { status, body } = await send(maria, mail({ to: ` ${to} ` }))
    expect([status, dialogOf(body).title]).toEqual([200, 'Email sent'])
    const [ok] = blocksOf(dialogOf(body), 'action')
    expect([ok?.text, ok?.do]).toEqual(['OK', { type: 'navigate', to: '/user/home/SimpleMail' }])
    const [got, ...others] = await received(portal, to)
    expect(others).toEqual([])
    expect(got).toMatchObject({
      from: { name: 'Maria Alvarez', address: 'no-reply@portal.example' },
      to: [{ address: to, name: '' }],
      replyTo: [{ address: people.mariaAlvarez.email, name: '' }],
      subject: 'Records',
    })
    expect(got?.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  })

  test('from a guardian says who wrote it for whom', async ({ portal, gabriel }) => {
    const to = newReader()
    expect((await send(gabriel, mail({ to }))).status).toBe(200)
    const [got] = await received(portal, to)
    expect(got?.from?.name).toBe('Gabriel Alvarez for Lucas Alvarez')
    expect(got?.replyTo?.[0]?.address).toBe('g.alvarez@example.com')
  })

  test('has replies go where the practice sets it', async ({ portal, maria }) => {
    const to = newReader()
    await withSetting(portal, { name: 'Portal_Mail_Reply_To', value: 'office@example.com' }, async () => {
      await send(maria, mail({ to }))
    })
    expect((await received(portal, to))[0]?.replyTo?.[0]?.address).toBe('office@example.com')
  })

  test.for([
    ['blanks, tabs and trailing blanks', '  two  \n\ttab \n\n\nend'],
    ['markup', '<script>alert(1)</script> & "quotes" <b>'],
    ['every script', 'Grüße, Καλημέρα, שלום, مرحبا, 你好, 👩‍👩‍👧 \u200fright\u200f to left'],
    ['a line of 10,000 letters', 'x'.repeat(10_000)],
    ['dots and headers on lines of their own', '.\n..\nBcc: spy@example.org\n.\nFrom here'],
    ['other line breaks', 'one\r\ntwo\rthree'],
  ])('arrives as it was written: %s [2 §5.21]', async ([, message], { portal, maria }) => {
    const to = newReader()
    expect((await send(maria, mail({ to, message }))).status).toBe(200)
    const [got] = await received(portal, to)
    const lines = (text = '') => text.split(/\r\n|\r|\n/)
    expect(lines(got?.text?.replace(/\r?\n$/, ''))).toEqual(lines(message))
    expect(got?.html?.split('<br>')).toHaveLength(lines(message).length)
    expect(got?.html).not.toMatch(/<script|<b>/)
    expect(got?.bcc ?? []).toEqual([])
  })

  test('shows in Sent and in the activity log, with what became of it [2 §1.6]', async ({ portal, maria }) => {
    const to = newReader()
    const before = (await logged(portal)).length
    await send(maria, mail({ to }))
    expect(await sent(maria)).toMatchObject([
      { lead: 'Simple email', title: 'Records', line: `To ${to}`, mark: { text: 'Sent', tone: 'success' } },
    ])
    const office = await screenOf(maria, '/ui/screens/user/home/Messages?box=sent')
    expect(rowsIn(office, 'sent-mail')).toHaveLength(1)
    expect((await logged(portal)).slice(before)).toEqual([
      { to: 'r********@example.org', status: 'sent', outcome: 'ok' },
    ])
    expect(wordsOf((await screenOf(maria, `${sentPage}?mail=${await idOf(maria)}`)).blocks)).toContain('Hello.')
  })

  test('is found by its words, five to a page', async ({ maria }) => {
    for (let at = 1; at <= 7; at += 1) await send(maria, mail({ subject: `Number ${at}` }))
    expect((await sent(maria)).map(({ title }) => title)).toEqual([7, 6, 5, 4, 3].map((at) => `Number ${at}`))
    expect(await sent(maria, '?page=9')).toHaveLength(2)
    expect(await sent(maria, '?q=number%203')).toHaveLength(1)
    expect(wordsOf((await screenOf(maria, `${sentPage}?q=%25`)).blocks)).toContain('No email contains “%”.')
  })

  test('sent twice from one form goes out once, and with other words as another one', async ({ portal, maria }) => {
    const once = mail()
    await Promise.all([send(maria, once), send(maria, once)])
    await send(maria, once)
    expect(await received(portal, once.to)).toHaveLength(1)
    await send(maria, { ...once, message: 'Other words.' })
    expect(await received(portal, once.to)).toHaveLength(2)
  })
})

describe('what is typed', () => {
  test.for([
    [{ to: '' }, '/to', 'Please Enter Valid Email'],
    [{ to: 'reader' }, '/to', 'Please Enter Valid Email'],
    [{ to: 'a@b' }, '/to', 'Please Enter Valid Email'],
    [{ message: '' }, '/message', 'Please Enter Message'],
    [{ message: ' \n ' }, '/message', 'Please Enter Message'],
    [{ subject: '' }, '/subject', 'Please Enter Subject'],
    [{ subject: 'Hello\r\nBcc: spy@example.org' }, '/subject', 'A subject is a single line.'],
    [{ message: 'x'.repeat(10_001) }, '/message', 'A message has at most 10000 characters.'],
  ] as const)(
    'is refused in the words of the specification: %o [2 §5.20 §8.40]',
    async ([change, pointer, words], { portal, maria }) => {
      expect(await refusal(send(maria, mail(change)))).toEqual([422, pointer, words])
      expect(await kept(portal)).toEqual([])
    },
  )

  test.for([
    'a@example.org, b@example.org',
    'a@example.org b@example.org',
    'a@example.org;b@example.org',
    'Ann <a@example.org>',
    '"a@example.org" <b@example.org>',
    '<a@example.org>',
    'group: a@example.org;',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nRCPT TO:<b@example.org>',
    '"quoted local"@example.org',
    '(comment)a@example.org',
    'a@[127.0.0.1]',
    '@example.org:a@example.org',
    'a\u0000@example.org',
    'a@exam\u2028ple.org',
    `${'a'.repeat(250)}@example.org`,
  ])('is one plain address or none: %j', async (to, { portal, maria }) => {
    expect((await send(maria, mail({ to }))).status).toBe(422)
    expect(await kept(portal)).toEqual([])
  })

  test('may be an address in any script', async ({ portal, maria }) => {
    const to = 'jörg@exämple.org'
    const { status } = await send(maria, mail({ to }))
    expect([status, (await kept(portal))[0]?.state]).toEqual([200, 'sent'])
  })

  test('goes to allowed domains only, where the practice names some', async ({ portal, maria }) => {
    const value = 'clinic.example\n@Hospital.example\nexämple.example'
    await withSetting(portal, { name: 'Portal_Mail_Domains', value }, async () => {
      for (const to of ['a@clinic.example', 'a@ward.HOSPITAL.example', 'a@xn--exmple-cua.example']) {
        expect((await send(maria, mail({ to }))).status).toBe(200)
      }
      for (const to of ['a@example.org', 'a@notclinic.example', 'a@clinic.example.org', 'a@example.example']) {
        expect(await refusal(send(maria, mail({ to })))).toEqual([
          422,
          '/to',
          'The practice does not allow email to this address.',
        ])
      }
    })
  })
})

describe('attached visit records', () => {
  const attach = async (visitor: Visitor) => {
    const { body } = await visitor.act<Answer>('simpleMail.findVisitRecords', { from: '2020-01-01', to: '2026-01-01' })
    const [form] = blocksOf(dialogOf(body), 'form')
    return (form?.fields[0]?.options ?? []).map(({ value }) => value)
  }

  test('travel with the email after a warning, once for each person', async ({ portal, maria }) => {
    const [record = ''] = await attach(maria)
    const first = mail({ records: record })
    const warned = await send(maria, first)
    expect(dialogOf(warned.body).title).toBe('This email is not protected')
    expect(await kept(portal)).toEqual([])
    const [anyway] = blocksOf(dialogOf(warned.body), 'action').filter(({ id }) => id === 'send-anyway')
    const input = (anyway?.do.type === 'call' ? anyway.do.input : undefined) ?? {}
    expect(dialogOf((await maria.act<Answer>('simpleMail.sendAnyway', input)).body).title).toBe('Email sent')
    await send(maria, first)
    const [got, ...others] = await received(portal, first.to)
    expect(others).toEqual([])
    expect(got?.attachments).toMatchObject([
      { filename: expect.stringMatching(/^visit-record-\d{4}-\d\d-\d\d\.xml$/), mimeType: 'application/xml' },
    ])
    expect(Buffer.from(got?.attachments[0]?.content as ArrayBuffer).toString()).toContain('ClinicalDocument')
    expect(dialogOf((await send(maria, mail({ records: record }))).body).title).toBe('Email sent')
    expect((await sent(maria))[0]?.line).toMatch(/ · With a visit record$/)
  })

  test('are none in a range without any [2 §4.29 §8.46]', async ({ maria }) => {
    const { body } = await maria.act<Answer>('simpleMail.findVisitRecords', { from: '2001-01-01', to: '2001-01-02' })
    expect(wordsOf(dialogOf(body))).toContain('No CCDA Data Found')
  })

  test('are those of the own patient', async ({ maria, gabriel }) => {
    const [record = ''] = await attach(maria)
    expect((await send(gabriel, mail({ records: record }))).status).toBe(404)
  })

  test('are all sent, or nothing is', async ({ portal, maria }) => {
    const [record = ''] = await attach(maria)
    for (const records of [`${record},x`, `${record},`, `${record} `, ',', '0'])
      expect([records, (await send(maria, mail({ records }))).status]).toEqual([records, 404])
    expect(await kept(portal)).toEqual([])
  })
})

describe('a mail that waits', () => {
  const newRow = async (portal: RunningPortal) => (await kept(portal)).map(({ state, reason }) => [state, reason])

  async function deliverAfter(portal: RunningPortal, ended: () => Promise<unknown>): Promise<void> {
    await ended()
    await portal.heal()
    await runDueJobs(portal, deliverMail)
  }

  test('of a guardian who is removed meanwhile is not sent, and the guardian is told', async ({ portal, maria }) => {
    const grace = await guardianOf(portal, maria, [2])
    const input = mail()
    await portal.fault({ kind: 'down', path: 'smtp' })
    await send(grace, input)
    const [{ guardian, login } = expect.fail('nothing waits')] = await rowsOf<{ guardian: number; login: string }>(
      portal.database.db,
      sql`select account_id::int as guardian, login from external_mails join accounts on accounts.id = account_id`,
    )
    await deliverAfter(portal, () => maria.act('account.removeGuardian', { guardian }))
    expect([await portal.outbox(input.to), await newRow(portal)]).toEqual([[], [['failed', 'ended']]])
    await expect.poll(async () => (await portal.outbox(login))[0]?.text).toContain('will not be sent')
    expect((await sent(maria))[0]?.mark?.text).toBe('Not sent')
    const retried = await maria.act<Answer>('mail.retry', { mail: await idOf(maria) })
    expect([retried.status, retried.body.code]).toEqual([409, 'mail.writerEnded'])
  })

  test('in a way that is switched off meanwhile is not sent', async ({ portal, maria }) => {
    const input = mail()
    await portal.fault({ kind: 'down', path: 'smtp' })
    await send(maria, input)
    await withSetting(portal, { name: 'Portal_Simple_Mail', value: false }, () => deliverAfter(portal, async () => {}))
    expect([await portal.outbox(input.to), await newRow(portal)]).toEqual([[], [['failed', 'ended']]])
    await expect
      .poll(async () => (await portal.outbox(people.mariaAlvarez.email))[0]?.text)
      .toContain('will not be sent')
  })

  test('of a patient who is disabled meanwhile is not sent', async ({ portal, maria }) => {
    const input = mail()
    await portal.fault({ kind: 'down', path: 'smtp' })
    await send(maria, input)
    const disable = sql`insert into disabled_patients (licensee_id, patient_id, disabled_at, disabled_by, reason)
      select licensee_id, patient_id, now(), 'the test', 'moved' from external_mails`
    await deliverAfter(portal, () => portal.database.db.execute(disable))
    expect([await portal.outbox(input.to), await newRow(portal)]).toEqual([[], [['failed', 'ended']]])
    await portal.database.db.execute(sql`delete from disabled_patients`)
  })

  test('that may have left before its right ended is said to be not confirmed', async ({ portal, maria }) => {
    await portal.fault({ kind: 'lost', path: 'smtp' })
    await send(maria)
    await withSetting(portal, { name: 'Portal_Simple_Mail', value: false }, () => deliverAfter(portal, async () => {}))
    expect(await newRow(portal)).toEqual([['failed', 'uncertain']])
  })
})

describe('a mail server', bothEngines, () => {
  test('that refuses the address leaves the text in the form', async ({ portal, maria }) => {
    await portal.fault({ kind: 'refuse', path: 'smtp' })
    expect(await refusal(send(maria))).toEqual([
      422,
      '/to',
      'The mail server does not accept this address. Check it, and send again.',
    ])
    expect(await kept(portal)).toEqual([])
    expect((await logged(portal)).at(-1)).toMatchObject({ status: 'refused' })
    const day = dayOf(portal.portal.now(), 'America/New_York')
    const log = await screenOf(maria, `/ui/screens/user/home/ActivityLog?from=${day}&to=${day}`)
    const [row] = blocksOf(log.blocks, 'table').flatMap(({ rows }) => rows)
    expect(row?.cells.status).toEqual({ text: 'refused' })
  })

  test.for(['down', 'nonsense', 'lost'] as const)(
    'that is %s gets the mail later, once under one Message-ID',
    async (kind, { portal, maria }) => {
      const input = mail()
      await portal.fault({ kind, path: 'smtp' })
      const { body } = await send(maria, input)
      expect(dialogOf(body).title).toBe('Your email is waiting')
      expect((await sent(maria))[0]?.mark?.text).toBe('Waiting')
      await portal.heal()
      await runDueJobs(portal, deliverMail)
      expect((await sent(maria))[0]?.mark?.text).toBe('Sent')
      const [row] = await kept(portal)
      const got = await portal.outbox(input.to)
      expect(got.map(({ messageId }) => messageId)).toEqual([`<${row?.id}@portal.example>`])
      expect((await logged(portal)).slice(-2).map(({ status }) => status)).toEqual(['waiting', 'sent'])
    },
  )

  test('that refuses it later for good ends the attempts, and the person decides', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const input = mail()
    await send(maria, input)
    await portal.heal()
    await portal.fault({ kind: 'refuse', path: 'smtp' })
    await runDueJobs(portal, deliverMail)
    expect((await sent(maria))[0]?.mark?.text).toBe('Could not be delivered')
    expect(wordsOf((await maria.get<RegionContent>('/ui/regions/home.toDo')).body)).toContain(
      '1 email was not delivered',
    )
    const id = await idOf(maria)
    expect(wordsOf((await screenOf(maria, `${sentPage}?mail=${id}`)).blocks)).toContain(
      'the mail server does not accept this address',
    )
    await portal.heal()
    expect((await maria.act('mail.retry', { mail: id })).status).toBe(200)
    await runDueJobs(portal, deliverMail)
    expect((await sent(maria))[0]?.mark?.text).toBe('Sent')
    expect(await portal.outbox(input.to)).toHaveLength(1)
    expect((await maria.act('mail.retry', { mail: id })).status).toBe(404)
    expect((await maria.act('mail.discard', { mail: id })).status).toBe(404)
  })

  test('that took nothing is not said to have taken what is sent once more from the same form', async ({
    portal,
    maria,
  }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const input = mail()
    await send(maria, input)
    await portal.database.db.execute(sql`update external_mails set state = 'failed'`)
    expect(dialogOf((await send(maria, input)).body).title).toBe('Your email is waiting')
    expect(await kept(portal)).toMatchObject([{ state: 'waiting' }])
    await portal.heal()
    await runDueJobs(portal, deliverMail)
    expect(dialogOf((await send(maria, input)).body).title).toBe('Email sent')
    expect(await portal.outbox(input.to)).toHaveLength(1)
  })

  test('that never answers leaves the decision to the person after three days', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    await send(maria)
    await portal.database.db.execute(
      sql`update jobs.job set data = jsonb_set(data, '{since}', '"2020-01-01T00:00:00.000Z"') where name = ${deliverMail.name}`,
    )
    await runDueJobs(portal, deliverMail)
    expect(await kept(portal)).toMatchObject([{ state: 'failed', reason: 'unavailable' }])
    const id = await idOf(maria)
    expect((await maria.act('mail.discard', { mail: id })).status).toBe(200)
    expect(await kept(portal)).toEqual([])
  })

  test('whose portal dies between any two statements has the mail once', async ({ portal, maria }) => {
    const statements = await handle.everyDeath(async (dying) => {
      const input = mail()
      await dying(() => send(maria, input)).catch(() => undefined)
      await runDueJobs(portal, deliverMail)
      const again = await send(maria, input)
      expect(again.status).toBe(200)
      await runDueJobs(portal, deliverMail)
      expect((await kept(portal)).map(({ state }) => state)).toEqual(['sent'])
      expect(await portal.outbox(input.to)).toHaveLength(1)
      await portal.database.db.execute(sql`delete from external_mails`)
    })
    expect(statements).toBeGreaterThan(3)
  })
})

describe('who may write', () => {
  test('is nobody for another patient, and nobody else reads it', async ({ maria, gabriel, nora, ben }) => {
    await send(maria)
    const id = await idOf(maria)
    for (const other of [gabriel, nora, ben]) {
      expect((await other.get(`${sentPage}?mail=${id}`)).status).toBe(404)
      expect((await other.act('mail.discard', { mail: id })).status).toBe(404)
      expect((await other.act('mail.retry', { mail: id })).status).toBe(404)
    }
  })

  test.for(['Portal_Simple_Mail', 'AllowPortalReplies'])(
    'is nobody while %s is off; what was sent stays [2 §4.27]',
    async (name, { portal, maria }) => {
      await send(maria)
      await withSetting(portal, { name, value: false }, async () => {
        expect((await maria.get(page)).status).toBe(403)
        expect((await send(maria)).status).toBe(403)
        expect(await sent(maria)).toHaveLength(1)
        const { blocks } = await screenOf(maria, '/ui/screens/user/home/ChatMsg')
        expect(waysToWrite(blocks).map(([label]) => label)).not.toContain('Via Simple E-mail')
      })
    },
  )

  test('has an end in an hour', bothEngines, async ({ portal, maria }) => {
    countAgain()
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(maria)))
    const taken = answers.filter(({ status }) => status === 200).length
    expect([taken, (await kept(portal)).length]).toEqual([20, 20])
  })

  test('has an end in a day', async ({ portal, maria }) => {
    await send(maria)
    await portal.database.db.execute(
      sql`insert into external_mails (id, licensee_id, account_id, patient_id, way, state, content, written_at, changed_at)
        select 'copy' || n, licensee_id, account_id, patient_id, way, state, content, written_at, changed_at
        from external_mails, generate_series(1, ${mostInDay}) n`,
    )
    expect(await refusal(send(maria))).toEqual([429, '', 'You sent many emails today. Please try again tomorrow.'])
  })
})

test('an open page hears of a mail that leaves later', bothEngines, async ({ portal, maria }) => {
  await portal.fault({ kind: 'down', path: 'smtp' })
  await send(maria)
  const { topics } = await screenOf(maria, sentPage)
  const cookie = [...maria.cookies].map((each) => each.join('=')).join('; ')
  const live = await openLivePage(portal, topics, { cookie })
  await portal.heal()
  await runDueJobs(portal, deliverMail)
  await expect.poll(() => live.heard.length).toBeGreaterThan(0)
})

test('a page whose settings cannot be read does not open, and says so [2 §8.48]', bothEngines, async ({ maria }) => {
  const outcomes: [number, string | undefined][] = []
  await handle.everyDeath(async (dying) => {
    const { status, body } = await dying(() => maria.get<{ detail?: string }>(page))
    outcomes.push([status, body.detail])
  })
  expect(outcomes.length).toBeGreaterThan(1)
  const failed = [500, 'Something went wrong. Please try again later.']
  expect(outcomes).toEqual([...outcomes.slice(1).map(() => failed), [200, undefined]])
})

test('each way to write stands on the pages of the others [2 §2.17 §2.86 §2.88 §2.89 §2.151]', async ({ maria }) => {
  const { blocks } = await screenOf(maria, page)
  const others = 'To External Address'
  expect(waysToWrite(blocks)).toEqual([
    ['To Office', undefined, '/user/home/ChatMsg'],
    ['Via Direct E-Mail', others, '/user/home/DirectMail'],
    ['Via Secure E-mail', others, '/user/home/SecureMail'],
  ])
  expect(waysToWrite((await screenOf(maria, '/ui/screens/user/home/ChatMsg')).blocks)).toEqual([
    ['Via Direct E-Mail', others, '/user/home/DirectMail'],
    ['Via Secure E-mail', others, '/user/home/SecureMail'],
    ['Via Simple E-mail', others, '/user/home/SimpleMail'],
  ])
  const form = blocksOf(blocks, 'form').find(({ id }) => id.startsWith('mail-'))
  expect(form?.fields.map(({ label }) => label)).toEqual(['To', 'Subject', 'Message'])
  expect(form?.secondary).toMatchObject([{ label: 'Cancel', to: '/user/home/dashboard' }])
})
