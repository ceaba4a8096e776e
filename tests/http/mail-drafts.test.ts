import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { dialogOf } from '../support/card-payment.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })

const pages = { simple: 'SimpleMail', secure: 'SecureMail', direct: 'DirectMail' } as const
const ways = ['simple', 'secure', 'direct'] as const
type Way = (typeof ways)[number]
const typed = { to: 'office@direct.hospital.example', subject: 'My records', message: 'Hello Jane.' }

const save = (visitor: Visitor, way: Way, input: object) =>
  visitor.act<{ effects: Effect[]; code: string }>(`${way}Mail.saveDraft`, { value: typed, stored: {}, ...input })

async function screenAt(visitor: Visitor, path: string): Promise<Screen> {
  const { status, body } = await visitor.get<Screen>(`/ui/screens${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

const formIn = ({ blocks }: Screen): BlockOf<'form'> =>
  blocksOf(blocks, 'form').find(({ id }) => id.startsWith('mail-')) ?? expect.fail('there is no form')

async function listed(visitor: Visitor) {
  const { blocks } = await screenAt(visitor, '/user/home/Messages?box=drafts')
  const rows = blocksOf(blocks, 'list').find(({ id }) => id === 'drafts')?.rows
  return rows ?? expect.fail('there is no list')
}

const settings = { simple: 'Portal_Simple_Mail', secure: 'Portal_Secure_Mail', direct: 'Portal_Direct_Mail' } as const

const addressOf = (row: { do: object } | undefined) =>
  row && 'to' in row.do ? String(row.do.to) : expect.fail('the row leads nowhere')

/** What the page of a draft says that can only be read. */
async function shownAt(visitor: Visitor, path: string) {
  const { blocks } = await screenAt(visitor, path)
  expect(blocksOf(blocks, 'form')).toEqual([])
  const notice = blocksOf(blocks, 'notice').find(({ id }) => id === 'not-offered')
  return { words: wordsOf(blocks), goOn: notice?.actions?.map(({ label }) => label), notice }
}

const stored = ({ database }: RunningPortal) => rowsOf(database.db, sql`select way from message_drafts`)

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.database.db.execute(sql`delete from message_drafts`)
})

describe.for(ways)('what was begun of %s email', (way) => {
  test('is kept, listed among the drafts, and written on with what is attached', async ({ maria }) => {
    const draft = randomUUID()
    const { status, body } = await save(maria, way, { draft, records: '7,9' })
    expect([status, wordsOf(body)]).toEqual([200, expect.stringMatching(/Saved \d+:\d\d [AP]M/)])
    const [row, ...others] = await listed(maria)
    expect(others).toEqual([])
    expect(row).toMatchObject({ title: 'My records', line: 'Hello Jane. · 2 visit records' })
    expect(row?.lead).toMatch(/ email to office@direct\.hospital\.example$/)
    const to = row?.do.type === 'navigate' ? row.do.to : ''
    expect(to).toBe(`/user/home/${pages[way]}?records=7,9&draft=${draft}`)
    const screen = await screenAt(maria, to)
    expect(formIn(screen)).toMatchObject({ value: typed, autosave: { stored: typed } })
    expect(screen.location).toBe(to)
  })

  test('is gone once it is sent, and stays when the mail server refuses it', async ({ portal, maria }) => {
    const draft = randomUUID()
    const send = () => maria.act(`${way}Mail.send`, { ...typed, draft })
    await save(maria, way, { draft })
    await portal.fault({ kind: 'refuse', path: way === 'direct' ? 'direct' : 'smtp' })
    expect((await send()).status).toBeGreaterThanOrEqual(400)
    expect(await stored(portal)).toEqual([{ way }])
    await portal.heal()
    expect((await send()).status).toBe(200)
    expect(await stored(portal)).toEqual([])
  })

  test('opens in no other way to write, and for nobody else', async ({ portal, maria, nora }) => {
    const draft = randomUUID()
    await save(maria, way, { draft })
    const other = way === 'simple' ? 'secure' : 'simple'
    for (const [visitor, page] of [
      [maria, pages[other]],
      [maria, 'ChatMsg'],
      [nora, pages[way]],
    ] as const)
      expect(JSON.stringify(await screenAt(visitor, `/user/home/${page}?draft=${draft}`))).not.toContain(typed.message)
    const removal = (visitor: Visitor, by: Way) => visitor.act(`${by}Mail.deleteDraft`, { draft })
    expect([(await removal(maria, other)).status, (await removal(nora, way)).status]).toEqual([404, 404])
    const changed = { draft, value: { message: 'Other' }, stored: typed }
    expect((await save(maria, other, changed)).status).toBe(404)
    expect(await stored(portal)).toEqual([{ way }])
    expect((await removal(maria, way)).status).toBe(200)
    expect(await stored(portal)).toEqual([])
  })
})

test.for(ways)(
  'visit records attached to %s email are kept without a word typed, and removed ones are not',
  async (way, { portal, maria }) => {
    const draft = randomUUID()
    const { body } = await maria.act<{ effects: Effect[] }>(`${way}Mail.findVisitRecords`, {
      from: '2020-01-01',
      to: dayOf(portal.portal.now(), 'America/New_York'),
      draft,
    })
    const choice = blocksOf(dialogOf(body.effects)?.blocks, 'form')[0]?.fields[0]?.options
    const [first = '', second = ''] = choice?.map(({ value }) => String(value)) ?? []
    const attach = (records: string[], attached?: string) =>
      maria.act(`${way}Mail.attachVisitRecords`, { records, draft, ...(attached ? { attached } : {}) })
    const remove = (record: string, attached: string) =>
      maria.act(`${way}Mail.removeVisitRecord`, { record, attached, draft })
    expect((await attach([first])).status).toBe(200)
    expect((await attach([second], first)).status).toBe(200)
    const [row] = await listed(maria)
    expect(row).toMatchObject({ title: '(no subject)', line: '2 visit records' })
    expect(addressOf(row)).toBe(`/user/home/${pages[way]}?records=${first},${second}&draft=${draft}`)
    await save(maria, way, { draft, records: `${first},${second}` })
    await save(maria, way, { draft, records: `${first},${second}`, value: {}, stored: typed })
    expect((await listed(maria)).map(({ line }) => line)).toEqual(['2 visit records'])
    expect((await remove(first, `${first},${second}`)).body.effects).toEqual([
      { type: 'navigate', to: `/user/home/${pages[way]}?records=${second}&draft=${draft}`, replace: true },
    ])
    expect((await listed(maria)).map(({ line }) => line)).toEqual(['1 visit record'])
    await save(maria, way, { draft, records: second })
    await remove(second, second)
    expect((await listed(maria)).map(({ line }) => line)).toEqual(['Hello Jane.'])
    await save(maria, way, { draft, value: {}, stored: typed })
    expect(await stored(portal)).toEqual([])
  },
)

describe('a draft whose way is not offered any longer', () => {
  test.for(ways)(
    'of %s email stays in the list, is shown as it was written, and can be deleted',
    async (way, { portal, maria }) => {
      const draft = randomUUID()
      await save(maria, way, { draft, records: '7,9' })
      await withSetting(portal, { name: settings[way], value: false }, async () => {
        const [row] = await listed(maria)
        expect(row?.mark).toEqual({ text: 'Not offered now', tone: 'warning' })
        const { words } = await shownAt(maria, addressOf(row))
        for (const each of ['is not offered now', ...Object.values(typed), '2 visit records', 'Delete draft'])
          expect(words).toContain(each)
        const page = await maria.get(`/ui/screens/user/home/${pages[way]}`)
        expect([page.status, page.body.code]).toEqual([403, 'route.off'])
        expect((await save(maria, way, { draft: randomUUID() })).status).toBe(403)
        expect((await maria.act(`${way}Mail.deleteDraft`, { draft })).status).toBe(200)
        expect(await stored(portal)).toEqual([])
      })
    },
  )

  test('goes on in another way that is offered, with what is attached', async ({ portal, maria, nora }) => {
    const draft = randomUUID()
    await save(maria, 'simple', { draft, records: '7,9' })
    await withSetting(portal, { name: settings.simple, value: false }, async () => {
      const { goOn } = await shownAt(maria, `/user/home/SimpleMail?draft=${draft}`)
      expect(goOn).toEqual(['Continue as Direct email', 'Continue as Secure email'])
      const move = (visitor: Visitor, way: Way) => visitor.act<{ effects: Effect[] }>('mail.writeOn', { draft, way })
      expect([(await move(maria, 'simple')).status, (await move(nora, 'secure')).status]).toEqual([403, 404])
      const { body } = await move(maria, 'secure')
      const to = `/user/home/SecureMail?records=7,9&draft=${draft}`
      expect(body.effects).toEqual([{ type: 'navigate', to, replace: true }])
      expect(formIn(await screenAt(maria, to)).value).toEqual(typed)
      expect(await stored(portal)).toEqual([{ way: 'secure' }])
    })
  })

  test('is none of a message to the office', async ({ portal, maria }) => {
    const draft = randomUUID()
    await maria.act('messages.saveDraft', { draft, value: { body: 'Hello' }, stored: {} })
    expect((await maria.act('mail.writeOn', { draft, way: 'secure' })).status).toBe(404)
    expect(await stored(portal)).toEqual([{ way: 'office' }])
  })

  test('is counted as it is listed on a portal that has lost its HISP', bothEngines, async ({ portal, maria }) => {
    const draft = randomUUID()
    await save(maria, 'direct', { draft })
    const without = await startPortal({ beside: portal, hisp: false })
    try {
      const there = await without.signIn('maria.alvarez')
      const { blocks } = await screenAt(there, '/user/home/Messages')
      const part = blocksOf(blocks, 'split')[0]?.entries.find(({ id }) => id === 'drafts')
      expect(part?.count?.value).toBe(1)
      const rows = await listed(there)
      expect(rows.map(({ mark }) => mark?.text)).toEqual(['Not offered now'])
      const { words, goOn } = await shownAt(there, addressOf(rows[0]))
      expect(words).toContain(typed.message)
      expect(goOn).toEqual(['Continue as Secure email', 'Continue as Simple email'])
      expect((await there.act('directMail.send', { ...typed, draft })).status).toBe(404)
      expect((await there.act('directMail.deleteDraft', { draft })).status).toBe(200)
    } finally {
      await without.close()
    }
  })
})
