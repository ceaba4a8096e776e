/** @module-tag database */
import { describe, expect, test as base } from 'vitest'
import { createSms } from '../../server/gateways/sms/create-sms.ts'
import { outboxLetters } from '../../server/db/schema.ts'
import { openJobs } from '../../server/jobs/open-jobs.ts'
import { deliverEarlier, deliverMessage, forgetDelivered, outboxJobs } from '../../server/outbox/deliver-message.ts'
import { openOutbox } from '../../server/outbox/open-outbox.ts'
import { runNow } from '../support/jobs.ts'
import { letterTo, openPostOffice, type PostOffice } from '../support/post-office.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** With a post office of the file's own, whose faults are healed after each test. */
const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('office', { scope: 'file' }, async ({}, { onCleanup }) => {
    const office = await openPostOffice()
    onCleanup(() => office.close())
    return office
  })
test.beforeEach(({ office }) => void office.logged.splice(0))
test.afterEach(async ({ office }) => {
  await office.heal()
  // Whatever a test left behind goes out, or is given up, before the next one.
  office.clock.aheadMs += 100 * day
  await office.tryAll()
})

const post = ({ outbox, database }: PostOffice, letter: ReturnType<typeof letterTo>) => outbox.post(database.db, letter)
const rowTo = async (office: PostOffice, to: string) => (await office.rows()).find(({ recipient }) => recipient === to)
const deliveries = async ({ jobs }: PostOffice) =>
  (await jobs.list()).filter(({ name }) => name === deliverMessage.name)
/** How often those were tried that wait for another try. */
const waiting = async (office: PostOffice) =>
  (await deliveries(office)).filter(({ state }) => state === 'waiting').map(({ tries }) => tries)
const ahead = ({ clock }: PostOffice, ms: number) => void (clock.aheadMs += ms)

describe('a letter', () => {
  test('arrives with its words, its practice and its address, whatever letters it has', async ({ office }) => {
    const long = 'Ein sehr langer Satz über Größe und Maß. '.repeat(60).trim()
    const letter = letterTo({ subject: 'Grüße — 予約', text: `Zoë, あなたのコード\n.\n..dots\n${long}\n` })
    expect(await office.outbox.send(letter)).toBe('sent')
    const [mail] = await office.received(letter.to)
    expect(mail).toMatchObject({ channel: 'mail', to: letter.to, subject: letter.subject })
    expect(mail?.text.trimEnd()).toBe(letter.text.trimEnd())
    expect(mail?.from).toBe('Lakeside Dermatology <no-reply@portal.example>')
  })

  test('goes as a text message to a number', async ({ office }) => {
    const letter = letterTo({ channel: 'sms', to: '6175550142', subject: undefined, text: 'Ihr Code: 4711 ✓' })
    expect(await office.outbox.send(letter)).toBe('sent')
    expect(await office.received('(617) 555-0142')).toMatchObject([
      { channel: 'sms', to: '+16175550142', subject: '', text: letter.text },
    ])
  })

  test('goes out with the transaction that posted it, and never with one that failed', async ({ office }) => {
    const [kept, undone] = [letterTo(), letterTo()]
    await office.database.db.transaction((handle) => office.outbox.post(handle, kept))
    const failed = office.database.db.transaction(async (handle) => {
      await office.outbox.post(handle, undone)
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await office.tryAll()
    expect(await office.received(kept.to)).toHaveLength(1)
    expect(await office.received(undone.to)).toEqual([])
  })

  test('leaves no words behind once it is sent or given up', async ({ office }) => {
    const [sent, refused] = [letterTo(), letterTo({ to: 'nobody' })]
    await post(office, sent)
    await post(office, refused)
    await office.tryAll()
    expect(await rowTo(office, sent.to)).toMatchObject({ state: 'sent', body: '' })
    expect(await rowTo(office, refused.to)).toMatchObject({ state: 'given up', body: '' })
  })
})

describe('while the mail server is down', () => {
  test('a letter waits, and goes out exactly once when it is back', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const letter = letterTo()
    expect(await office.outbox.send(letter)).toBe('waiting')
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'waiting', body: letter.text })
    const job = (await deliveries(office)).find(({ state }) => state === 'waiting')
    expect([job?.tries, Math.round(((job?.nextTryAt?.getTime() ?? 0) - Date.now()) / 10_000)]).toEqual([0, 3])
    for (const tries of [1, 2]) {
      await office.tryAll()
      expect(await waiting(office)).toEqual([tries])
    }
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'waiting', body: letter.text })
    await office.heal()
    for (let times = 0; times < 2; times++) await office.tryAll()
    expect(await office.received(letter.to)).toHaveLength(1)
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sent', body: '' })
  })

  test('a code is not sent, and not later either', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const letter = letterTo()
    expect(await office.outbox.sendAtOnce(letter)).toBe(false)
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
    await office.heal()
    await office.tryAll()
    expect(await office.received(letter.to)).toEqual([])
  })

  test('nothing is sent past its time, and the log says so without whom or what', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const notAfter = new Date(office.sending.now().getTime() + minute)
    const letters = [letterTo({ notAfter }), letterTo({ notAfter: new Date(notAfter.getTime() + 2 * minute) })]
    for (const letter of letters) await post(office, letter)
    await office.tryAll()
    await office.heal()
    ahead(office, minute)
    await office.tryAll()
    expect(await rowTo(office, letters[0]!.to)).toMatchObject({ state: 'given up', body: '' })
    expect(await office.received(letters[0]!.to)).toEqual([])
    expect(await office.received(letters[1]!.to)).toHaveLength(1)
    const log = office.logged.join('\n')
    expect(log).toContain('a message was given up')
    for (const { to, text } of letters) {
      expect(log).not.toContain(to)
      expect(log).not.toContain(text)
    }
  })
})

test('a recipient who is refused for good is said to be', async ({ office }) => {
  await office.fault({ kind: 'refuse', path: 'smtp', times: 1 })
  const letter = letterTo()
  expect(await office.outbox.send(letter)).toBe('refused')
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
})

test('a code that is sent at once arrives', async ({ office }) => {
  const letter = letterTo()
  expect(await office.outbox.sendAtOnce(letter)).toBe(true)
  expect(await office.received(letter.to)).toHaveLength(1)
})

test('a mail whose answer was lost is sent again and arrives once', async ({ office }) => {
  await office.fault({ kind: 'lost', path: 'smtp', times: 2 })
  const letter = letterTo()
  expect(await office.outbox.send(letter)).toBe('waiting')
  await office.tryAll()
  expect([await waiting(office), (await rowTo(office, letter.to))?.state]).toEqual([[1], 'waiting'])
  await office.tryAll()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sent', body: '' })
  expect(await office.received(letter.to)).toHaveLength(1)
})

test('a text message whose answer was lost is not sent again', async ({ office }) => {
  await office.fault({ kind: 'lost', path: 'Messages.json' })
  const letter = letterTo({ channel: 'sms', to: '6175550155' })
  expect(await office.outbox.send(letter)).toBe('sent')
  const posted = letterTo({ channel: 'sms', to: '6175550156' })
  await post(office, posted)
  await office.tryAll()
  await office.heal()
  await office.tryAll()
  for (const { to } of [letter, posted]) {
    expect(await office.received(to)).toHaveLength(1)
    expect(await rowTo(office, to)).toMatchObject({ state: 'sent', body: '' })
  }
  expect(office.logged.join()).toContain('a text message may have been taken')
})

test.for([
  ['mail', 'smtp', 'reader.refused@example.org'],
  ['sms', 'Messages.json', '6175550166'],
] as const)('a refused recipient of %s is given up and never tried again', async ([channel, path, to], { office }) => {
  await office.fault({ kind: 'refuse', path })
  await post(office, letterTo({ channel, to }))
  await office.tryAll()
  expect(await rowTo(office, to)).toMatchObject({ state: 'given up', body: '' })
  expect((await deliveries(office)).at(-1)).toMatchObject({ state: 'given up', tries: 1 })
  await office.heal()
  await office.tryAll()
  expect(await office.received(to)).toEqual([])
  expect(office.logged.join()).not.toContain(to)
})

test('a text message waits while no carrier can be reached', async ({ office }) => {
  const sms = createSms({ url: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secret', from: '+16175550100' })
  const letter = letterTo({ channel: 'sms', to: '6175550177', subject: undefined })
  expect(await openOutbox({ ...office.sending, sms }).send(letter)).toBe('waiting')
  await sms.close()
  await office.tryAll()
  expect(await office.received(letter.to)).toHaveLength(1)
})

test.for(['a@example.org\r\nBcc: b@example.org', 'a@example.org, b@example.org', '<a@example.org>'])(
  'nothing goes to %j: it is more than an address',
  async (to, { office }) => {
    const before = await office.received()
    expect(await office.outbox.sendAtOnce(letterTo({ to }))).toBe(false)
    expect(await office.received()).toEqual(before)
  },
)

test('a subject cannot add a header', async ({ office }) => {
  const letter = letterTo({ subject: 'Hello\r\nBcc: spy@example.org' })
  expect(await office.outbox.sendAtOnce(letter)).toBe(false)
  expect(await office.received(letter.to)).toEqual([])
})

const never = () => new Promise<never>(() => undefined)

test('a mail of a process that was killed while sending is sent by its job', async ({ office }) => {
  const letter = letterTo()
  void openOutbox({ ...office.sending, mail: { send: never } }).send(letter)
  await expect.poll(() => rowTo(office, letter.to)).toMatchObject({ state: 'sending' })
  expect([await waiting(office), await office.received(letter.to)]).toEqual([[0], []])
  await office.tryAll()
  expect(await office.received(letter.to)).toHaveLength(1)
})

test('a text message of a process that was killed while sending is not sent again', async ({ office }) => {
  const letter = letterTo({ channel: 'sms', to: '6175550188', subject: undefined })
  void openOutbox({ ...office.sending, sms: { send: never } }).send(letter)
  await expect.poll(() => rowTo(office, letter.to)).toMatchObject({ state: 'sending' })
  await office.tryAll()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sent', body: '' })
  expect(await office.received(letter.to)).toEqual([])
  expect(office.logged.join()).toContain('a text message may have been taken')
})

test.for([
  ['mail', 'reader.interrupted@example.org', 1],
  ['sms', '6175550189', 0],
] as const)('of a job that was interrupted, %s goes to %s %i times again', async ([channel, to, times], { office }) => {
  // Posted where no job runs, as by a process that is killed in the first try.
  const idle = { ...office.sending.jobs, add: async () => undefined }
  await openOutbox({ ...office.sending, jobs: idle }).post(office.database.db, letterTo({ channel, to }))
  const { id: messageId = '' } = (await rowTo(office, to)) ?? {}
  const deliver = deliverMessage.using(office.sending).prepare({ messageId })
  await deliver?.run({ id: '', tries: 1, wasInterrupted: true })
  expect(await office.received(to)).toHaveLength(times)
  expect(await rowTo(office, to)).toMatchObject({ state: 'sent', body: '' })
})

test('a code of a process that was killed while sending is never sent', async ({ office }) => {
  const letter = letterTo()
  void openOutbox({ ...office.sending, mail: { send: never } }).sendAtOnce(letter)
  await expect.poll(() => rowTo(office, letter.to)).toMatchObject({ state: 'sending' })
  await office.tryAll()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
  expect(await office.received(letter.to)).toEqual([])
})

test('two processes send each of thirty letters once', async ({ office }) => {
  // Counted where they leave: the sandbox would keep a second copy out by its Message-ID.
  const left: string[] = []
  const { mail } = office.sending
  const send: NonNullable<typeof mail>['send'] = async (message) => {
    left.push(message.to)
    await mail?.send(message)
  }
  const { database, sending } = office
  const processes = [1, 2].map(() => openJobs({ database, now: sending.now, log: sending.log as never })) // for its errors
  const stops = await Promise.all(processes.map((jobs) => jobs.start(outboxJobs({ ...sending, mail: { send }, jobs }))))
  await office.pause()
  const letters = Array.from({ length: 30 }, () => letterTo())
  const [one, two] = processes.map((jobs) => openOutbox({ ...sending, jobs }))
  for (const [index, letter] of letters.entries()) await (index % 2 ? one : two)?.post(database.db, letter)
  await expect.poll(() => deliveries(office).then((all) => all.filter(({ state }) => state !== 'given up'))).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  await office.resume()
  expect(left.toSorted()).toEqual(letters.map(({ to }) => to).toSorted())
  for (const { to } of letters) expect(await office.received(to)).toHaveLength(1)
})

test('letters that are done are deleted after a week, and only those', async ({ office }) => {
  const [old, waits] = [letterTo(), letterTo({ notAfter: new Date(office.sending.now().getTime() + 30 * day) })]
  await office.outbox.send(old)
  await openOutbox({ ...office.sending, mail: undefined }).send(waits)
  ahead(office, 7 * day - minute)
  await runNow(office, forgetDelivered)
  expect(await rowTo(office, old.to)).toMatchObject({ state: 'sent' })
  ahead(office, 2 * minute)
  await runNow(office, forgetDelivered)
  expect(await rowTo(office, old.to)).toBeUndefined()
  expect(await rowTo(office, waits.to)).toMatchObject({ state: 'waiting', body: waits.text })
})

test('a letter goes out by itself, and none once the jobs are stopped', async ({ office }) => {
  const [letter, late] = [letterTo(), letterTo()]
  await post(office, letter)
  await expect.poll(() => office.received(letter.to)).toHaveLength(1)
  await office.pause()
  await post(office, late)
  await new Promise((done) => setTimeout(done, 1300)) // longer than a look takes
  expect(await office.received(late.to)).toEqual([])
  await office.resume()
  await expect.poll(() => office.received(late.to)).toHaveLength(1)
})

describe('letters that portal 0.3 has left', () => {
  const leave = async (
    office: PostOffice,
    row: Partial<typeof outboxLetters.$inferInsert> & { state: 'waiting' | 'sending' },
  ) => {
    const at = office.sending.now()
    const { licenseeId, channel, to, subject = '', text } = letterTo()
    const letter = { id: to, licenseeId, channel, recipient: to, subject, body: text, createdAt: at, changedAt: at }
    const times = { nextTryAt: at, notAfter: new Date(at.getTime() + day), tries: 1 }
    await office.database.db.insert(outboxLetters).values({ ...letter, ...times, ...row })
    return row.recipient ?? to
  }
  const takeUp = async (office: PostOffice) => {
    for (let times = 0; times < 2; times++) await runNow(office, deliverEarlier)
    await office.tryAll()
  }

  test('go out once each when they are due, and not while it may be sending them', async ({ office }) => {
    const nextTryAt = new Date(office.sending.now().getTime() + minute)
    const due = await leave(office, { state: 'waiting' })
    const died = await leave(office, { state: 'sending' })
    const later = [
      await leave(office, { state: 'waiting', nextTryAt }),
      await leave(office, { state: 'sending', nextTryAt }),
    ]
    await takeUp(office)
    for (const to of [due, died]) expect(await office.received(to)).toHaveLength(1)
    for (const to of later) expect(await office.received(to)).toEqual([])
    ahead(office, minute)
    await takeUp(office)
    for (const to of [due, died, ...later]) expect(await office.received(to)).toHaveLength(1)
  })

  test('are claimed from it, also when it has seen them due', async ({ office }) => {
    const to = await leave(office, { state: 'waiting', tries: 4 })
    await runNow(office, deliverEarlier)
    expect(await rowTo(office, to)).toMatchObject({ tries: 5, nextTryAt: null })
  })

  test('do not go out when they are too late, nor when a text message may have left', async ({ office }) => {
    const late = await leave(office, { state: 'sending', notAfter: office.sending.now() })
    const sms = await leave(office, { state: 'sending', channel: 'sms', recipient: '6175550190' })
    await takeUp(office)
    expect(await rowTo(office, late)).toMatchObject({ state: 'given up', body: '' })
    expect(await rowTo(office, sms)).toMatchObject({ state: 'sent', body: '' })
    expect([await office.received(late), await office.received(sms)]).toEqual([[], []])
  })
})

test('without a mail server no mail is offered, and letters wait for one', async ({ office }) => {
  const outbox = openOutbox({ ...office.sending, mail: undefined })
  expect([outbox.offers('mail'), outbox.offers('sms')]).toEqual([false, true])
  const letter = letterTo()
  expect(await outbox.send(letter)).toBe('waiting')
  await office.tryAll()
  expect(await office.received(letter.to)).toHaveLength(1)
})
