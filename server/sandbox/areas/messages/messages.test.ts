import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothEngines, testEngine } from '../../../../tests/support/databases.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'
import { waitingCalls } from '../../waiting-calls.ts'
import { writeFromOffice } from './write-from-office.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox({ engine: testEngine })
})
afterAll(() => sandbox.close())

interface Item {
  ID: number
  THREAD_ID: number
  PhysicianID: number
  Is_Group_Message: boolean
  SENDER_NAME: string
  Recipients: { ID: number; Name: string; Is_Group: boolean }[]
  IsRead: number
  DateSent: string
  Subject: string
  Priority: number
  Direction: string
  HAS_ATTACHMENTS: boolean
  REFERENCE: unknown
  Body?: string | null
  ATTACHMENTS: { ATTACHMENT_ID: number; FILE_NAME: string; FILE_SIZE: number }[]
}
interface Page {
  Total: number
  Unread: number
  Items: Item[]
}

const maria = people.mariaAlvarez.patientN
const lucas = people.lucasAlvarez.patientN
const get = (path: string, practice = 'lakeside') => sandbox.app.inject(`/${practice}/api/${path}`)
const post = (path: string, payload: object, practice = 'lakeside') =>
  sandbox.app.inject({ method: 'POST', url: `/${practice}/api/${path}`, payload })
const inbox = async (patientN: number, query = '&pageSize=200') =>
  (await get(`GetInbox?patient_n=${patientN}${query}`)).json<Page>()
const sentBy = async (patientN: number) => (await get(`GetSentMsg?patient_n=${patientN}&pageSize=200`)).json<Page>()
const selected = async (patientN: number, id: number | undefined) =>
  (await get(`GetSelectedMessage?patient_n=${patientN}&id=${id}`)).json<Item>()
const message = (changes: object = {}) => ({
  KEY: crypto.randomUUID(),
  PATIENT_N: maria,
  Subject: 'A question',
  Body: '<p>Is it?</p>',
  Priority: 0,
  Recipients: [{ ID: 101, Is_Group: false }],
  ...changes,
})

describe('the seed', () => {
  test('gives Maria Alvarez months of messages, a new patient none', async () => {
    const box = await inbox(maria)
    expect([box.Total, box.Unread, box.Items.length]).toEqual([30, 4, 30])
    expect(new Set(box.Items.map(({ THREAD_ID: id }) => id)).size).toBe(14)
    expect((await sentBy(maria)).Total).toBe(12)
    expect(box.Items.filter(({ Priority: priority }) => priority === 1)).toHaveLength(1)
    for (const patient of [lucas, people.adaOkafor.patientN]) expect((await inbox(patient)).Total).toBe(2)
    expect((await get(`GetInbox?patient_n=${people.benCarter.patientN}`, 'northgate')).json<Page>().Total).toBe(2)
    const none = { Total: 0, Unread: 0, Items: [] }
    expect([await inbox(people.noraQuinn.patientN), await sentBy(people.noraQuinn.patientN)]).toEqual([none, none])
  })

  test('has a message of a group with a PDF about a bill, and one from outside that means harm', async () => {
    const { Items: items } = await inbox(maria)
    const [statement] = items.filter((item) => item.HAS_ATTACHMENTS)
    expect(statement).toMatchObject({
      SENDER_NAME: 'Billing Office',
      Is_Group_Message: true,
      REFERENCE: { KIND: 'bill', LABEL: 'Destruction of benign lesions, up to 14' },
    })
    const outside = items.find(({ PhysicianID: physician }) => physician === 0)
    const { Body: body } = await selected(maria, outside?.ID)
    for (const part of ['<script>', 'javascript:', 'https://tracker', 'position:fixed', '<form', '<iframe'])
      expect(body).toContain(part)
  })

  test('writes each thread in the order of time, all of it in the past', async () => {
    const { Items: items } = await inbox(maria)
    for (const { ID: id } of items) {
      const thread = (await get(`GetMessageThread?patient_n=${maria}&id=${id}`)).json<Page>()
      const times = thread.Items.map(({ DateSent: sent }) => Date.parse(sent))
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(times.at(-1)).toBeLessThan(sandbox.clock.now.getTime())
    }
  })
})

describe('a box', () => {
  test('is read by pages, without bodies; a page beyond the end is empty', async () => {
    const all = await inbox(maria)
    const times = all.Items.map(({ DateSent: sent }) => Date.parse(sent))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect((await inbox(maria, '&page=2&pageSize=20')).Items).toEqual(all.Items.slice(20))
    expect(await inbox(maria, '&page=9&pageSize=20')).toEqual({ Total: 30, Unread: 4, Items: [] })
    expect(all.Items[0]).not.toHaveProperty('Body')
    for (const query of ['&page=0', '&pageSize=201', '&search=%00'])
      expect((await get(`GetInbox?patient_n=${maria}${query}`)).statusCode).toBe(400)
  })

  test('is searched by subject, names and text, not by tags; % and _ stand for themselves', async () => {
    const inInbox = async (text: string) => (await inbox(maria, `&search=${encodeURIComponent(text)}`)).Total
    expect([await inInbox('BIOPSY'), await inInbox('billing off'), await inInbox('petroleum')]).toEqual([6, 3, 2])
    expect([await inInbox('blockquote'), await inInbox('%'), await inInbox('_'), await inInbox('\\')]).toEqual([
      0, 0, 0, 0,
    ])
    await post('SendMsgToEmr', message({ Subject: '50% of a_b' }))
    const inSent = async (text: string) =>
      (await get(`GetSentMsg?patient_n=${maria}&search=${encodeURIComponent(text)}`)).json<Page>().Total
    expect([await inSent('50%'), await inSent('a_b'), await inSent('5_%'), await inSent('front desk')]).toEqual([
      1, 1, 0, 2,
    ])
  })

  test('of thousands is read through its index', async () => {
    await sandbox.database.db.execute(
      `insert into messages (practice, message_id, thread_id, patient_n, direction, physician_id, is_group, sender_name,
         is_read, created_at, sent_at, subject, body)
       select 'lakeside', 900000 + n, 900000 + n, 1006, 'OUT', 101, false, 'Thomas Reed', true, now, now, 'No. ' || n, 'x'
       from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as now from generate_series(1, 5000) n) rows`,
    )
    await sandbox.database.db.execute('analyze messages')
    const last = (await get('GetSentMsg?patient_n=1006&page=500&pageSize=10')).json<Page>()
    expect([last.Total, last.Items.at(-1)?.Subject]).toEqual([5000, 'No. 1'])
    const { rows } = await sandbox.database.db.execute<{ 'QUERY PLAN': string }>(
      `explain select * from messages where practice = 'lakeside' and patient_n = 1006 and direction = 'OUT'
       order by sent_at desc, message_id desc limit 10`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('messages_of_box')
    expect(plan).not.toContain('Sort')
  })
})

describe('a message', () => {
  test('is read without a change until it is marked, and marking it twice is marking it once', async () => {
    const first = (await inbox(lucas)).Items[0]
    const unread = async () => (await get(`GetUnreadMessageCount?patient_n=${lucas}`)).json<number>()
    expect(await selected(lucas, first?.ID)).toMatchObject({
      IsRead: 0,
      Body: expect.stringContaining('shower') as string,
    })
    await get(`GetMessageThread?patient_n=${lucas}&id=${first?.ID}`)
    expect(await unread()).toBe(1)
    for (const _time of [1, 2])
      expect((await post('MarkMessageRead', { PATIENT_N: lucas, IDS: [first?.ID, first?.ID] })).json()).toBe(true)
    expect([await unread(), (await inbox(lucas)).Unread]).toEqual([0, 0])
  })

  test('of another patient or practice is not there, and marks nothing beside it', async () => {
    const [unread] = (await inbox(maria)).Items
    const [other] = (await inbox(lucas)).Items
    const file = (await inbox(maria)).Items.find((item) => item.HAS_ATTACHMENTS)
    const [attached] = (await selected(maria, file?.ID)).ATTACHMENTS
    const fileAt = `id=${file?.ID}&attachment_id=${attached?.ATTACHMENT_ID}`
    for (const path of [
      `GetSelectedMessage?patient_n=${lucas}&id=${unread?.ID}`,
      `GetMessageThread?patient_n=${lucas}&id=${unread?.ID}`,
      `GetMessageAttachment?patient_n=${lucas}&${fileAt}`,
      `GetMessageAttachment?patient_n=${maria}&id=${unread?.ID}&attachment_id=${attached?.ATTACHMENT_ID}`,
    ])
      expect((await get(path)).statusCode).toBe(404)
    expect((await get(`GetSelectedMessage?patient_n=${maria}&id=${unread?.ID}`, 'northgate')).statusCode).toBe(404)
    const marked = await post('MarkMessageRead', { PATIENT_N: maria, IDS: [unread?.ID, other?.ID] })
    expect([marked.statusCode, (await inbox(maria)).Unread]).toEqual([404, 4])
    const pdf = await get(`GetMessageAttachment?patient_n=${maria}&${fileAt}`)
    expect(pdf.rawPayload).toHaveLength(attached?.FILE_SIZE ?? 0)
    expect(pdf.body).toMatch(/^%PDF-/)
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  })

  test('in a long thread comes with the latest ones, and with its body even when all together are too long', async () => {
    const { ID: first, THREAD_ID: thread } = (
      await post('SendMsgToEmr', message({ PATIENT_N: 1009, Body: 'x'.repeat(5_000_000) }))
    ).json<Item>()
    for (let number = 1; number <= 51; number++) {
      sandbox.clock.now = new Date(sandbox.clock.now.getTime() + 60_000)
      const Body = number > 49 ? 'y'.repeat(5_000_000) : `Number ${number}`
      await post('SendMsgToEmr', message({ PATIENT_N: 1009, THREAD_ID: thread, Body }))
    }
    const read = async (id: number) => (await get(`GetMessageThread?patient_n=1009&id=${id}`)).json<Page>()
    const all = await read(first)
    expect([all.Total, all.Items.length, all.Items[0]?.ID]).toEqual([52, 51, first])
    expect(all.Items.filter(({ Body: body }) => body !== null).map(({ Body: body }) => body?.[0])).toEqual(['x', 'y'])
    const latest = all.Items.at(-1)?.ID ?? 0
    expect((await read(latest)).Items.map(({ ID: id }) => id)).toEqual(all.Items.slice(1).map(({ ID: id }) => id))
  })
})

describe('sending', () => {
  test('goes to physicians and groups by their numbers, and starts a thread', async () => {
    const physicians = (await get('GetAllPhysicians')).json<{ ID: number; Name: string }[]>()
    const groups = (await get('GetEmployeeGroups')).json<{ id: number; groups_name: string }[]>()
    expect(physicians).toHaveLength(13)
    expect(groups.map(({ groups_name: name }) => name)).toEqual([
      'Billing Office',
      'Front Desk',
      'Nurses',
      'Refill Requests',
    ])
    const sent = await post(
      'SendMsgToEmr',
      message({
        Recipients: [
          { ID: groups[0]?.id, Is_Group: true },
          { ID: 101, Is_Group: false },
        ],
        Priority: 1,
        REFERENCE: { KIND: 'bill', ID: '7', LABEL: 'A visit' },
        ATTACHMENTS: [{ FILE_NAME: 'note.txt', FILE_TYPE: 'text/plain', Base64EncodedFile: 'aGVsbG8=' }],
      }),
    )
    const { ID: id, THREAD_ID: thread } = sent.json<Item>()
    expect(thread).toBe(id)
    expect(await selected(maria, id)).toMatchObject({
      Direction: 'OUT',
      IsRead: 1,
      SENDER_NAME: 'Maria Alvarez',
      Recipients: [
        { ID: groups[0]?.id, Name: 'Billing Office', Is_Group: true },
        { ID: 101, Name: 'Helen Marchetti', Is_Group: false },
      ],
      Priority: 1,
      Body: '<p>Is it?</p>',
      REFERENCE: { KIND: 'bill', ID: '7', LABEL: 'A visit' },
      ATTACHMENTS: [{ FILE_NAME: 'note.txt', FILE_TYPE: 'text/plain', FILE_SIZE: 5 }],
    })
  })

  test('with one key twice at once is one message', bothEngines, async () => {
    const same = message({
      PATIENT_N: 1007,
      ATTACHMENTS: [{ FILE_NAME: 'a.txt', FILE_TYPE: 'text/plain', Base64EncodedFile: 'aGVsbG8=' }],
    })
    const answers = await Promise.all([1, 2, 3].map(() => post('SendMsgToEmr', same)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await sentBy(1007)).Total).toBe(1)
    const { ID: id } = answers[0]?.json<Item>() ?? { ID: 0 }
    expect((await selected(1007, id)).ATTACHMENTS).toHaveLength(1)
    // The key is of one patient.
    await post('SendMsgToEmr', { ...same, PATIENT_N: 1008 })
    expect((await sentBy(1008)).Total).toBe(1)
  })

  test('into a thread of another patient, to or from somebody unknown, is refused', async () => {
    const thread = (await inbox(lucas)).Items[0]?.THREAD_ID
    const before = (await sentBy(maria)).Total
    for (const wrong of [
      { THREAD_ID: thread },
      { PATIENT_N: 999_999 },
      { Recipients: [{ ID: 101, Is_Group: true }] },
      {
        Recipients: [
          { ID: 101, Is_Group: false },
          { ID: 201, Is_Group: false },
        ],
      },
    ])
      expect((await post('SendMsgToEmr', message(wrong))).statusCode).toBe(404)
    expect((await sentBy(maria)).Total).toBe(before)
  })

  test.each([
    ['a subject of two lines', { Subject: 'A\r\nBcc: b@example.com' }],
    ['a subject of two lines to Unicode', { Subject: 'A\u2028B' }],
    ['no subject', { Subject: '' }],
    ['no recipient', { Recipients: [] }],
    ['a body with a zero character', { Body: 'a\u0000b' }],
    ['a body of more than 5 MB', { Body: 'é'.repeat(2.5 * 1024 * 1024 + 1) }],
    [
      'an attachment with a line break in its name',
      { ATTACHMENTS: [{ FILE_NAME: 'a\n', FILE_TYPE: 'text/plain', Base64EncodedFile: 'aa' }] },
    ],
  ])('with %s is refused', async (_what, wrong) => {
    expect((await post('SendMsgToEmr', message(wrong))).statusCode).toBe(400)
  })

  test('of a body of 5 MB is possible', async () => {
    const sent = await post('SendMsgToEmr', message({ PATIENT_N: 1010, Body: 'x'.repeat(5 * 1024 * 1024) }))
    expect(sent.statusCode).toBe(200)
  })
})

interface News {
  LAST_CHANGE: number
  Messages: { ID: number; PATIENT_N: number }[]
  WAITS?: boolean
}
const news = async (query = '', practice = 'lakeside') => (await get(`GetNewMessages${query}`, practice)).json<News>()

test('new messages of the office are those after a change that were not read yet; not those of patients', async () => {
  const first = await news()
  expect(first.Messages).toEqual([])
  await post('SendMsgToEmr', message({ PATIENT_N: 1010 }))
  expect(await news(`?after_change=${first.LAST_CHANGE}`)).toEqual(first)
  const { LAST_CHANGE: last, Messages: all } = await news('?after_change=0')
  expect(last).toBe(first.LAST_CHANGE)
  const ofMaria = all.filter(({ PATIENT_N: patient }) => patient === maria)
  expect(ofMaria).toHaveLength(4)
  await post('MarkMessageRead', { PATIENT_N: maria, IDS: [ofMaria[0]?.ID] })
  expect((await news('?after_change=0')).Messages).toEqual(all.filter(({ ID: id }) => id !== ofMaria[0]?.ID))
})

describe('a call that waits for a new message', () => {
  const officeWrites = (practice: string, patientN: number) =>
    writeFromOffice(sandbox.database.db, {
      practice,
      patientN,
      from: { id: 1, isGroup: true },
      subject: 'A result',
      text: 'Please read this.',
      isHigh: false,
      now: sandbox.clock.now.getTime(),
    })
  /** `ended` becomes true with the answer. */
  const waitAfter = (last: number, practice = 'lakeside', seconds = 30) => {
    const call = { ended: false, answer: news(`?after_change=${last}&wait=${seconds}`, practice) }
    void call.answer.finally(() => void (call.ended = true))
    return call
  }

  test('is answered by a message of its practice, and by no other change', async () => {
    const { LAST_CHANGE: last } = await news()
    const { LAST_CHANGE: lastOfOther } = await news('', 'northgate')
    const calls = [waitAfter(last), waitAfter(last)]
    const other = waitAfter(lastOfOther, 'northgate')
    await post('SendMsgToEmr', message({ PATIENT_N: 1010 }))
    await officeWrites('northgate', 2001)
    expect(await other.answer).toMatchObject({ LAST_CHANGE: lastOfOther + 1, Messages: [{ PATIENT_N: 2001 }] })
    expect(calls.map(({ ended }) => ended)).toEqual([false, false])
    await officeWrites('lakeside', lucas)
    for (const { answer } of calls)
      expect(await answer).toMatchObject({ LAST_CHANGE: last + 1, Messages: [{ PATIENT_N: lucas }], WAITS: true })
  })

  test('is answered at once if there is one already, without a place to begin with, or where the count began again', async () => {
    const { LAST_CHANGE: last } = await news()
    expect((await waitAfter(last - 1).answer).LAST_CHANGE).toBe(last)
    expect(await news('?wait=30')).toEqual({ LAST_CHANGE: last, Messages: [], WAITS: true })
    expect((await waitAfter(last + 5).answer).LAST_CHANGE).toBe(last)
    expect(await news(`?after_change=${last}`)).toEqual({ LAST_CHANGE: last, Messages: [] })
  })

  test('ends with its time, without a message', async () => {
    const { LAST_CHANGE: last } = await news()
    for (const seconds of [0, 1])
      expect(await waitAfter(last, 'lakeside', seconds).answer).toEqual({
        LAST_CHANGE: last,
        Messages: [],
        WAITS: true,
      })
    expect((await get(`GetNewMessages?after_change=${last}&wait=-1`)).statusCode).toBe(400)
  })

  test('ends when its caller goes, and when the server closes', bothEngines, async () => {
    const listens = await openTestSandbox()
    const origin = await listens.app.listen({ host: '127.0.0.1', port: 0 })
    const address = (after: number) => `${origin}/lakeside/api/GetNewMessages?after_change=${after}&wait=30`
    const { LAST_CHANGE: now } = (await (await fetch(`${origin}/lakeside/api/GetNewMessages`)).json()) as News // sent by the sandbox
    const leaving = new AbortController()
    const left = fetch(address(now), { signal: leaving.signal }).catch(() => 'left')
    const others = [fetch(address(now)).catch(() => 'closed'), fetch(address(now)).catch(() => 'closed')]
    await expect.poll(() => waitingCalls(listens.database.db, { practice: 'lakeside', what: 'messages' })).toBe(3)
    leaving.abort()
    expect(await left).toBe('left')
    await expect.poll(() => waitingCalls(listens.database.db, { practice: 'lakeside', what: 'messages' })).toBe(2)
    await listens.close()
    await Promise.all(others)
    expect(waitingCalls(listens.database.db, { practice: 'lakeside', what: 'messages' })).toBe(0)
  })
})
