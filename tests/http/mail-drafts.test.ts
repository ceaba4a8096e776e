/** @module-tag database */
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
