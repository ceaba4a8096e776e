/** @module-tag database */
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test as base } from 'vitest'
import { createSms } from '../../server/gateways/sms/create-sms.ts'
import { openOutbox } from '../../server/outbox/open-outbox.ts'
import { sweepLetters } from '../../server/outbox/sweep-letters.ts'
import type { Sending } from '../../server/outbox/try-letter.ts'
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
  await office.sweep()
})

const post = ({ outbox, database }: PostOffice, letter: ReturnType<typeof letterTo>) => outbox.post(database.db, letter)
const rowTo = async (office: PostOffice, to: string) => (await office.rows()).find(({ recipient }) => recipient === to)
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
    await office.sweep()
    expect(await office.received(kept.to)).toHaveLength(1)
    expect(await office.received(undone.to)).toEqual([])
  })

  test('leaves no words behind once it is sent or given up', async ({ office }) => {
    const [sent, refused] = [letterTo(), letterTo({ to: 'nobody' })]
    await post(office, sent)
    await post(office, refused)
    await office.sweep()
    expect(await rowTo(office, sent.to)).toMatchObject({ state: 'sent', body: '' })
    expect(await rowTo(office, refused.to)).toMatchObject({ state: 'given up', body: '' })
  })
})

describe('while the mail server is down', () => {
  test('a letter waits, and goes out exactly once when it is back', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const letter = letterTo()
    expect(await office.outbox.send(letter)).toBe('waiting')
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'waiting', tries: 1, body: letter.text })
    await office.sweep()
    expect(await rowTo(office, letter.to)).toMatchObject({ tries: 1 })
    ahead(office, 6 * second)
    await office.sweep()
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'waiting', tries: 2 })
    await office.heal()
    ahead(office, 31 * second)
    await office.sweep()
    await office.sweep()
    expect(await office.received(letter.to)).toHaveLength(1)
  })

  test('a code is not sent, and not later either', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const letter = letterTo()
    expect(await office.outbox.sendAtOnce(letter)).toBe(false)
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
    await office.heal()
    for (let count = 0; count < 3; count++) {
      ahead(office, 10 * minute)
      await office.sweep()
    }
    expect(await office.received(letter.to)).toEqual([])
  })

  test('nothing is sent past its time, and the log says so without whom or what', async ({ office }) => {
    await office.fault({ kind: 'down', path: 'smtp' })
    const letter = letterTo({ notAfter: new Date(office.sending.now().getTime() + minute) })
    await post(office, letter)
    await office.sweep()
    await office.heal()
    ahead(office, 2 * minute)
    await office.sweep()
    expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
    expect(await office.received(letter.to)).toEqual([])
    const log = office.logged.join('\n')
    expect(log).toContain('a letter was given up')
    expect(log).not.toContain(letter.to)
    expect(log).not.toContain(letter.text)
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

test('a mail whose answer was lost is sent again after the lease and arrives once', async ({ office }) => {
  await office.fault({ kind: 'lost', path: 'smtp', times: 1 })
  const letter = letterTo()
  expect(await office.outbox.send(letter)).toBe('waiting')
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sending', tries: 1 })
  ahead(office, minute)
  await office.sweep()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sending', tries: 1 })
  ahead(office, 2 * minute)
  await office.sweep()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'sent', tries: 2 })
  expect(await office.received(letter.to)).toHaveLength(1)
})

test('a text message whose answer was lost is not sent again', async ({ office }) => {
  await office.fault({ kind: 'lost', path: 'Messages.json' })
  const letter = letterTo({ channel: 'sms', to: '6175550155' })
  expect(await office.outbox.send(letter)).toBe('sent')
  await office.heal()
  ahead(office, 10 * minute)
  await office.sweep()
  expect(await office.received(letter.to)).toHaveLength(1)
  expect(office.logged.join()).toContain('a text message may have been taken')
})

test.for([
  ['mail', 'smtp', 'reader.refused@example.org'],
  ['sms', 'Messages.json', '6175550166'],
] as const)('a refused recipient of %s is given up and never tried again', async ([channel, path, to], { office }) => {
  await office.fault({ kind: 'refuse', path })
  await post(office, letterTo({ channel, to }))
  await office.sweep()
  expect(await rowTo(office, to)).toMatchObject({ state: 'given up', tries: 1, body: '' })
  await office.heal()
  ahead(office, 60 * minute)
  await office.sweep()
  expect(await office.received(to)).toEqual([])
  expect(office.logged.join()).not.toContain(to)
})

test('a text message waits while no carrier can be reached', async ({ office }) => {
  const sms = createSms({ url: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secret', from: '+16175550100' })
  const letter = letterTo({ channel: 'sms', to: '6175550177', subject: undefined })
  expect(await openOutbox({ ...office.sending, sms }).send(letter)).toBe('waiting')
  await sms.close()
  ahead(office, 6 * second)
  await office.sweep()
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

test('a letter of a process that was killed while sending goes out after the lease', async ({ office }) => {
  const letter = letterTo()
  const killed = { ...office.sending, mail: { send: () => new Promise<never>(() => undefined) } }
  void openOutbox(killed).send(letter)
  await expect.poll(() => rowTo(office, letter.to)).toMatchObject({ state: 'sending' })
  await office.sweep()
  expect(await office.received(letter.to)).toEqual([])
  ahead(office, 3 * minute)
  await office.sweep()
  expect(await office.received(letter.to)).toHaveLength(1)
})

test('a code of a process that was killed while sending is never sent', async ({ office }) => {
  const letter = letterTo()
  const killed = { ...office.sending, mail: { send: () => new Promise<never>(() => undefined) } }
  void openOutbox(killed).sendAtOnce(letter)
  await expect.poll(() => rowTo(office, letter.to)).toMatchObject({ state: 'sending' })
  ahead(office, 3 * minute)
  await office.sweep()
  expect(await rowTo(office, letter.to)).toMatchObject({ state: 'given up', body: '' })
  expect(await office.received(letter.to)).toEqual([])
})

test('two outboxes and twenty sweeps at once send each of thirty letters once', async ({ office }) => {
  // Counted where they leave: the sandbox would keep a second copy out by its Message-ID.
  const left: string[] = []
  const { mail } = office.sending
  const sending: Sending = {
    ...office.sending,
    mail: {
      send: async (message) => {
        left.push(message.to)
        await mail?.send(message)
      },
    },
  }
  const outboxes = [openOutbox(sending), openOutbox(sending)]
  const letters = Array.from({ length: 30 }, () => letterTo())
  for (const letter of letters) await office.outbox.post(office.database.db, letter)
  const stops = outboxes.map((outbox) => outbox.start())
  await Promise.all(Array.from({ length: 20 }, () => sweepLetters(sending)))
  await Promise.all(stops.map((stop) => stop()))
  expect(left.toSorted()).toEqual(letters.map(({ to }) => to).toSorted())
  for (const { to } of letters) expect(await office.received(to)).toHaveLength(1)
})

test('letters that are done are deleted after a week, and only those', async ({ office }) => {
  const [old, waits] = [letterTo(), letterTo({ notAfter: new Date(office.sending.now().getTime() + 30 * day) })]
  await office.outbox.send(old)
  await openOutbox({ ...office.sending, mail: undefined }).send(waits)
  await sweepOnce(office)
  expect(await rowTo(office, old.to)).toMatchObject({ state: 'sent' })
  ahead(office, 8 * day)
  await office.fault({ kind: 'down', path: 'smtp' })
  await sweepOnce(office)
  expect(await rowTo(office, old.to)).toBeUndefined()
  expect(await rowTo(office, waits.to)).toMatchObject({ state: 'waiting', body: waits.text })
})

/** By an outbox that is started and stopped: whoever stops it waits for the sweep that has taken up a letter. */
async function sweepOnce(office: PostOffice): Promise<void> {
  const outbox = openOutbox(office.sending)
  const stop = outbox.start()
  const letter = letterTo()
  await outbox.post(office.database.db, letter)
  await expect.poll(async () => (await rowTo(office, letter.to))?.tries).toBe(1)
  await stop()
}

test('an outbox that was started sends what is posted by itself, and nothing once it is stopped', async ({
  office,
}) => {
  const stop = office.outbox.start()
  const [letter, late] = [letterTo(), letterTo()]
  await post(office, letter)
  await expect.poll(() => office.received(letter.to)).toHaveLength(1)
  await stop()
  await post(office, late)
  await wait(1300)
  expect(await office.received(late.to)).toEqual([])
})

test('without a mail server no mail is offered, and letters wait for one', async ({ office }) => {
  const outbox = openOutbox({ ...office.sending, mail: undefined })
  expect([outbox.offers('mail'), outbox.offers('sms')]).toEqual([false, true])
  const letter = letterTo()
  expect(await outbox.send(letter)).toBe('waiting')
  ahead(office, 6 * second)
  await office.sweep()
  expect(await office.received(letter.to)).toHaveLength(1)
})
