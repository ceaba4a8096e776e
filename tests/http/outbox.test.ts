/** @module-tag database */
import { sql } from 'drizzle-orm'
import { describe, expect, test as base } from 'vitest'
import { createSms } from '../../server/gateways/sms/create-sms.ts'
import { outboxMessages } from '../../server/db/schema.ts'
import { openJobs } from '../../server/jobs/open-jobs.ts'
import { deliverEarlier, deliverMessage, forgetDelivered, outboxJobs } from '../../server/outbox/deliver-message.ts'
import { openOutbox } from '../../server/outbox/open-outbox.ts'
import type { OutboxMessage } from '../../server/outbox/outbox.ts'
import { recipientKey } from '../../server/practice/patient-page.ts'
import { testEncryption } from '../support/encryption.ts'
import { runNow } from '../support/jobs.ts'
import { messageTo, openTestOutbox, textTo, type TestOutbox } from '../support/test-outbox.ts'
import { letPass } from '../support/waiting.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** The file has its own outbox; its faults are cleared after each test. */
const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('testOutbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testOutbox = await openTestOutbox()
    onCleanup(() => testOutbox.close())
    return testOutbox
  })
test.beforeEach(({ testOutbox }) => void testOutbox.logged.splice(0))
test.afterEach(async ({ testOutbox }) => {
  await testOutbox.heal()
  // Messages that a test left are sent or given up before the next one.
  testOutbox.clock.aheadMs += 100 * day
  await testOutbox.tryAll()
})

const enqueue = ({ outbox, database }: TestOutbox, message: OutboxMessage) => outbox.enqueue(database.db, message)
const rowTo = async (testOutbox: TestOutbox, to: string) =>
  (await testOutbox.rows()).find(({ recipient }) => recipient === to)
const deliveries = async ({ jobs }: TestOutbox) =>
  (await jobs.list()).filter(({ name }) => name === deliverMessage.name)
/** Returns the number of attempts of waiting messages. */
const waiting = async (testOutbox: TestOutbox) =>
  (await deliveries(testOutbox)).filter(({ state }) => state === 'waiting').map(({ tries }) => tries)
const ahead = ({ clock }: TestOutbox, ms: number) => void (clock.aheadMs += ms)

describe('a message', () => {
  test('arrives with its words, its practice and its address, whatever characters it has', async ({ testOutbox }) => {
    const long = 'Ein sehr langer Satz über Größe und Maß. '.repeat(60).trim()
    const typed = `.\n..dots\n${long}`
    const content = {
      subject: 'Grüße — 予約',
      sentence: 'Zoë <b>, あなたのコード & "שלום" 😀',
      quote: { label: 'Typed:', text: typed },
      button: { label: 'Open', href: 'https://portal.example/user/login?a=1&b=2' },
    }
    const message = messageTo({ content })
    expect(await testOutbox.outbox.send(message)).toBe('sent')
    const [mail] = await testOutbox.received(message.to)
    expect(mail).toMatchObject({ channel: 'mail', to: message.to, subject: content.subject })
    expect(mail?.text.trimEnd()).toBe(
      [
        'Lakeside Dermatology',
        content.sentence,
        `Typed:\n> .\n> ..dots\n> ${long}`,
        `Open:\n${content.button.href}`,
        'Lakeside Dermatology, (212) 555-0140',
        'You asked for it.',
      ].join('\n\n'),
    )
    for (const html of [
      'Zoë &lt;b&gt;, あなたのコード &amp; &quot;שלום&quot; 😀',
      'href="tel:+12125550140"',
      `<br>${long}`,
    ])
      expect(mail?.html).toContain(html)
    expect(mail?.from).toBe('Lakeside Dermatology <no-reply@portal.example>')
  })

  test('goes as a text message to a number', async ({ testOutbox }) => {
    const message = textTo('6175550142', 'Ihr Code: 4711 ✓')
    expect(await testOutbox.outbox.send(message)).toBe('sent')
    expect(await testOutbox.received('(617) 555-0142')).toMatchObject([
      { channel: 'sms', to: '+16175550142', subject: '', text: message.text },
    ])
  })

  test('goes out with the transaction that posted it, and never with one that failed', async ({ testOutbox }) => {
    const [kept, undone] = [messageTo(), messageTo()]
    await testOutbox.database.db.transaction((handle) => testOutbox.outbox.enqueue(handle, kept))
    const failed = testOutbox.database.db.transaction(async (handle) => {
      await testOutbox.outbox.enqueue(handle, undone)
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await testOutbox.tryAll()
    expect(await testOutbox.received(kept.to)).toHaveLength(1)
    expect(await testOutbox.received(undone.to)).toEqual([])
  })

  test('leaves no words behind once it is sent or given up', async ({ testOutbox }) => {
    const [sent, refused] = [messageTo(), messageTo({ to: 'nobody' })]
    await enqueue(testOutbox, sent)
    await enqueue(testOutbox, refused)
    await testOutbox.tryAll()
    expect(await rowTo(testOutbox, sent.to)).toMatchObject({ state: 'sent', body: '', html: null })
    expect(await rowTo(testOutbox, refused.to)).toMatchObject({ state: 'given up', body: '', html: null })
  })
})

describe('while the mail server is down', () => {
  test('a message waits, and goes out exactly once when it is back', async ({ testOutbox }) => {
    await testOutbox.fault({ kind: 'down', path: 'smtp' })
    const message = messageTo()
    expect(await testOutbox.outbox.send(message)).toBe('waiting')
    expect(await rowTo(testOutbox, message.to)).toMatchObject({
      state: 'waiting',
      body: expect.stringContaining(message.content.sentence),
      html: expect.stringContaining('<html'),
    })
    const job = (await deliveries(testOutbox)).find(({ state }) => state === 'waiting')
    expect([job?.tries, Math.round(((job?.nextTryAt?.getTime() ?? 0) - Date.now()) / 10_000)]).toEqual([0, 3])
    for (const tries of [1, 2]) {
      await testOutbox.tryAll()
      expect(await waiting(testOutbox)).toEqual([tries])
    }
    expect(await rowTo(testOutbox, message.to)).toMatchObject({
      state: 'waiting',
      body: expect.stringContaining(message.content.sentence),
      html: expect.stringContaining('<html'),
    })
    await testOutbox.heal()
    for (let times = 0; times < 2; times++) await testOutbox.tryAll()
    expect(await testOutbox.received(message.to)).toHaveLength(1)
    expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'sent', body: '', html: null })
  })

  test('a code is not sent, and not later either', async ({ testOutbox }) => {
    await testOutbox.fault({ kind: 'down', path: 'smtp' })
    const message = messageTo()
    expect(await testOutbox.outbox.sendAtOnce(message)).toBe(false)
    expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'given up', body: '', html: null })
    await testOutbox.heal()
    await testOutbox.tryAll()
    expect(await testOutbox.received(message.to)).toEqual([])
  })

  test('nothing is sent past its time, and the log says so without whom or what', async ({ testOutbox }) => {
    await testOutbox.fault({ kind: 'down', path: 'smtp' })
    const notAfter = new Date(testOutbox.sending.now().getTime() + minute)
    const messages = [messageTo({ notAfter }), messageTo({ notAfter: new Date(notAfter.getTime() + 2 * minute) })]
    for (const message of messages) await enqueue(testOutbox, message)
    await testOutbox.tryAll()
    await testOutbox.heal()
    ahead(testOutbox, minute)
    await testOutbox.tryAll()
    expect(await rowTo(testOutbox, messages[0]!.to)).toMatchObject({ state: 'given up', body: '', html: null })
    expect(await testOutbox.received(messages[0]!.to)).toEqual([])
    expect(await testOutbox.received(messages[1]!.to)).toHaveLength(1)
    const log = testOutbox.logged.join('\n')
    expect(log).toContain('a message was given up')
    for (const { to, content } of messages) {
      expect(log).not.toContain(to)
      expect(log).not.toContain(content.sentence)
    }
  })
})

test('a recipient who is refused for good is said to be', async ({ testOutbox }) => {
  await testOutbox.fault({ kind: 'refuse', path: 'smtp', times: 1 })
  const message = messageTo()
  expect(await testOutbox.outbox.send(message)).toBe('refused')
  expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'given up', body: '', html: null })
})

test('a code that is sent at once arrives', async ({ testOutbox }) => {
  const message = messageTo()
  expect(await testOutbox.outbox.sendAtOnce(message)).toBe(true)
  expect(await testOutbox.received(message.to)).toHaveLength(1)
})

test('a mail whose answer was lost is sent again and arrives once', async ({ testOutbox }) => {
  await testOutbox.fault({ kind: 'lost', path: 'smtp', times: 2 })
  const message = messageTo()
  expect(await testOutbox.outbox.send(message)).toBe('waiting')
  await testOutbox.tryAll()
  expect([await waiting(testOutbox), (await rowTo(testOutbox, message.to))?.state]).toEqual([[1], 'waiting'])
  await testOutbox.tryAll()
  expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'sent', body: '', html: null })
  expect(await testOutbox.received(message.to)).toHaveLength(1)
})

test('a text message whose answer was lost is not sent again', async ({ testOutbox }) => {
  await testOutbox.fault({ kind: 'lost', path: 'Messages.json' })
  const message = textTo('6175550155')
  expect(await testOutbox.outbox.send(message)).toBe('sent')
  const posted = textTo('6175550156')
  await enqueue(testOutbox, posted)
  await testOutbox.tryAll()
  await testOutbox.heal()
  await testOutbox.tryAll()
  for (const { to } of [message, posted]) {
    expect(await testOutbox.received(to)).toHaveLength(1)
    expect(await rowTo(testOutbox, to)).toMatchObject({ state: 'sent', body: '', html: null })
  }
  expect(testOutbox.logged.join()).toContain('a text message may have been accepted')
})

test.for([
  ['mail', 'smtp', 'reader.refused@example.org'],
  ['sms', 'Messages.json', '6175550166'],
] as const)(
  'a refused recipient of %s is given up and never tried again',
  async ([channel, path, to], { testOutbox }) => {
    await testOutbox.fault({ kind: 'refuse', path })
    await enqueue(testOutbox, channel === 'sms' ? textTo(to) : messageTo({ to }))
    await testOutbox.tryAll()
    expect(await rowTo(testOutbox, to)).toMatchObject({ state: 'given up', body: '', html: null })
    expect((await deliveries(testOutbox)).at(-1)).toMatchObject({ state: 'given up', tries: 1 })
    await testOutbox.heal()
    await testOutbox.tryAll()
    expect(await testOutbox.received(to)).toEqual([])
    expect(testOutbox.logged.join()).not.toContain(to)
  },
)

test('a text message waits while no carrier can be reached', async ({ testOutbox }) => {
  const sms = createSms({ url: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secret', from: '+16175550100' })
  const message = textTo('6175550177')
  expect(await openOutbox({ ...testOutbox.sending, sms }).send(message)).toBe('waiting')
  await sms.close()
  await testOutbox.tryAll()
  expect(await testOutbox.received(message.to)).toHaveLength(1)
})

test.for(['a@example.org\r\nBcc: b@example.org', 'a@example.org, b@example.org', '<a@example.org>'])(
  'nothing goes to %j: it is more than an address',
  async (to, { testOutbox }) => {
    const before = await testOutbox.received()
    expect(await testOutbox.outbox.sendAtOnce(messageTo({ to }))).toBe(false)
    expect(await testOutbox.received()).toEqual(before)
  },
)

test('neither a subject nor a name can add a header or a recipient', async ({ testOutbox }) => {
  const line = 'Hello\r\nBcc: spy@example.org'
  const name = () => ({ name: line, mark: '', phone: { text: '' }, color: '#13607C' })
  const message = messageTo({ content: { subject: line } })
  expect(await openOutbox({ ...testOutbox.sending, practiceOf: name }).sendAtOnce(message)).toBe(true)
  const [mail] = await testOutbox.received(message.to)
  expect(mail).toMatchObject({ subject: 'Hello Bcc: spy@example.org', from: expect.stringContaining('no-reply@') })
  expect(await testOutbox.received('spy@example.org')).toEqual([])
})

const never = () => new Promise<never>(() => undefined)

test('a mail of a process that was killed while sending is sent by its job', async ({ testOutbox }) => {
  const message = messageTo()
  void openOutbox({ ...testOutbox.sending, mail: { send: never } }).send(message)
  await expect.poll(() => rowTo(testOutbox, message.to)).toMatchObject({ state: 'sending' })
  expect([await waiting(testOutbox), await testOutbox.received(message.to)]).toEqual([[0], []])
  await testOutbox.tryAll()
  expect(await testOutbox.received(message.to)).toHaveLength(1)
})

test('a text message of a process that was killed while sending is not sent again', async ({ testOutbox }) => {
  const message = textTo('6175550188')
  void openOutbox({ ...testOutbox.sending, sms: { send: never } }).send(message)
  await expect.poll(() => rowTo(testOutbox, message.to)).toMatchObject({ state: 'sending' })
  await testOutbox.tryAll()
  expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'sent', body: '', html: null })
  expect(await testOutbox.received(message.to)).toEqual([])
  expect(testOutbox.logged.join()).toContain('a text message may have been accepted')
})

test.for([
  ['mail', 'reader.interrupted@example.org', 1],
  ['sms', '6175550189', 0],
] as const)(
  'of a job that was interrupted, %s goes to %s %i times again',
  async ([channel, to, times], { testOutbox }) => {
    // Sent without running jobs, as by a process that is killed during the first attempt.
    const idle = { ...testOutbox.sending.jobs, add: async () => undefined }
    await openOutbox({ ...testOutbox.sending, jobs: idle }).enqueue(
      testOutbox.database.db,
      channel === 'sms' ? textTo(to) : messageTo({ to }),
    )
    const { id: messageId = '' } = (await rowTo(testOutbox, to)) ?? {}
    const deliver = deliverMessage.using(testOutbox.sending).prepare({ messageId })
    await deliver?.run({ id: '', tries: 1, wasInterrupted: true })
    expect(await testOutbox.received(to)).toHaveLength(times)
    expect(await rowTo(testOutbox, to)).toMatchObject({ state: 'sent', body: '', html: null })
  },
)

test('a code of a process that was killed while sending is never sent', async ({ testOutbox }) => {
  const message = messageTo()
  void openOutbox({ ...testOutbox.sending, mail: { send: never } }).sendAtOnce(message)
  await expect.poll(() => rowTo(testOutbox, message.to)).toMatchObject({ state: 'sending' })
  await testOutbox.tryAll()
  expect(await rowTo(testOutbox, message.to)).toMatchObject({ state: 'given up', body: '', html: null })
  expect(await testOutbox.received(message.to)).toEqual([])
})

test('two processes send each of thirty messages once', async ({ testOutbox }) => {
  // Counted at the transport: the sandbox would drop a second copy by its Message-ID.
  const left: string[] = []
  const { mail } = testOutbox.sending
  const send: NonNullable<typeof mail>['send'] = async (message) => {
    left.push(message.to)
    await mail?.send(message)
  }
  const { database, sending } = testOutbox
  const processes = [1, 2].map(() => openJobs({ database, now: sending.now, log: sending.log as never })) // for its errors
  const stops = await Promise.all(processes.map((jobs) => jobs.start(outboxJobs({ ...sending, mail: { send }, jobs }))))
  await testOutbox.pause()
  const messages = Array.from({ length: 30 }, () => messageTo())
  const [one, two] = processes.map((jobs) => openOutbox({ ...sending, jobs }))
  for (const [index, message] of messages.entries()) await (index % 2 ? one : two)?.enqueue(database.db, message)
  await expect
    .poll(() => deliveries(testOutbox).then((all) => all.filter(({ state }) => state !== 'given up')))
    .toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  await testOutbox.resume()
  expect(left.toSorted()).toEqual(messages.map(({ to }) => to).toSorted())
  for (const { to } of messages) expect(await testOutbox.received(to)).toHaveLength(1)
})

test('messages that are done are deleted after a week, and only those', async ({ testOutbox }) => {
  const [old, waits] = [messageTo(), messageTo({ notAfter: new Date(testOutbox.sending.now().getTime() + 30 * day) })]
  await testOutbox.outbox.send(old)
  await openOutbox({ ...testOutbox.sending, mail: undefined }).send(waits)
  ahead(testOutbox, 7 * day - minute)
  await runNow(testOutbox, forgetDelivered)
  expect(await rowTo(testOutbox, old.to)).toMatchObject({ state: 'sent' })
  ahead(testOutbox, 2 * minute)
  await runNow(testOutbox, forgetDelivered)
  expect(await rowTo(testOutbox, old.to)).toBeUndefined()
  expect(await rowTo(testOutbox, waits.to)).toMatchObject({
    state: 'waiting',
    body: expect.stringContaining(waits.content.sentence),
  })
})

test('HTML that a process of an earlier version has left behind is deleted', async ({ testOutbox }) => {
  const [done, waits] = [messageTo(), messageTo()]
  await openOutbox({ ...testOutbox.sending, mail: undefined }).send(waits)
  await testOutbox.outbox.send(done)
  await testOutbox.database.db.execute(
    sql`update outbox set html = 'left' where recipient_key = ${recipientKey(testEncryption, done.to)}`,
  )
  await runNow(testOutbox, forgetDelivered)
  expect(await rowTo(testOutbox, done.to)).toMatchObject({ state: 'sent', html: null })
  expect(await rowTo(testOutbox, waits.to)).toMatchObject({ html: expect.stringContaining('<html') })
})

test('a message goes out by itself, and none once the jobs are stopped', async ({ testOutbox }) => {
  const [message, late] = [messageTo(), messageTo()]
  await enqueue(testOutbox, message)
  await expect.poll(() => testOutbox.received(message.to)).toHaveLength(1)
  await testOutbox.pause()
  await enqueue(testOutbox, late)
  await letPass(1300, 'no check of the queue sends it')
  expect(await testOutbox.received(late.to)).toEqual([])
  await testOutbox.resume()
  await expect.poll(() => testOutbox.received(late.to)).toHaveLength(1)
})

describe('messages that portal 0.3 has left', () => {
  const leave = async (
    testOutbox: TestOutbox,
    row: Partial<typeof outboxMessages.$inferInsert> & { state: 'waiting' | 'sending' },
  ) => {
    const at = testOutbox.sending.now()
    const { licenseeId, channel, to } = messageTo()
    const words = { subject: 'Hello', body: 'Words of an earlier version.' }
    const message = { id: to, licenseeId, channel, recipient: to, ...words, createdAt: at, changedAt: at }
    const times = { nextTryAt: at, notAfter: new Date(at.getTime() + day), tries: 1 }
    await testOutbox.database.db.insert(outboxMessages).values({ ...message, ...times, ...row })
    return row.recipient ?? to
  }
  const takeUp = async (testOutbox: TestOutbox) => {
    for (let times = 0; times < 2; times++) await runNow(testOutbox, deliverEarlier)
    await testOutbox.tryAll()
  }

  test('go out once each when they are due, and not while it may be sending them', async ({ testOutbox }) => {
    const nextTryAt = new Date(testOutbox.sending.now().getTime() + minute)
    const due = await leave(testOutbox, { state: 'waiting' })
    const died = await leave(testOutbox, { state: 'sending' })
    const later = [
      await leave(testOutbox, { state: 'waiting', nextTryAt }),
      await leave(testOutbox, { state: 'sending', nextTryAt }),
    ]
    await takeUp(testOutbox)
    for (const to of [due, died])
      expect(await testOutbox.received(to)).toMatchObject([{ text: 'Words of an earlier version.\n', html: '' }])
    for (const to of later) expect(await testOutbox.received(to)).toEqual([])
    ahead(testOutbox, minute)
    await takeUp(testOutbox)
    for (const to of [due, died, ...later]) expect(await testOutbox.received(to)).toHaveLength(1)
  })

  test('are claimed from it, also when it has seen them due', async ({ testOutbox }) => {
    const to = await leave(testOutbox, { state: 'waiting', tries: 4 })
    await runNow(testOutbox, deliverEarlier)
    expect(await rowTo(testOutbox, to)).toMatchObject({ tries: 5, nextTryAt: null })
  })

  test('do not go out when they are too late, nor when a text message may have left', async ({ testOutbox }) => {
    const late = await leave(testOutbox, { state: 'sending', notAfter: testOutbox.sending.now() })
    const sms = await leave(testOutbox, { state: 'sending', channel: 'sms', recipient: '6175550190' })
    await takeUp(testOutbox)
    expect(await rowTo(testOutbox, late)).toMatchObject({ state: 'given up', body: '', html: null })
    expect(await rowTo(testOutbox, sms)).toMatchObject({ state: 'sent', body: '', html: null })
    expect([await testOutbox.received(late), await testOutbox.received(sms)]).toEqual([[], []])
  })
})

test('without a mail server no mail is offered, and messages wait for one', async ({ testOutbox }) => {
  const outbox = openOutbox({ ...testOutbox.sending, mail: undefined })
  expect([outbox.offers('mail'), outbox.offers('sms')]).toEqual([false, true])
  const message = messageTo()
  expect(await outbox.send(message)).toBe('waiting')
  await testOutbox.tryAll()
  expect(await testOutbox.received(message.to)).toHaveLength(1)
})
