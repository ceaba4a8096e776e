import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { markRead } from '../../server/features/messages/mark-read.ts'
import { noticeMessages } from '../../server/features/messages/message-notices.ts'
import { writeFromOffice } from '../../server/sandbox/areas/messages/write-from-office.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { scriptedPdf } from '../support/files.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { readPdf } from '../support/pdf.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { mariaN } from '../support/visits.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest({
  maria: 'maria.alvarez',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
})

const route = '/user/home/Messages'
const repliesOff = 'The patient cannot reply or send messages to the office. Please contact the office.'
type Problem = { code: string; errors: { pointer: string; message: string }[] }

async function screenOf(visitor: Visitor, address: string): Promise<Screen> {
  const { status, body } = await visitor.get<Screen>(`/ui/screens${address}`)
  expect([address, status]).toEqual([address, 200])
  return body
}

async function listOf(visitor: Visitor, query = ''): Promise<BlockOf<'list'>> {
  const { blocks } = await screenOf(visitor, `${route}${query}`)
  return blocksOf(blocks, 'list')[0] ?? expect.fail('there is no list')
}

async function unreadOf(visitor: Visitor): Promise<number> {
  const [menu] = blocksOf((await screenOf(visitor, route)).blocks, 'split')
  return menu?.entries.find(({ id }) => id === 'inbox')?.count?.value ?? 0
}

type Row = BlockOf<'list'>['rows'][number]
const idOf = ({ id }: Row) => id.replace('message-', '')

async function rowOf(visitor: Visitor, search: string): Promise<Row> {
  const { rows } = await listOf(visitor, `?q=${encodeURIComponent(search)}`)
  return rows[0] ?? expect.fail(`no message contains ${search}`)
}

async function recipientOf(visitor: Visitor, name: string): Promise<string> {
  const { blocks } = await screenOf(visitor, '/user/home/ChatMsg')
  const options = blocksOf(blocks, 'form')[0]?.fields.find((field) => field.name === 'recipient')?.options ?? []
  return options.find(({ label }) => label === name)?.value ?? expect.fail(`${name} is not offered`)
}

const write = async (visitor: Visitor, changes: Record<string, unknown> = {}) =>
  visitor.act<{ effects: Effect[] } & Problem>('messages.send', {
    subject: 'A question',
    body: 'First line\n<b>second</b> line',
    recipient: await recipientOf(visitor, 'Nurses'),
    draft: randomUUID(),
    ...changes,
  })

const officeWrites = (
  { records, portal }: RunningPortal,
  { patientN, subject }: { patientN: number; subject: string },
) =>
  writeFromOffice(records.db, {
    practice: 'lakeside',
    patientN,
    from: { id: 1, isGroup: true },
    subject,
    text: 'Please read this.',
    isHigh: false,
    now: portal.now().getTime(),
  })

describe('the lists', () => {
  test('show five to a page, the latest first, with the unread ones in words [2 §2.88 §2.92 §9.15]', async ({
    maria,
  }) => {
    const list = await listOf(maria)
    expect([list.rows.length, list.paging?.sizes]).toEqual([5, [5, 10, 15, 20]])
    expect(list.rows[0]?.unread).toBe('Unread')
    const last = await listOf(maria, '?size=20&page=99')
    expect([last.paging?.page, last.rows.length]).toEqual([2, (last.paging?.total ?? 0) - 20])
    expect((await listOf(maria, '?box=sent')).rows[0]?.lead).toMatch(/^To /)
  })

  test('are empty in words [2 §2.93 §2.94 §8.51]', async ({ nora }) => {
    expect((await listOf(nora)).empty.text).toBe('When you receive messages, they will be shown here.')
    expect((await listOf(nora, '?box=sent')).empty.text).toBe(
      'When you send messages, you will be able to view them here.',
    )
  })

  test('are searched, and say when nothing matches', async ({ maria }) => {
    const list = await listOf(maria, '?q=statement')
    expect(list.rows.every(({ title }) => /statement/i.test(title))).toBe(true)
    for (const search of ['%', '_', "'", '<script>', 'zzzz'])
      expect((await listOf(maria, `?q=${encodeURIComponent(search)}`)).empty.text).toContain(search)
  })

  test('have the lists beside them, and a new message in their head [2 §2.86]', async ({ maria }) => {
    for (const query of ['', '?box=sent', '?box=drafts']) {
      const { blocks } = await screenOf(maria, `${route}${query}`)
      const entries = blocksOf(blocks, 'split')[0]?.entries.map(({ label, to }) => [label, to])
      expect(entries).toEqual([
        ['Inbox', route],
        ['Sent', `${route}?box=sent`],
        ['Drafts', `${route}?box=drafts`],
      ])
      const { text, style, do: act } = blocksOf(blocks, 'action').find(({ id }) => id === 'new-message') ?? {}
      expect([text, style, act]).toEqual(['New message', 'primary', { type: 'navigate', to: '/user/home/ChatMsg' }])
    }
  })

  test('are reached under each route of the specification [2 §2.17 §2.20 §2.22 §2.87]', async ({ maria }) => {
    for (const alias of ['messages', 'Inbox', 'MessageMobileUI'])
      expect((await screenOf(maria, `/user/home/${alias}`)).title).toBe('Inbox')
  })
})

describe('a message', bothEngines, () => {
  test('is read by an act, never by looking at it, and then is read on every screen', async ({ maria }) => {
    const before = await unreadOf(maria)
    const row = await rowOf(maria, 'Your lab results are ready')
    expect(row.do).toMatchObject({ type: 'call', action: 'messages.open' })
    await screenOf(maria, `${route}?message=${idOf(row)}`)
    expect(await unreadOf(maria)).toBe(before)
    const act = row.do.type === 'call' ? (row.do.input ?? {}) : {}
    const { body } = await maria.act<{ effects: Effect[] }>('messages.open', act)
    expect(body.effects).toEqual([
      { type: 'refresh', what: 'shell' },
      { type: 'navigate', to: act.to },
    ])
    expect(await unreadOf(maria)).toBe(before - 1)
    expect((await maria.act('messages.open', act)).status).toBe(200)
    expect((await rowOf(maria, 'Your lab results are ready')).do).toEqual({ type: 'navigate', to: act.to })
    const { blocks } = await screenOf(maria, String(act.to))
    const entry = blocksOf(blocks, 'thread')[0]?.entries.find(({ id }) => id === `entry-${idOf(row)}`)
    expect(entry?.detail).toMatch(/^Read \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M$/)
  })

  test.for(['down', 'hang', 'nonsense'] as const)(
    'is opened although its mark fails (%s), which a job makes good',
    async (kind, { portal, maria }) => {
      await officeWrites(portal, { patientN: mariaN, subject: `Marked later: ${kind}` })
      const row = await rowOf(maria, `Marked later: ${kind}`)
      const act = row.do.type === 'call' ? (row.do.input ?? {}) : {}
      const before = await unreadOf(maria)
      // What hangs holds the job, too.
      await portal.fault({ kind, path: 'MarkMessageRead', ...(kind === 'hang' ? { times: 1 } : {}) })
      const { status, body } = await maria.act<{ effects: Effect[] }>('messages.open', act)
      const message = 'This shows as new until the records of the office can be reached again.'
      expect([status, body.effects]).toEqual([
        200,
        [
          { type: 'navigate', to: act.to },
          { type: 'notify', tone: 'info', text: message },
        ],
      ])
      if (kind !== 'hang') expect(await unreadOf(maria)).toBe(before)
      await portal.heal()
      await runDueJobs(portal, markRead)
      expect(await unreadOf(maria)).toBe(before - 1)
    },
  )

  test('leads nowhere outside of the messages', async ({ maria }) => {
    const row = await rowOf(maria, 'Statement')
    for (const to of ['//evil.example', '/user/home/Messages/../Billing', '/user/home/Billing', 'https://evil.example'])
      expect((await maria.act('messages.open', { message: idOf(row), to })).status).toBe(422)
  })

  test('shows its whole thread in order, by side, cleaned [2 §2.95 §3.25]', async ({ maria }) => {
    const row = await rowOf(maria, 'Statement for your last visit')
    const { blocks } = await screenOf(maria, `${route}?q=Statement&message=${idOf(row)}`)
    const [thread] = blocksOf(blocks, 'thread')
    const days = thread?.entries.map(({ at }) => at.value) ?? []
    expect([days.length > 2, days]).toEqual([true, days.toSorted()])
    expect(new Set(thread?.entries.map(({ side, from }) => [side, from].join()))).toEqual(
      new Set(['start,Billing Office', 'end,You']),
    )
    const hostile = await rowOf(maria, 'Your skin this month')
    const shown = await screenOf(maria, `${route}?message=${idOf(hostile)}`)
    const [entry] = blocksOf(shown.blocks, 'thread')[0]?.entries ?? []
    expect(entry?.html).toContain('three habits')
    expect(entry?.html).not.toMatch(/<script|<style|<form|<iframe|javascript:|src="http/i)
    expect(entry?.note).toBe('Pictures from other sites are not shown. Fields to fill in are not shown.')
    expect(blocksOf(shown.blocks, 'action').map(({ id }) => id)).not.toContain('reply')
    expect((await maria.get(`/ui/screens/user/home/Reply?message=${idOf(hostile)}`)).status).toBe(409)
  })

  test('has its attachment, for its own patient only', async ({ maria, nora, gabriel }) => {
    const row = await rowOf(maria, 'Statement for your last visit')
    const { blocks } = await screenOf(maria, `${route}?message=${idOf(row)}`)
    const [file] = blocksOf(blocks, 'thread')[0]?.entries.flatMap(({ files = [] }) => files) ?? []
    const { body, headers } = await maria.get<Buffer>(file?.href ?? '')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Statement\.pdf"/)
    expect((await readPdf(body)).pages.length).toBeGreaterThan(0)
    for (const visitor of [nora, gabriel]) expect((await visitor.get(file?.href ?? '')).status).toBe(404)
  })

  test('has no attachment that acts by itself', async ({ portal, maria }) => {
    const row = await rowOf(maria, 'Statement for your last visit')
    const { blocks } = await screenOf(maria, `${route}?message=${idOf(row)}`)
    const [file] = blocksOf(blocks, 'thread')[0]?.entries.flatMap(({ files = [] }) => files) ?? []
    const { records } = portal
    const former = await maria.get<Buffer>(file?.href ?? '')
    const put = (content: Buffer) =>
      records.db.execute(sql`update message_attachments set content = decode(${content.toString('base64')}, 'base64')`)
    await put(scriptedPdf)
    const { status, body } = await maria.get<Problem>(file?.href ?? '')
    await put(former.body)
    expect([status, body.code, body.errors[0]?.message]).toEqual([
      502,
      'documents.active',
      expect.stringContaining('would run a program'),
    ])
  })

  test('has an attachment whose name cannot leave its header', async ({ portal, maria }) => {
    const row = await rowOf(maria, 'Statement for your last visit')
    await portal.records.db.execute(
      sql`update message_attachments set file_name = ${'../結果 "x"\r\nSet-Cookie: a=b; \u202Efdp.exe'}`,
    )
    const { blocks } = await screenOf(maria, `${route}?message=${idOf(row)}`)
    const [file] = blocksOf(blocks, 'thread')[0]?.entries.flatMap(({ files = [] }) => files) ?? []
    const { status, headers } = await maria.get<Buffer>(file?.href ?? '')
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="?? \\"x\\"Set-Cookie: a=b; fdp.exe"; filename*=UTF-8''%E7%B5%90%E6%9E%9C%20%22x%22Set-Cookie%3A%20a%3Db%3B%20fdp.exe`,
    )
    await portal.records.db.execute(sql`update message_attachments set file_name = 'Statement.pdf'`)
  })

  test('of somebody else is as unknown as none', async ({ maria, nora, gabriel }) => {
    const id = idOf(await rowOf(maria, 'Statement'))
    for (const visitor of [nora, gabriel]) {
      for (const message of [id, '999999', 'x']) {
        for (const page of [`${route}?message=${message}`, `/user/home/Reply?message=${message}`]) {
          const { status, body } = await visitor.get<Problem>(`/ui/screens${page}`)
          expect([page, status, body.code]).toEqual([page, 404, 'messages.unknown'])
        }
        const acts = [
          await visitor.act<Problem>('messages.open', { message, to: route }),
          await visitor.act<Problem>('messages.reply', { message, body: 'x', draft: randomUUID() }),
        ]
        expect(acts.map(({ status, body }) => [status, body.code])).toEqual([
          [404, 'messages.unknown'],
          [404, 'messages.unknown'],
        ])
      }
    }
  })
})

describe('the menu', () => {
  const countIn = async (visitor: Visitor) =>
    (await visitor.get<Shell>('/ui/shell')).body.navigation.entries.find(({ id }) => id === 'messages')?.count

  test('counts what is unread, less once it is read, and nothing where all is', async ({ portal, maria, nora }) => {
    const unread = await unreadOf(maria)
    expect(await countIn(maria)).toEqual({ value: unread, words: `${unread} unread` })
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Bring your card' })
    const row = await rowOf(maria, 'Bring your card')
    expect((await countIn(maria))?.value).toBe(unread + 1)
    const { body } = await maria.act<{ effects: Effect[] }>('messages.open', { message: idOf(row), to: route })
    expect(body.effects[0]).toEqual({ type: 'refresh', what: 'shell' })
    expect((await countIn(maria))?.value).toBe(unread)
    expect(await countIn(nora)).toBeUndefined()
  })

  test.for(['down', 'hang'] as const)(
    'is drawn without a count while the record server is in the state %s',
    async (kind, { portal, maria }) => {
      await portal.fault({ path: 'GetUnreadMessageCount', kind })
      const { status, body } = await maria.get<Shell>('/ui/shell')
      expect([status, body.navigation.entries.map(({ id }) => id)]).toEqual([200, expect.arrayContaining(['messages'])])
      expect(body.topics.filter((topic) => topic.endsWith('/messages'))).toHaveLength(1)
      expect(await countIn(maria)).toBeUndefined()
      await portal.heal()
    },
  )
})

describe('writing to the office', () => {
  test('offers physicians and groups, each under its head, and leads back [2 §2.89 §2.153 §5.27 §9.16]', async ({
    maria,
  }) => {
    const { blocks } = await screenOf(maria, '/user/home/ChatMsg')
    const [recipient] = blocksOf(blocks, 'form')[0]?.fields ?? []
    const groups = new Set(recipient?.options?.map(({ group }) => group))
    expect([...groups]).toEqual(['Recipients', 'Recipient Groups'])
    expect(blocksOf(blocks, 'form')[0]?.secondary).toEqual([
      { id: 'cancel', label: 'Cancel', to: '/user/home/dashboard' },
    ])
  })

  test('asks for subject, message and recipient, in words [2 §5.26 §5.27 §8.41]', async ({ maria }) => {
    const { status, body } = await maria.act<Problem>('messages.send', { draft: randomUUID() })
    const words = Object.fromEntries(body.errors.map(({ pointer, message }) => [pointer, message]))
    expect([status, words]).toEqual([
      422,
      {
        '/subject': 'Please enter Subject',
        '/body': 'Please enter Message',
        '/recipient': 'Select Physician To Continue',
      },
    ])
    const blank = await write(maria, { body: ' \n ' })
    expect(blank.body.errors.map(({ message }) => message)).toEqual(['Please enter Message'])
  })

  test('is confirmed, and stands in the sent ones as it was typed [2 §4.26]', async ({ maria }) => {
    const { body } = await write(maria, { subject: 'Sunscreen for winter', isHigh: true })
    const [opened] = body.effects
    const dialog = opened?.type === 'open' && typeof opened.dialog === 'object' ? opened.dialog : undefined
    expect([dialog?.title, wordsOf(dialog)]).toEqual(['Message sent', expect.stringContaining('sent to Nurses')])
    const [row] = (await listOf(maria, '?box=sent')).rows
    expect([row?.title, row?.mark?.text]).toEqual(['Sunscreen for winter', 'High priority'])
    const shown = await screenOf(maria, `${route}?box=sent&message=${idOf(row!)}`)
    expect(blocksOf(shown.blocks, 'thread')[0]?.entries[0]?.html).toBe(
      '<p>First line<br />&lt;b&gt;second&lt;/b&gt; line</p>',
    )
  })

  test('says who wrote it for whom, to everybody who reads it', async ({ maria, gabriel }) => {
    const row = (await listOf(gabriel, '?box=sent')).rows.find(({ title }) => title === 'Eczema plan for Lucas')
    expect(row?.line).toBe('Written by Gabriel Alvarez')
    await write(gabriel, { subject: 'Swimming' })
    const [own] = (await listOf(gabriel, '?box=sent')).rows
    const { blocks } = await screenOf(gabriel, `${route}?box=sent&message=${idOf(own!)}`)
    const [entry] = blocksOf(blocks, 'thread')[0]?.entries ?? []
    expect([own?.line, entry?.from, entry?.to]).toEqual([undefined, 'You', 'for Lucas to Nurses'])
    await write(maria, { subject: 'Sunscreen, again' })
    const [mine] = (await listOf(maria, '?box=sent')).rows
    const shown = await screenOf(maria, `${route}?box=sent&message=${idOf(mine!)}`)
    const [hers] = blocksOf(shown.blocks, 'thread')[0]?.entries ?? []
    expect([mine?.line, hers?.from, hers?.to]).toEqual([undefined, 'You', 'to Nurses'])
  })

  test('refuses what cannot be sent, and names it', async ({ maria }) => {
    for (const [changes, pointer] of [
      [{ subject: 'One\nBcc: all@example.com' }, '/subject'],
      [{ subject: 'x'.repeat(201) }, '/subject'],
      [{ body: 'x'.repeat(10_001) }, '/body'],
      [{ recipient: '1 or 1=1' }, '/recipient'],
      [{ recipient: 'p999999' }, '/recipient'],
      [{ draft: 'x' }, '/draft'],
    ] as const) {
      const { status, body } = await write(maria, changes)
      expect([changes, status, body.errors.map((error) => error.pointer)]).toEqual([changes, 422, [pointer]])
    }
  })

  test('is off in words where the practice does not take messages [2 §4.27 §6.16 §6.17]', async ({ portal, maria }) => {
    const id = idOf(await rowOf(maria, 'Statement'))
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, async () => {
      for (const page of ['/user/home/ChatMsg', `/user/home/Reply?message=${id}`]) {
        const { blocks } = await screenOf(maria, page)
        expect(blocksOf(blocks, 'notice').map(({ tone, text }) => [tone, text])).toEqual([['warning', repliesOff]])
        expect(blocksOf(blocks, 'form')[0]?.submit.disabled).toEqual({ reason: repliesOff })
      }
      const { blocks } = await screenOf(maria, `${route}?message=${id}`)
      for (const button of ['reply', 'new-message'])
        expect(blocksOf(blocks, 'action').find(({ id }) => id === button)?.disabled).toEqual({ reason: repliesOff })
      const refused = await maria.act<Problem>('messages.reply', { message: id, body: 'x', draft: randomUUID() })
      expect([refused.status, refused.body.code]).toEqual([403, 'messages.repliesOff'])
    })
  })

  test('a reply goes to who wrote, in its thread, with one Re: [2 §1.5 §2.26 §2.90]', async ({ maria }) => {
    const row = await rowOf(maria, 'Statement for your last visit')
    const message = idOf(row)
    const { blocks } = await screenOf(maria, `/user/home/Reply?message=${message}`)
    expect(wordsOf(blocksOf(blocks, 'facts'))).toMatch(/Billing Office.*Re: Statement for your last visit/)
    const { status } = await maria.act('messages.reply', { message, body: 'Thank you.', draft: randomUUID() })
    expect(status).toBe(200)
    const shown = await screenOf(maria, `${route}?message=${message}`)
    const last = blocksOf(shown.blocks, 'thread')[0]?.entries.at(-1)
    expect([last?.side, last?.html]).toEqual(['end', '<p>Thank you.</p>'])
  })
})

describe('a new message of the office', bothEngines, () => {
  beforeEach<{ portal: RunningPortal }>(({ portal }) => runNow(portal, noticeMessages))

  test('is told by e-mail to who chose so, and names nothing', async ({ portal, maria }) => {
    const mailsOf = async () => {
      await runDueJobs(portal)
      const sent = await portal.outbox('maria.alvarez@example.com')
      return sent.filter(({ subject }) => subject.startsWith('A new message'))
    }
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Biopsy of the arm' })
    await runNow(portal, noticeMessages)
    expect(await mailsOf()).toEqual([])
    await maria.act('messages.chooseNotices', { requested: true })
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Biopsy of the leg' })
    await runNow(portal, noticeMessages)
    await runNow(portal, noticeMessages)
    const [mail, ...others] = await mailsOf()
    expect([others, mail?.text]).toEqual([[], expect.stringContaining('There is a new message for you')])
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/biopsy|Maria/i)
    expect(mail?.text.match(/https?:\S+/g)).toEqual([expect.stringContaining('/user/stopMessageEmails?link=')])
    await maria.act('messages.chooseNotices', { requested: false })
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Biopsy of the back' })
    await runNow(portal, noticeMessages)
    expect(await mailsOf()).toHaveLength(1)
  })

  test('is turned off by the link in its e-mail, without signing in, once, and by nothing that only opens it', async ({
    portal,
    maria,
  }) => {
    await maria.act('messages.chooseNotices', { requested: true })
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Biopsy of the neck' })
    await runNow(portal, noticeMessages)
    const { text } = await messageTo(portal, people.mariaAlvarez.email, /stopMessageEmails/)
    const [, address = '', link = ''] = /(\/user\/stopMessageEmails\?link=([\w-]+))/.exec(text) ?? []
    const reader = portal.visitor()
    const stopsOn = async (at: string) => blocksOf((await screenOf(reader, at)).blocks, 'action').map(({ id }) => id)
    expect([await stopsOn(address), await stopsOn(address)]).toEqual([['stop'], ['stop']])
    expect([await stopsOn(address.slice(0, -1)), await stopsOn('/user/stopMessageEmails')]).toEqual([[], []])
    expect(wordsOf(await screenOf(reader, address))).not.toMatch(/Maria|Alvarez|example/)
    const stop = async () => wordsOf((await reader.act<{ effects: Effect[] }>('messages.stopNotices', { link })).body)
    expect([await stop(), await stop()]).toEqual([
      expect.stringContaining('You get no more emails'),
      expect.stringContaining('off already'),
    ])
    expect(await stopsOn(address)).toEqual([])
    const settings = await maria.get('/ui/screens/user/home/Settings')
    expect(wordsOf(settings.body)).toContain('Turn on e-mails')
    const mails = (await portal.outbox(people.mariaAlvarez.email)).length
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'Biopsy of the foot' })
    await runNow(portal, noticeMessages)
    expect(await portal.outbox(people.mariaAlvarez.email)).toHaveLength(mails)
  })

  test('is looked for again when the record server was down', async ({ portal, maria }) => {
    const before = await unreadOf(maria)
    await maria.act('messages.chooseNotices', { requested: true })
    await officeWrites(portal, { patientN: people.mariaAlvarez.patientN, subject: 'While it was down' })
    await portal.fault({ kind: 'down', path: 'GetNewMessages' })
    await runNow(portal, noticeMessages)
    await portal.heal()
    const places = await portal.database.db.execute(sql`select place from message_places`)
    await runNow(portal, noticeMessages)
    expect(await portal.database.db.execute(sql`select place from message_places`)).not.toEqual(places)
    expect(await unreadOf(maria)).toBe(before + 1)
    await maria.act('messages.chooseNotices', { requested: false })
  })
})

describe('a message about something', () => {
  test('names a bill of the patient, and tells the office which one', async ({ maria }) => {
    const { blocks } = await screenOf(maria, '/user/home/Statements')
    const asks = blocksOf(blocks, 'table')[0]?.rows.flatMap(({ actions = [] }) => actions) ?? []
    const ask = asks.find(({ label }) => label === 'Ask about it')?.do
    const to = ask?.type === 'navigate' ? ask.to : expect.fail('nobody can ask about it')
    const page = await screenOf(maria, to)
    const [about] = blocksOf(page.blocks, 'facts')
    expect(about?.facts[0]?.value).toMatch(/^Bill of \d\d\/\d\d\/\d{4}$/)
    expect(blocksOf(page.blocks, 'form')[0]?.value).toEqual({
      subject: expect.stringMatching(/^Question about my bill of \d/),
      recipient: await recipientOf(maria, 'Billing Office'),
      body: expect.stringMatching(/^I have a question about my bill of \d\d\/\d\d\/\d{4}\. /),
    })
    expect((await write(maria, { about: to.split('about=')[1], subject: 'About a bill' })).status).toBe(200)
    const [row] = (await listOf(maria, '?box=sent&q=About%20a%20bill')).rows
    expect(row?.line).toMatch(/^About Bill of \d\d\//)
  })

  test('asks for a refill of a medication', async ({ maria }) => {
    const { body } = await maria.get<Screen>('/ui/regions/myRecords.medications')
    const actions = blocksOf(body.blocks, 'table')[0]?.rows.flatMap((row) => row.actions ?? []) ?? []
    const refill = actions.find(({ label }) => label === 'Request a refill')?.do
    const page = await screenOf(maria, refill?.type === 'navigate' ? refill.to : expect.fail('there is no link'))
    const { subject, recipient, body: words } = blocksOf(page.blocks, 'form')[0]?.value ?? {}
    expect(subject).toMatch(/^Refill request: \w/)
    expect(recipient).toBe(await recipientOf(maria, 'Refill Requests'))
    expect(words).toMatch(/^Please refill \w[^]*\n\nMy pharmacy is:\n\w.*\n\d+ .*, N[JY] \d{5}\n\(\d{3}\) 555-\d{4}$/)
  })

  test('asks about a test result', async ({ maria }) => {
    const { body } = await maria.get<Screen>('/ui/regions/testResults.list?page=2')
    const [row] = blocksOf(body.blocks, 'list')[0]?.rows ?? []
    const id = row?.id.replace(/\D+/, '')
    const page = await screenOf(maria, `/user/home/ChatMsg?about=result:${id}`)
    expect(wordsOf(blocksOf(page.blocks, 'facts'))).toContain(String(row?.title))
  })

  test('that is not the patient’s, or nothing, is refused the same', async ({ nora }) => {
    for (const about of ['bill:2020-01-01', 'bill:1', 'nothing:1', 'bill:', '<x>']) {
      const page = await nora.get<Problem>(`/ui/screens/user/home/ChatMsg?about=${encodeURIComponent(about)}`)
      expect([about, page.status, page.body.code]).toEqual([about, 404, 'messages.aboutUnknown'])
    }
    const sent = await write(nora, { about: 'bill:2020-01-01' })
    expect([sent.status, sent.body.code]).toEqual([404, 'messages.aboutUnknown'])
  })
})
