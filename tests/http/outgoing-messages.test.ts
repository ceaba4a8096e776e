/** @module-tag database */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { deliverOutgoing } from '../../server/features/messages/deliver-outgoing.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { guardianOf } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const handle = dyingHandle()
const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' }, { onStatement: handle.hear })

const route = '/ui/screens/user/home/Messages'
const subject = 'Sunscreen for winter'

/** A message to the nurses. */
const message = (changes: object = {}) => ({
  subject,
  body: 'Which one?',
  recipient: 'g3',
  draft: randomUUID(),
  ...changes,
})

const write = (visitor: Visitor, input: object = message()) =>
  visitor.act<{ effects: Effect[]; code: string }>('messages.send', input)

/** What the record server has. */
const received = ({ records }: RunningPortal) =>
  rowsOf<{ id: number }>(
    records.db,
    sql`select message_id as id from messages where subject in (${subject}, ${`Re: ${subject}`})`,
  )

const kept = ({ database }: RunningPortal) =>
  rowsOf<{ state: string; reason: string | null }>(database.db, sql`select state, reason from outgoing_messages`)

async function waiting(visitor: Visitor): Promise<BlockOf<'list'>['rows']> {
  const { body } = await visitor.get<Screen>(`${route}?box=sent`)
  return blocksOf(body.blocks, 'list').find(({ id }) => id === 'outgoing')?.rows ?? []
}

async function opened(visitor: Visitor): Promise<Screen> {
  const [row] = await waiting(visitor)
  const address = row?.do.type === 'navigate' ? row.do.to : expect.fail('no message waits')
  const { status, body } = await visitor.get<Screen>(`/ui/screens${address}`)
  expect(status).toBe(200)
  return body
}

async function inputOf(visitor: Visitor, buttonId: string): Promise<object> {
  const button = blocksOf((await opened(visitor)).blocks, 'action').find(({ id }) => id === buttonId)
  return (button?.do.type === 'call' ? button.do.input : undefined) ?? expect.fail(`there is no ${buttonId}`)
}

/** As if the job had tried for a day. */
async function aDayLater(portal: RunningPortal): Promise<void> {
  await portal.database.db.execute(
    sql`update jobs.job set data = jsonb_set(data, '{since}', '"2020-01-01T00:00:00.000Z"') where name = ${deliverOutgoing.name}`,
  )
  await runDueJobs(portal, deliverOutgoing)
}

const unsent = async (visitor: Visitor) => wordsOf((await visitor.get<RegionContent>('/ui/regions/home.toDo')).body)

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await runDueJobs(portal, deliverOutgoing)
  await portal.database.db.execute(sql`delete from outgoing_messages`)
  await portal.records.db.execute(sql`delete from messages where subject in (${subject}, ${`Re: ${subject}`})`)
})

describe('a message that the record server does not take', () => {
  test.for(['down', 'lost'] as const)(
    'waits, says so, and is sent once when it answers again: %s',
    async (kind, { portal, maria }) => {
      await portal.fault({ kind, path: 'SendMsgToEmr' })
      const input = message()
      const { status, body } = await write(maria, input)
      expect([status, dialogOf(body.effects)?.title]).toEqual([200, 'Your message is waiting'])
      expect(wordsOf(dialogOf(body.effects))).toContain('Your message to Nurses is kept')
      expect((await waiting(maria)).map((row) => [row.lead, row.title, row.mark])).toEqual([
        ['To Nurses', subject, { text: 'Sending', tone: 'info' }],
      ])
      expect(wordsOf(await opened(maria))).toMatch(/is sent as soon as it does.*Which one\?/)
      await portal.heal()
      expect((await write(maria, input)).status).toBe(200)
      await runDueJobs(portal, deliverOutgoing)
      expect([await waiting(maria), (await received(portal)).length]).toEqual([[], 1])
    },
  )

  test('is not stored as it was written', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    const [row] = await rowsOf<{ content: string }>(portal.database.db, sql`select content from outgoing_messages`)
    expect(row?.content).toMatch(/^e1\.[\w-]{8}\.[\w-]{50,}$/)
  })

  test('is refused while its writer has it in the form, and not kept then', async ({ portal, maria }) => {
    await portal.fault({ kind: 'refuse', path: 'SendMsgToEmr' })
    const { status, body } = await write(maria)
    expect([status, body.code, await kept(portal)]).toEqual([502, 'practice.nonsense', []])
    await portal.heal()
    await runDueJobs(portal, deliverOutgoing)
    expect(await received(portal)).toEqual([])
  })

  test('has failed when a recipient is gone meanwhile', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    await portal.heal()
    await portal.records.db.execute(sql`update employee_groups set group_n = 903 where group_n = 3`)
    await runDueJobs(portal, deliverOutgoing)
    await portal.records.db.execute(sql`update employee_groups set group_n = 3 where group_n = 903`)
    expect((await waiting(maria)).map(({ mark }) => mark?.text)).toEqual(['Not sent'])
    expect(wordsOf(await opened(maria))).toContain('can no longer be written to')
    await portal.fault({ kind: 'refuse', path: 'SendMsgToEmr' })
    const { body } = await maria.act<{ effects: Effect[] }>('messages.retry', await inputOf(maria, 'try-again'))
    expect(body.effects[0]).toMatchObject({ tone: 'error', text: 'Your message was not sent.' })
    expect(await kept(portal)).toEqual([{ state: 'failed', reason: 'refused' }])
  })
})

describe('a message whose writer may no longer send it', () => {
  /** A record server that takes no connection is out of reach for everything here. */
  const notReached = ({ database }: RunningPortal) =>
    database.db.execute(sql`update outgoing_messages set reason = 'unreachable'`)

  test('because the practice has switched it off is not sent, and the writer is told', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    await notReached(portal)
    await portal.heal()
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, () => runDueJobs(portal, deliverOutgoing))
    expect([await received(portal), await kept(portal)]).toEqual([[], [{ state: 'failed', reason: 'ended' }]])
    expect(wordsOf(await opened(maria))).toContain('Not sent: while it waited')
    await expect
      .poll(async () => (await portal.outbox(people.mariaAlvarez.email))[0]?.text)
      .toContain('The message that you wrote at Lakeside Dermatology')
  })

  test('because a guardian was removed is not sent, nor by the patient', async ({ portal, maria }) => {
    const grace = await guardianOf(portal, maria, [2])
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(grace)
    await notReached(portal)
    await portal.heal()
    const mine = sql`(select account_id from outgoing_messages)`
    await portal.database.db.execute(sql`delete from authorisations where account_id in ${mine}`)
    await runDueJobs(portal, deliverOutgoing)
    expect([await received(portal), await kept(portal)]).toEqual([[], [{ state: 'failed', reason: 'ended' }]])
    const again = await maria.act<{ code: string }>('messages.retry', await inputOf(maria, 'try-again'))
    expect([again.status, again.body.code, await received(portal)]).toEqual([409, 'messages.writerEnded', []])
  })
})

describe('a message that could not be sent for a day', () => {
  test.for([
    ['unreachable', 'Not sent', 'could not be reached'],
    ['unconfirmed', 'Not confirmed', 'its answer was lost'],
  ] as const)('says so, and is tried again by hand: %s', async ([reason, mark, words], { portal, maria }) => {
    await portal.fault({ kind: 'lost', path: 'SendMsgToEmr' })
    await write(maria)
    await aDayLater(portal)
    expect(await kept(portal)).toEqual([{ state: 'failed', reason: 'unconfirmed' }])
    // A record server that takes no connection is out of reach for everything here, so this is set by hand.
    await portal.database.db.execute(sql`update outgoing_messages set reason = ${reason}`)
    expect((await waiting(maria)).map((row) => row.mark?.text)).toEqual([mark])
    expect(wordsOf(await opened(maria))).toContain(words)
    expect(await unsent(maria)).toContain('1 message was not sent')
    const again = await inputOf(maria, 'try-again')
    const { body } = await maria.act<{ effects: Effect[] }>('messages.retry', again)
    expect(JSON.stringify(body.effects)).toContain('not sent yet')
    expect(await kept(portal)).toMatchObject([{ state: 'sending' }])
    expect((await maria.act('messages.retry', again)).status).toBe(404)
    await aDayLater(portal)
    await portal.heal()
    const done = await maria.act<{ effects: Effect[] }>('messages.retry', again)
    expect(done.body.effects[0]).toMatchObject({ text: 'Your message was sent.' })
    expect([await kept(portal), (await received(portal)).length]).toEqual([[], 1])
    expect(await unsent(maria)).not.toContain('not sent')
  })

  test('is deleted by hand, and nothing is sent then', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select id from outgoing_messages`,
    )
    expect((await maria.act('messages.discard', { message: id })).status).toBe(404) // it is still being sent
    await aDayLater(portal)
    const input = await inputOf(maria, 'delete-outgoing')
    expect((await maria.act('messages.discard', input)).status).toBe(200)
    expect((await maria.act('messages.discard', input)).status).toBe(404)
    await portal.heal()
    await runDueJobs(portal, deliverOutgoing)
    expect([await kept(portal), await received(portal), await waiting(maria)]).toEqual([[], [], []])
  })

  test('is seen, tried and deleted by nobody else', async ({ portal, maria, nora }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    await aDayLater(portal)
    const input = await inputOf(maria, 'try-again')
    expect(await waiting(nora)).toEqual([])
    for (const act of ['messages.retry', 'messages.discard']) {
      expect([act, (await nora.act(act, input)).status]).toEqual([act, 404])
      expect([act, (await portal.visitor().act(act, input)).status]).toEqual([act, 401])
    }
    const [row] = await waiting(maria)
    const address = row?.do.type === 'navigate' ? row.do.to : ''
    const { status, body } = await nora.get<Screen>(`/ui/screens${address}`)
    expect([status, wordsOf(body)]).toEqual([200, expect.not.stringContaining(subject)])
  })

  test('is not tried again where the practice no longer takes messages, and can be deleted', async ({
    portal,
    maria,
  }) => {
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await write(maria)
    await aDayLater(portal)
    await portal.heal()
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, async () => {
      const button = blocksOf((await opened(maria)).blocks, 'action').find(({ id }) => id === 'try-again')
      expect(button?.disabled?.reason).toContain('cannot reply or send messages')
      expect((await maria.act('messages.retry', await inputOf(maria, 'try-again'))).status).toBe(403)
      expect((await maria.act('messages.discard', await inputOf(maria, 'delete-outgoing'))).status).toBe(200)
    })
  })
})

test('a message that the portal accepts is sent once, wherever the database is lost', async ({ portal, nora }) => {
  const statements = await handle.everyDeath(async (dying) => {
    await portal.records.db.execute(sql`delete from messages where subject = ${subject}`)
    const input = message()
    const { status } = await dying(() => write(nora, input))
    await runDueJobs(portal, deliverOutgoing)
    const count = (await received(portal)).length
    expect(status === 200 ? [1] : [0, 1]).toContain(count)
    expect((await write(nora, input)).status).toBe(200)
    await runDueJobs(portal, deliverOutgoing)
    expect([(await received(portal)).length, await kept(portal)]).toEqual([1, []])
  })
  expect(statements).toBeGreaterThan(4)
})
