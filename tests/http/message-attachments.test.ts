import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { deliverOutgoing } from '../../server/features/messages/deliver-outgoing.ts'
import { forgetFiles } from '../../server/features/messages/forget-files.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { activePdfs } from '../support/active-pdfs.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { eicar, jpeg, pdf, pdfOf } from '../support/files.ts'
import { guardianOf } from '../support/guardians.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { attachFile, type ListedFile } from '../support/message-files.ts'
import { filePart, type Part } from '../support/multipart.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const handle = dyingHandle()
const test = portalTest(
  { maria: 'maria.alvarez', nora: 'new.patient', gabriel: 'g.alvarez@example.com' },
  { onStatement: handle.hear },
)

const most = 6 * 1_048_576
const subject = 'A spot on my arm'
const fields = { subject, body: 'Please look at it.', recipient: 'g3' }

interface Sending {
  draft: string
  files: readonly ListedFile[]
}

const send = (visitor: Visitor, sent: Sending) =>
  visitor.act<{ code: string; errors: { pointer: string }[] }>('messages.send', { ...fields, ...sent })

const save = (visitor: Visitor, { draft, value, stored = {} }: { draft: string; value: object; stored?: object }) =>
  visitor.act<{ effects: unknown[] }>('messages.saveDraft', { draft, value, stored })

/** The files of each message that the record server has, in their order. */
async function received({ records }: RunningPortal): Promise<{ name: string; type: string; content: Buffer }[][]> {
  const rows = await rowsOf<{ message: number; name: string | null; type: string; content: string }>(
    records.db,
    sql`select m.message_id as message, a.file_name as name, a.file_type as type, encode(a.content, 'base64') as content
      from messages m left join message_attachments a on a.message_id = m.message_id
      where m.subject = ${subject} order by m.message_id, a.attachment_id`,
  )
  const messages = [...new Set(rows.map(({ message }) => message))]
  return messages.map((message) =>
    rows.flatMap(({ message: of, name, type, content }) =>
      of === message && name !== null ? [{ name, type, content: Buffer.from(content, 'base64') }] : [],
    ),
  )
}

async function forgetReceived({ records: { db } }: RunningPortal): Promise<void> {
  await db.execute(
    sql`delete from message_attachments where message_id in (select message_id from messages where subject = ${subject})`,
  )
  await db.execute(sql`delete from messages where subject = ${subject}`)
}

const stored = ({ database }: RunningPortal) =>
  rowsOf<{ name: string; draft: string; content: string }>(
    database.db,
    sql`select name, draft_id as draft, encode(content, 'escape') as content from message_files order by added_at`,
  )

async function filesShown(visitor: Visitor, address: string) {
  const { body } = await visitor.get<Screen>(`/ui/screens${address}`)
  return blocksOf(body.blocks, 'thread').flatMap(({ entries }) => entries.flatMap(({ files = [] }) => files))
}

async function firstOf(visitor: Visitor, list: 'list' | 'outgoing'): Promise<string> {
  const { body } = await visitor.get<Screen>('/ui/screens/user/home/Messages?box=sent')
  const row = blocksOf(body.blocks, 'list').find(({ id }) => id === list)?.rows[0]
  return row?.do.type === 'navigate' ? row.do.to : expect.fail(`there is nothing in ${list}`)
}

async function formAt(visitor: Visitor, draft: string): Promise<BlockOf<'form'>> {
  const { body } = await visitor.get<Screen>(`/ui/screens/user/home/ChatMsg?draft=${draft}`)
  return blocksOf(body.blocks, 'form').at(0) ?? expect.fail('there is no form')
}

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await runDueJobs(portal, deliverOutgoing)
  for (const table of ['message_drafts', 'message_files', 'outgoing_messages'])
    await portal.database.db.execute(sql`delete from ${sql.identifier(table)}`)
  await forgetReceived(portal)
})

describe('files that are attached', () => {
  test('arrive with the message, in their order, pictures without what the camera adds', async ({ portal, maria }) => {
    const draft = randomUUID()
    const files = [
      (await attachFile(maria, { draft, file: filePart(await jpeg(), 'arm.jpg') })).listed,
      (await attachFile(maria, { draft, file: filePart(pdf, 'Résumé.pdf') })).listed,
    ]
    expect((await send(maria, { draft, files })).status).toBe(200)
    const [message] = await received(portal)
    expect(message?.map(({ name, type }) => [name, type])).toEqual([
      ['arm.jpg', 'image/jpeg'],
      ['Résumé.pdf', 'application/pdf'],
    ])
    expect([message?.[1]?.content, message?.[0]?.content.includes('Secret Phone')]).toEqual([pdf, false])
    const shown = await filesShown(maria, await firstOf(maria, 'list'))
    expect(shown.map(({ label }) => label)).toEqual(['arm.jpg', 'Résumé.pdf'])
    expect((await maria.get(shown[1]?.href ?? '')).status).toBe(200)
  })

  test.for<[string, Part, number, string]>([
    ['of another type', filePart('MZ this is a program', 'a.pdf'), 422, 'uploads.type'],
    ['with a virus', filePart(Buffer.concat([pdf, eicar]), 'a.pdf'), 400, 'uploads.virus'],
    ['empty', filePart('', 'a.pdf'), 422, 'uploads.empty'],
    ['too large', filePart(pdfOf(most + 1), 'a.pdf'), 413, 'uploads.tooLarge'],
    ['no picture inside', filePart(Buffer.from('89504e470d0a1a0a00', 'hex'), 'a.png'), 422, 'uploads.type'],
    ...activePdfs.map(([what, code, content]): [string, Part, number, string] => [
      `a PDF with ${what}`,
      filePart(content, 'a.pdf'),
      422,
      code,
    ]),
  ])('are refused when they are %s, and nothing is kept', async ([, file, status, code], { portal, maria }) => {
    expect(await attachFile(maria, { draft: randomUUID(), file })).toMatchObject({ status, code })
    expect(await stored(portal)).toEqual([])
  })

  test('may have the greatest size, five at once, and one sent twice is one', async ({ portal, maria }) => {
    const draft = randomUUID()
    const files: ListedFile[] = []
    for (const at of [1, 2, 3, 4, 5])
      files.push((await attachFile(maria, { draft, file: filePart(pdfOf(most), `${at}.pdf`) })).listed)
    expect((await attachFile(maria, { draft, id: files[0]?.id })).status).toBe(200)
    expect(await stored(portal)).toHaveLength(5)
    const sixth = await attachFile(maria, { draft, file: filePart(pdf, '6.pdf') })
    const tooMany = await send(maria, { draft, files: [...files, sixth.listed] })
    expect([tooMany.status, tooMany.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/files', code: 'messages.filesMany', message: 'A message has at most 5 attachments.' },
    ])
    expect((await send(maria, { draft, files })).status).toBe(200)
    expect((await received(portal)).map((each) => each.map(({ content }) => content.length))).toEqual([
      [most, most, most, most, most],
    ])
  })

  test('are not stored as they are', async ({ portal, maria }) => {
    await attachFile(maria, { draft: randomUUID() })
    const [row] = await stored(portal)
    expect([row?.name, row?.content.includes('%PDF')]).toEqual(['a.pdf', false])
  })

  test('can be attached while nobody may write to the office, as a draft', async ({ portal, maria }) => {
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, async () => {
      expect((await attachFile(maria, { draft: randomUUID() })).status).toBe(200)
    })
  })

  test('are nobody else’s, also of those who act for the same patient', async ({ portal, maria, nora, gabriel }) => {
    const draft = randomUUID()
    const { listed } = await attachFile(maria, { draft })
    const guardian = await guardianOf(portal, maria, [2])
    for (const other of [nora, gabriel, guardian]) {
      const { status, body } = await send(other, { draft, files: [listed] })
      expect([status, body.errors[0]]).toMatchObject([422, { pointer: '/files', code: 'messages.fileGone' }])
    }
    expect((await send(maria, { draft: randomUUID(), files: [listed] })).status).toBe(422)
    expect(await received(portal)).toEqual([])
  })
})

describe('the files of a draft', () => {
  test('are there again with it, and gone when they are removed or it is deleted', async ({ portal, maria }) => {
    const draft = randomUUID()
    const [one, two] = [(await attachFile(maria, { draft })).listed, (await attachFile(maria, { draft })).listed]
    const value = { subject, files: [one, two] }
    await save(maria, { draft, value })
    expect((await formAt(maria, draft)).value).toEqual(value)
    const drafts = await maria.get<Screen>('/ui/screens/user/home/Messages?box=drafts')
    expect(wordsOf(drafts.body)).toContain('2 attachments')
    await save(maria, { draft, value: { subject, files: [two] }, stored: value })
    expect(await stored(portal)).toHaveLength(1)
    await maria.act('messages.deleteDraft', { draft })
    expect(await stored(portal)).toEqual([])
  })

  test('alone are a draft', async ({ portal, maria }) => {
    const draft = randomUUID()
    const value = { files: [(await attachFile(maria, { draft })).listed] }
    await save(maria, { draft, value })
    expect((await formAt(maria, draft)).value).toEqual(value)
    await save(maria, { draft, value: { files: [] }, stored: value })
    expect([(await formAt(maria, draft)).value, await stored(portal)]).toEqual([{}, []])
  })

  test('are in both when it is set apart, and each can be sent', async ({ portal, maria }) => {
    const draft = randomUUID()
    const files = [(await attachFile(maria, { draft })).listed]
    await save(maria, { draft, value: { subject, files } })
    await save(maria, { draft, value: { subject: 'Changed in another window', files }, stored: { subject, files } })
    const { body } = await save(maria, { draft, value: { body: 'Mine', files }, stored: { subject, files } })
    const apart = /draft=([\da-f-]{36})/.exec(JSON.stringify(body))?.[1] ?? expect.fail('nothing was set apart')
    expect((await stored(portal)).map((each) => each.draft)).toEqual(expect.arrayContaining([draft, apart]))
    await maria.act('messages.deleteDraft', { draft })
    expect((await send(maria, { draft: apart, files })).status).toBe(200)
    expect(await received(portal)).toMatchObject([[{ name: 'a.pdf' }]])
  })
})

describe('a message with files', bothEngines, () => {
  test('waits with them, which only the patient’s people can open', async ({ portal, maria, nora }) => {
    const draft = randomUUID()
    const files = [(await attachFile(maria, { draft })).listed]
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    expect((await send(maria, { draft, files })).status).toBe(200)
    const [file] = await filesShown(maria, await firstOf(maria, 'outgoing'))
    expect(file).toMatchObject({ label: 'a.pdf', size: '1 KB' })
    const address = file?.href ?? ''
    expect([(await maria.get(address)).status, (await nora.get(address)).status]).toEqual([200, 404])
    await portal.heal()
    await runDueJobs(portal, deliverOutgoing)
    expect(await received(portal)).toMatchObject([[{ name: 'a.pdf', content: pdf }]])
    expect((await maria.get(address)).status).toBe(404)
  })

  test('that the record server does not take is a draft with them again', async ({ portal, maria }) => {
    const draft = randomUUID()
    const files = [(await attachFile(maria, { draft })).listed]
    await save(maria, { draft, value: { ...fields, files } })
    await portal.fault({ kind: 'refuse', path: 'SendMsgToEmr' })
    expect((await send(maria, { draft, files })).status).toBe(502)
    await portal.heal()
    expect((await formAt(maria, draft)).value).toEqual({ ...fields, files })
    expect((await send(maria, { draft, files })).status).toBe(200)
    expect(await received(portal)).toMatchObject([[{ name: 'a.pdf' }]])
  })

  test('is sent once, with them, wherever its process is killed', async ({ portal, nora }) => {
    const statements = await handle.everyDeath(async (dying) => {
      await forgetReceived(portal)
      const draft = randomUUID()
      const files = [(await attachFile(nora, { draft })).listed]
      await save(nora, { draft, value: { ...fields, files } })
      await dying(() => send(nora, { draft, files }))
      await runDueJobs(portal, deliverOutgoing)
      expect((await send(nora, { draft, files })).status).toBe(200)
      await runDueJobs(portal, deliverOutgoing)
      expect(await received(portal)).toMatchObject([[{ name: 'a.pdf', content: pdf }]])
    })
    expect(statements).toBeGreaterThan(6)
  })
})

describe('files without a message', bothEngines, () => {
  test('are deleted a day later, unless a draft or a message that waits has them', async ({ portal, maria }) => {
    const [loose, kept, waiting] = [randomUUID(), randomUUID(), randomUUID()]
    await attachFile(maria, { draft: loose })
    await save(maria, { draft: kept, value: { files: [(await attachFile(maria, { draft: kept })).listed] } })
    const files = [(await attachFile(maria, { draft: waiting })).listed]
    await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
    await send(maria, { draft: waiting, files })
    await runNow(portal, forgetFiles)
    expect(await stored(portal)).toHaveLength(3)
    await portal.database.db.execute(sql`update message_files set added_at = added_at - interval '25 hours'`)
    await runNow(portal, forgetFiles)
    expect((await stored(portal)).map(({ draft }) => draft)).toEqual([kept, waiting])
    await portal.heal()
    await runDueJobs(portal, deliverOutgoing)
    await runNow(portal, forgetFiles)
    expect((await stored(portal)).map(({ draft }) => draft)).toEqual([kept])
  })
})
