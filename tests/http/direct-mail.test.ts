import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { deliverMail } from '../../server/features/mail/deliver-mail.ts'
import { endSilentMails } from '../../server/features/mail/hear-report.ts'
import type { Disposition } from '../../server/gateways/direct/mdn.ts'
import { directNotifications } from '../../server/practice/extension-points.ts'
import type { Contribution, Extension } from '../../server/protocol/extension-point.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dialogOf as dialogIn } from '../support/card-payment.ts'
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
const test = portalTest({ maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com' }, { onStatement: handle.hear })

const sentPage = '/ui/screens/user/home/SentMail'
type Answer = { effects: Effect[]; code: string; errors?: { pointer: string; message: string }[]; detail: string }

let readers = 0
const mail = (changes: object = {}) => ({
  to: `office${(readers += 1)}@direct.hospital.example`,
  subject: 'My records',
  message: 'For <you>.\nSecond line.',
  draft: randomUUID(),
  ...changes,
})
const send = (visitor: Visitor, input: object = mail()) => visitor.act<Answer>('directMail.send', input)

const rowIn = ({ blocks }: Screen) => blocksOf(blocks, 'list').flatMap(({ rows }) => rows)[0]
async function markOf(visitor: Visitor): Promise<string | undefined> {
  const { body } = await visitor.get<Screen>(sentPage)
  return rowIn(body)?.mark?.text
}
async function shown(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get<Screen>(sentPage)
  const id = rowIn(body)?.id.replace('mail-', '') ?? ''
  return wordsOf((await visitor.get<Screen>(`${sentPage}?mail=${id}`)).body.blocks)
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

async function refusal(answer: Promise<{ status: number; body: Answer }>) {
  const { status, body } = await answer
  const [error] = body.errors ?? []
  return [status, error?.pointer, error?.message ?? body.detail]
}

/** The contribution of mail to the notifications about Direct messages. */
const isListener = (each: Extension): each is Extension & { value: Contribution<typeof directNotifications> } =>
  each.point === directNotifications

let countAgain = () => {}
afterEach(() => countAgain())
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  countAgain = withoutLimits(portal)
  await portal.heal()
  await runDueJobs(portal, deliverMail)
  await portal.database.db.execute(sql`delete from external_mails`)
})

describe('a Direct email', () => {
  test('is decrypted and verified by its reader, and reported as dispatched [2 §1.6 §2.152]', async ({
    portal,
    maria,
  }) => {
    const input = mail()
    const { status, body } = await send(maria, input)
    expect([status, wordsOf(dialogIn(body.effects))]).toEqual([
      200,
      expect.stringContaining(`was sent to ${input.to}.`),
    ])
    const [got, ...others] = await received(portal, input.to)
    expect(others).toEqual([])
    expect(got).toMatchObject({
      subject: 'My records',
      from: { name: 'Maria Alvarez', address: 'portal@direct.portal.example' },
    })
    expect(got?.text?.replaceAll('\r\n', '\n')).toBe('For <you>.\nSecond line.\n')
    await expect.poll(() => markOf(maria)).toBe('Dispatched')
    const rows = await rowsOf<{ status: string; to: string }>(
      portal.database.db,
      sql`select transmit_status as status, transmit_to as to from audit_log where event = 'action:directMail.send' order by id desc limit 3`,
    )
    expect(rows.map((row) => row.status).toSorted()).toEqual(['delivered', 'dispatched', 'sent'])
    expect(rows[0]?.to).toBe('o********@direct.hospital.example')
  })

  test('says what the other side reports, in words', async ({ maria }) => {
    await send(maria, mail({ to: 'slow@direct.hospital.example' }))
    await expect.poll(() => markOf(maria)).toBe('Delivered')
    expect(await shown(maria)).toContain('The Direct service of its reader has this email.')
    await send(maria, mail({ to: 'nobody@direct.hospital.example' }))
    await expect.poll(() => markOf(maria)).toBe('Failed')
    expect(await shown(maria)).toContain('reports that it could not be delivered')
    await send(maria, mail({ to: 'silent@direct.hospital.example' }))
    expect(await markOf(maria)).toBe('Sent')
  })

  test('of which nothing is reported is not confirmed after a day', bothEngines, async ({ portal, maria }) => {
    await send(maria, mail({ to: 'silent@direct.hospital.example' }))
    await runNow(portal, endSilentMails)
    expect(await markOf(maria)).toBe('Sent')
    await portal.database.db.execute(sql`update external_mails set changed_at = now() - interval '25 hours'`)
    await runNow(portal, endSilentMails)
    expect(await markOf(maria)).toBe('Not confirmed')
    expect(await shown(maria)).toContain('It may have arrived all the same.')
    expect((await kept(portal))[0]?.reason).toBe('silent')
  })

  test('carries visit records', async ({ portal, maria }) => {
    const days = { from: '2020-01-01', to: '2026-01-01' }
    const { body } = await maria.act<Answer>('directMail.findVisitRecords', days)
    const [form] = blocksOf(dialogIn(body.effects)?.blocks ?? [], 'form')
    const input = mail({ records: String(form?.fields[0]?.options?.[0]?.value) })
    await send(maria, input)
    const [got] = await received(portal, input.to)
    expect(got?.attachments).toMatchObject([{ filename: expect.stringMatching(/^visit-record-.*\.xml$/) }])
    await expect.poll(() => markOf(maria)).toBe('Dispatched')
    expect(await rowsOf(portal.database.db, sql`select name from external_mail_files`)).toEqual([])
  })

  test('finds no visit records in a range without any [2 §4.29 §8.46]', async ({ maria }) => {
    const { body } = await maria.act<Answer>('directMail.findVisitRecords', { from: '2001-01-01', to: '2001-01-02' })
    expect(wordsOf(dialogIn(body.effects))).toContain('No Visit Records Found')
  })

  test('is a way of its own, where the practice offers it [2 §2.86 §2.88]', async ({ portal, maria }) => {
    const office = await maria.get<Screen>('/ui/screens/user/home/ChatMsg')
    expect(waysToWrite(office.body.blocks).map(([label]) => label)).toContain('Via Direct E-Mail')
    await withSetting(portal, { name: 'Portal_Direct_Mail', value: false }, async () => {
      expect((await maria.get('/ui/screens/user/home/DirectMail')).status).toBe(403)
      expect((await send(maria)).status).toBe(403)
    })
  })
})

describe('what is typed', () => {
  test.for([
    [{ to: '' }, '/to', 'Please enter valid Email'],
    [{ to: 'office' }, '/to', 'Please enter valid Email'],
    [{ to: 'a@direct.hospital.example, b@direct.hospital.example' }, '/to', 'Please enter valid Email'],
    [{ to: 'direct@hospital.example' }, '/to', 'Please enter a valid Direct email address'],
    [{ message: ' ' }, '/message', 'Please add a Message'],
    [{ subject: '' }, '/subject', 'Please add a Subject'],
    [{ subject: 'a\r\nBcc: b@example.org' }, '/subject', 'A subject is a single line.'],
  ] as const)(
    'is refused in the words of the specification: %o [2 §5.22 §5.23 §5.24 §8.40]',
    async ([change, pointer, words], { portal, maria }) => {
      expect(await refusal(send(maria, mail(change)))).toEqual([422, pointer, words])
      expect(await kept(portal)).toEqual([])
    },
  )

  test.for(['nowhere', 'expired', 'revoked', 'untrusted'])(
    'is an address with a certificate that can be used: %s',
    async (domain, { portal, maria }) => {
      const [status, pointer, words] = await refusal(send(maria, mail({ to: `office@direct.${domain}.example` })))
      expect([status, pointer]).toEqual([422, '/to'])
      expect(words).toContain('has no certificate that can be used')
      expect(await kept(portal)).toEqual([])
    },
  )
})

describe('a HISP', bothEngines, () => {
  test('that refuses the message leaves it in the form [2 §5.25 §8.40]', async ({ portal, maria }) => {
    await portal.fault({ kind: 'refuse', path: 'direct' })
    const [, , words] = await refusal(send(maria))
    expect(words).toBe('Failed to send the E-mail. Please try again later.')
    expect(await kept(portal)).toEqual([])
  })

  test.for(['down', 'nonsense', 'lost'] as const)(
    'that is %s gets the message later, once',
    async (kind, { portal, maria }) => {
      await portal.fault({ kind, path: 'direct' })
      const input = mail()
      expect(dialogIn((await send(maria, input)).body.effects)?.title).toBe('Your email is waiting')
      await portal.heal()
      await runDueJobs(portal, deliverMail)
      await send(maria, input)
      expect(await portal.outbox(input.to)).toHaveLength(1)
      await expect.poll(() => markOf(maria)).toBe('Dispatched')
    },
  )

  test('is heard about its own mails only, in order, and once', async ({ portal, maria }) => {
    const to = 'silent@direct.hospital.example'
    await send(maria, mail({ to }))
    const [{ id } = { id: '' }] = await kept(portal)
    const report = async (disposition: Disposition, { from = to, of = id } = {}) => {
      const hear = portal.portal.features.flatMap((each) => each.extends).find(isListener)
      await hear?.value({
        from,
        disposition,
        originalMessageId: `<${of}@direct.portal.example>`,
        finalRecipient: to,
        text: '',
      })
      return (await kept(portal))[0]?.state
    }
    expect(await report('failed', { from: 'silent@direct.other.example' })).toBe('sent')
    expect(await report('failed', { of: 'a'.repeat(40) })).toBe('sent')
    expect(await report('denied')).toBe('sent')
    expect(await report('dispatched', { from: 'postmaster@DIRECT.hospital.example' })).toBe('dispatched')
    expect(await report('processed')).toBe('dispatched')
    expect(await report('failed')).toBe('dispatched')
    const [count] = await rowsOf<{ count: number }>(
      portal.database.db,
      sql`select count(*)::int as count from audit_log where request_id = ${id} and transmit_status = 'dispatched'`,
    )
    expect(count?.count).toBe(1)
  })

  test('is heard about what was believed lost, and about its reading', async ({ portal, maria }) => {
    const to = 'silent@direct.hospital.example'
    await send(maria, mail({ to }))
    await portal.database.db.execute(sql`update external_mails set state = 'failed', reason = 'silent'`)
    const [{ id } = { id: '' }] = await kept(portal)
    const hear = portal.portal.features.flatMap((each) => each.extends).find(isListener)
    const originalMessageId = `<${id}@direct.portal.example>`
    await hear?.value({ from: to, disposition: 'displayed', originalMessageId, finalRecipient: to, text: '' })
    expect(await markOf(maria)).toMatch(/^Read \d\d\/\d\d$/)
  })

  test('whose portal dies between any two statements has the message once', async ({ portal, maria }) => {
    await handle.everyDeath(async (dying) => {
      const input = mail({ to: `silent@direct.hospital.example`, subject: randomUUID() })
      await dying(() => send(maria, input)).catch(() => undefined)
      await runDueJobs(portal, deliverMail)
      expect((await send(maria, input)).status).toBe(200)
      await runDueJobs(portal, deliverMail)
      const got = (await portal.outbox(input.to)).filter(({ subject }) => subject === input.subject)
      expect(got).toHaveLength(1)
      await portal.database.db.execute(sql`delete from external_mails`)
    })
  })
})

test('is nobody else’s to see', async ({ maria, gabriel }) => {
  await send(maria)
  const { body } = await gabriel.get<Screen>(sentPage)
  expect(rowIn(body)).toBeUndefined()
})
