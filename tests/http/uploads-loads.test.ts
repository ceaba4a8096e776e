import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documentsOf, tokenFor, visitIn } from '../support/around-visits.ts'
import { pdf, pdfOf, png } from '../support/files.ts'
import { filePart, multipart, type Part } from '../support/multipart.ts'
import { sessionCookieOf, startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { demoAccounts } from '../../server/demo.ts'

const most = 6 * 1_048_576
let portal: RunningPortal
let maria: Visitor
let visit: string
let link: string
beforeAll(async () => {
  portal = await startPortal({ timeoutMs: 60_000 })
  maria = await portal.signIn('maria.alvarez')
})
beforeEach(async () => {
  visit = await visitIn(portal, 48)
  link = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
})
afterAll(() => portal.close())

const fields = (): Part[] => [
  { name: 'link', content: link },
  { name: 'category', content: 'Lab results' },
]

/** Of what has come to an end at a door, in order. */
async function outcomes(door: string): Promise<string[]> {
  const found = await portal.database.db.execute(
    sql`select outcome from audit_log where event = ${`upload:${door}`} order by id`,
  )
  return (found as unknown as { rows: { outcome: string }[] }).rows.map(({ outcome }) => outcome) // both drivers answer with rows
}

/** Sends one half of a file, and hangs up. */
async function cutOff(door: string, parts: readonly Part[], { cookie = '', key = randomUUID() } = {}): Promise<void> {
  const { body, headers } = multipart(parts)
  const before = (await outcomes(door)).length
  const sending = request(`${portal.url}/ui/uploads/${door}`, {
    method: 'POST',
    headers: {
      ...headers,
      host: 'lakeside.localhost',
      cookie,
      'idempotency-key': key,
      'content-length': body.length,
    },
  })
  sending.on('error', () => undefined)
  await new Promise<void>((sent) => sending.write(body.subarray(0, body.length / 2), () => sent()))
  sending.destroy()
  await vi.waitFor(async () => expect((await outcomes(door)).length).toBe(before + 1), { timeout: 20_000 })
  expect((await outcomes(door)).at(-1)).toBe('upload.cutOff')
}

async function cookieOf(login: string): Promise<string> {
  const { password = '' } = demoAccounts.find((each) => each.login === login) ?? {}
  const { headers } = await portal.visitor().act('account.signIn', { Username: login, Password: password })
  return sessionCookieOf(headers)
}

test('twenty files of 6 MB at once are all kept, each whole', { timeout: 300_000 }, async () => {
  const content = pdfOf(most)
  const all = Array.from({ length: 20 }, (_, at) =>
    maria.upload('uploads.add', [...fields(), filePart(content, `scan-${at}.pdf`)]),
  )
  const answers = await Promise.all(all)
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const kept = await portal.records.db.execute(
    sql`select count(*)::int as files, min(length(content)) as least, max(length(content)) as most
      from documents where appointment_n = ${Number(visit)}`,
  )
  expect((kept as unknown as { rows: object[] }).rows).toEqual([{ files: 20, least: most, most }]) // as above
})

test('a file that is cut off half-way is not kept, and can be sent again under its key', async () => {
  const key = randomUUID()
  const file = filePart(pdfOf(1_000_000))
  const cookie = await cookieOf('maria.alvarez')
  await cutOff('uploads.add', [...fields(), file], { cookie, key })
  expect(await documentsOf(portal, visit)).toEqual([])
  expect((await maria.upload('uploads.add', [...fields(), file], { key })).status).toBe(200)
  expect(await documentsOf(portal, visit)).toHaveLength(1)
})

test('a photo that is cut off half-way uses nothing of its code up', async () => {
  const code = await tokenFor(portal, {
    purpose: 'camera',
    appointmentId: visit,
    subject: { category: 'Lab results' },
    uses: 1,
  })
  const parts = [{ name: 'link', content: code }, filePart(pdfOf(1_000_000), 'photo.png', 'image/png')]
  await cutOff('uploads.photo', parts)
  const whole = [parts[0]!, filePart(await png(), 'photo.png', 'image/png')]
  expect((await portal.visitor().upload('uploads.photo', whole)).status).toBe(200)
  expect(await documentsOf(portal, visit)).toHaveLength(1)
})

test('two files in one body are refused, and none is kept', async () => {
  const { status, body } = await maria.upload('uploads.add', [...fields(), filePart(pdf), filePart(pdf, 'other.pdf')])
  expect([status, body.code, await documentsOf(portal, visit)]).toEqual([422, 'upload.several', []])
})
