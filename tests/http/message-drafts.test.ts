import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })

const typed = { subject: 'Sunscreen', body: 'Which one?' }

interface Saving {
  draft: string
  form?: string
  message?: string
  value?: object
  stored?: object
}

const save = (visitor: Visitor, { value = typed, stored = {}, ...rest }: Saving) =>
  visitor.act<{ effects: Effect[]; code: string; errors: { message: string }[] }>('messages.saveDraft', {
    ...rest,
    value,
    stored,
  })

const screenAt = (visitor: Visitor, path: string) => visitor.get<Screen>(`/ui/screens${path}`)
const compose = (visitor: Visitor, draft: string) => screenAt(visitor, `/user/home/ChatMsg?draft=${draft}`)

function formOf({ blocks }: Screen): BlockOf<'form'> {
  return blocksOf(blocks, 'form').at(0) ?? expect.fail('there is no form')
}

async function listed(visitor: Visitor): Promise<BlockOf<'list'>['rows']> {
  const { body } = await screenAt(visitor, '/user/home/Messages?box=drafts')
  return blocksOf(body.blocks, 'list').find(({ id }) => id === 'drafts')?.rows ?? expect.fail('there is no list')
}

const events = ({ database }: RunningPortal) =>
  rowsOf(database.db, sql`select 1 from audit_log where event = 'action:messages.saveDraft' and outcome = 'ok'`)

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.database.db.execute(sql`delete from message_drafts`)
})

describe('a draft', () => {
  test('is kept, listed with what it says, and written on where it is found', async ({ maria }) => {
    const draft = randomUUID()
    const { status, body } = await save(maria, { draft })
    expect([status, wordsOf(body)]).toEqual([200, expect.stringMatching(/Saved \d+:\d\d [AP]M/)])
    const [row] = await listed(maria)
    expect(row).toMatchObject({ lead: 'New message', title: 'Sunscreen', line: 'Which one?' })
    const to = row?.do.type === 'navigate' ? row.do.to : ''
    const { body: screen } = await screenAt(maria, to)
    expect(formOf(screen)).toMatchObject({ value: typed, autosave: { stored: typed, do: { input: { draft } } } })
    expect(wordsOf(screen)).toMatch(/Drafts.*1 not sent/)
  })

  test('has an address from the first moment, at which a page that is loaded again has it', async ({ maria }) => {
    const { body } = await screenAt(maria, '/user/home/ChatMsg')
    const draft = String(formOf(body).autosave?.do.input?.draft)
    expect(body.location).toBe(`/user/home/ChatMsg?draft=${draft}`)
    await save(maria, { draft })
    expect(formOf((await screenAt(maria, body.location ?? '')).body).value).toEqual(typed)
  })

  test('has a form of its own, which it keeps where it is set apart from another page', async ({ maria }) => {
    const [first, second] = [randomUUID(), randomUUID()]
    await save(maria, { draft: first })
    const idOf = async (path: string) => formOf((await screenAt(maria, path)).body).id
    const own = await idOf(`/user/home/ChatMsg?draft=${first}`)
    expect(await idOf(`/user/home/ChatMsg?draft=${second}`)).not.toBe(own)
    let known: { draft: string; form?: string } = { draft: first }
    for (const body of ['Changed here', 'Changed again']) {
      const { body: answer } = await save(maria, { ...known, value: { body }, stored: {} })
      const [to = ''] = answer.effects.flatMap((effect) => (effect.type === 'navigate' ? [effect.to] : []))
      const { body: apart } = await screenAt(maria, to)
      expect([formOf(apart).id, formOf(apart).value, apart.location]).toEqual([own, { body }, to])
      known = formOf(apart).autosave?.do.input as typeof known // checked by the next request
    }
    expect(new Set((await listed(maria)).map(({ line }) => line))).toEqual(
      new Set([typed.body, 'Changed here', 'Changed again']),
    )
  })

  test('is not stored as it was written, and not recorded with each pause in typing', async ({ portal, maria }) => {
    const before = await events(portal)
    const draft = randomUUID()
    await save(maria, { draft })
    await save(maria, { draft, value: { ...typed, body: 'Which one, and when?' }, stored: typed })
    const [row] = await rowsOf<{ content: string }>(portal.database.db, sql`select content from message_drafts`)
    expect(row?.content).toMatch(/^e1\.[\w-]{8}\.[\w-]{50,}$/)
    expect((await events(portal)).length - before.length).toBe(1)
  })

  test('without any text is none', async ({ maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    const { body } = await save(maria, { draft, value: { subject: '', isHigh: false }, stored: typed })
    expect([await listed(maria), wordsOf(body)]).toEqual([[], expect.stringContaining('is saved as a draft while')])
  })

  test('may be longer than a message, up to a limit', async ({ maria }) => {
    const draft = randomUUID()
    expect((await save(maria, { draft, value: { body: 'x'.repeat(20_000) } })).status).toBe(200)
    const { status, body } = await save(maria, { draft, value: { body: 'x'.repeat(20_001) } })
    expect([status, body.errors[0]?.message]).toEqual([422, 'This is too long to be kept as a draft.'])
  })

  test('is one of a hundred at most', async ({ portal, maria }) => {
    await save(maria, { draft: randomUUID() })
    await portal.database.db.execute(
      sql`insert into message_drafts (account_id, licensee_id, patient_id, id, content, saved_at)
        select account_id, licensee_id, patient_id, 'copy-' || n, content, saved_at from message_drafts, generate_series(1, 99) n`,
    )
    const { status, body } = await save(maria, { draft: randomUUID() })
    expect([status, body.code]).toEqual([409, 'messages.draftsFull'])
  })

  test('is deleted, once', async ({ maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    expect((await maria.act('messages.deleteDraft', { draft })).status).toBe(200)
    const { status, body } = await maria.act('messages.deleteDraft', { draft })
    expect([status, body, await listed(maria)]).toMatchObject([404, { code: 'messages.draftUnknown' }, []])
  })

  test('is nobody else’s: under its id, another person has none', async ({ maria, nora }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    expect(formOf((await compose(nora, draft)).body).value).toEqual({})
    expect((await nora.act('messages.deleteDraft', { draft })).status).toBe(404)
    await save(nora, { draft, value: { body: 'Mine' } })
    expect(formOf((await compose(maria, draft)).body).value).toEqual(typed)
    expect(await listed(nora)).toHaveLength(1)
  })

  test('is kept while nobody may write to the office', async ({ portal, maria }) => {
    const draft = randomUUID()
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, async () => {
      expect((await save(maria, { draft })).status).toBe(200)
      const { body } = await compose(maria, draft)
      expect([formOf(body).value, formOf(body).submit.disabled?.reason]).toEqual([
        typed,
        expect.stringContaining('Please contact the office'),
      ])
    })
  })
})

describe('an answer that was begun', () => {
  const inbox = async (visitor: Visitor): Promise<string> => {
    const { body } = await screenAt(visitor, '/user/home/Messages?size=20')
    const rows = blocksOf(body.blocks, 'list').flatMap((list) => list.rows)
    const ids = rows.map(({ id }) => id.replace('message-', ''))
    for (const id of ids) if ((await screenAt(visitor, `/user/home/Reply?message=${id}`)).status === 200) return id
    return expect.fail('no message can be answered')
  }

  test('is there again at the next reply, and only there [2 §4.30]', async ({ maria }) => {
    const message = await inbox(maria)
    const draft = randomUUID()
    await save(maria, { draft, message, value: { body: 'Thank you' } })
    const { body } = await screenAt(maria, `/user/home/Reply?message=${message}`)
    expect([formOf(body).value, body.location]).toEqual([
      { body: 'Thank you' },
      `/user/home/Reply?message=${message}&draft=${draft}`,
    ])
    const elsewhere = await compose(maria, draft)
    expect([elsewhere.status, elsewhere.body]).toMatchObject([404, { code: 'messages.draftUnknown' }])
  })
})

describe('an answer that can no longer be sent', () => {
  test('because its message is gone still shows what was written', async ({ maria }) => {
    const draft = randomUUID()
    const value = { body: 'Line one\nLine two' }
    await save(maria, { draft, message: '99999999', value })
    const [row] = await listed(maria)
    const to = row?.do.type === 'navigate' ? row.do.to : ''
    const { status, body } = await screenAt(maria, to)
    expect([status, wordsOf(body)]).toEqual([200, expect.stringContaining('no longer there. What you wrote is below')])
    expect(blocksOf(body.blocks, 'text').map(({ text }) => text)).toContain(value.body)
    expect((await maria.act('messages.deleteDraft', { draft })).status).toBe(200)
    expect((await screenAt(maria, to)).status).toBe(404)
  })

  test('because it came from outside shows it, too', async ({ maria }) => {
    const { body: list } = await screenAt(maria, '/user/home/Messages?size=20&q=healthy+skin')
    const [row] = blocksOf(list.blocks, 'list').flatMap(({ rows }) => rows)
    const message = row?.id.replace('message-', '') ?? ''
    const draft = randomUUID()
    await save(maria, { draft, message, value: { body: 'No, thank you' } })
    const { body } = await screenAt(maria, `/user/home/Reply?message=${message}&draft=${draft}`)
    expect(wordsOf(body)).toMatch(/came from outside the practice.*No, thank you/)
  })
})

describe('two pages with one draft', bothEngines, () => {
  const theirs = { ...typed, body: 'Changed on the other page' }
  const mine = { ...typed, body: 'Changed here' }

  test('keep both texts; the second one is told, and goes on with a draft of its own', async ({ maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    await save(maria, { draft, value: theirs, stored: typed })
    const { body } = await save(maria, { draft, value: mine, stored: typed })
    expect(wordsOf(body)).toContain('was changed, sent or deleted in another window')
    const [to] = body.effects.flatMap((effect) => (effect.type === 'navigate' ? [effect.to] : []))
    const { body: own } = await screenAt(maria, to ?? '')
    expect([formOf(own).value, formOf(own).autosave?.stored]).toEqual([mine, mine])
    expect(formOf((await compose(maria, draft)).body).value).toEqual(theirs)
    // The same request again, as after a lost response.
    await save(maria, { draft, value: mine, stored: typed })
    expect(await listed(maria)).toHaveLength(2)
  })

  test('are told when it was sent from the other one', async ({ maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    const sent = await maria.act('messages.send', { ...typed, recipient: 'g3', draft })
    expect([sent.status, await listed(maria)]).toEqual([200, []])
    const { body } = await save(maria, { draft, value: mine, stored: typed })
    expect(wordsOf(body)).toContain('was changed, sent or deleted in another window')
    expect((await listed(maria)).map(({ line }) => line)).toEqual(['Changed here'])
  })

  test.for([['changed', typed] as const, ['begun', {}] as const])(
    '%s at the same moment lose nothing',
    async ([, stored], { maria }) => {
      const draft = randomUUID()
      if (stored === typed) await save(maria, { draft })
      await Promise.all([theirs, mine].map((value) => save(maria, { draft, value, stored })))
      const lines = (await listed(maria)).map(({ line }) => line)
      expect([lines.length, new Set(lines)]).toEqual([2, new Set([mine.body, theirs.body])])
    },
  )
})

describe('a draft that is sent', () => {
  test('is a draft again if the record server does not take it', async ({ portal, maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    await portal.fault({ kind: 'refuse', path: 'SendMsgToEmr' })
    expect((await maria.act('messages.send', { ...typed, recipient: 'g3', draft })).status).toBe(502)
    await portal.heal()
    expect(formOf((await compose(maria, draft)).body).value).toEqual(typed)
  })

  test('waits in Sent, and is no draft, while the record server is down', async ({ portal, maria }) => {
    const draft = randomUUID()
    await save(maria, { draft })
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    expect((await maria.act('messages.send', { ...typed, recipient: 'g3', draft })).status).toBe(200)
    expect(await listed(maria)).toEqual([])
    await portal.heal()
  })
})
