import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { documentsOf, tokenFor, visitIn } from '../support/linked-screens.ts'
import { pdf, pdfOf, png } from '../support/files.ts'
import { filePart, multipart, type Part } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import { sessionCookieOf, type RunningPortal } from '../support/portal.ts'
import { demoAccounts } from '../../server/demo.ts'
import { bothEngines } from '../support/databases.ts'

const most = 6 * 1_048_576
/** Each test has its own visit, and the link to upload for it. */
const test = portalTest({ maria: 'maria.alvarez' })
  .extend('visit', ({ portal }) => visitIn(portal, 48))
  .extend('link', ({ portal, visit }) => tokenFor(portal, { purpose: 'upload', appointmentId: visit }))

const fields = (link: string): Part[] => [
  { name: 'link', content: link },
  { name: 'category', content: 'Lab results' },
]

/** Returns the outcomes of finished uploads to a route, in order. */
async function outcomes({ database }: RunningPortal, name: string): Promise<string[]> {
  const result = await database.db.execute<{ outcome: string }>(
    sql`select outcome from audit_log where event = ${`upload:${name}`} order by id`,
  )
  return result.rows.map(({ outcome }) => outcome)
}

interface CutOff {
  name: string
  parts: readonly Part[]
  cookie?: string
  key?: string
}

/** Sends one half of a file and closes the connection. */
async function cutOff(portal: RunningPortal, { name, parts, cookie = '', key = randomUUID() }: CutOff): Promise<void> {
  const { body, headers } = multipart(parts)
  const before = (await outcomes(portal, name)).length
  const sending = request(`${portal.url}/ui/uploads/${name}`, {
    method: 'POST',
    headers: {
      ...headers,
      host: 'lakeside.localhost',
      'sec-fetch-site': 'same-origin',
      cookie,
      'idempotency-key': key,
      'content-length': body.length,
    },
  })
  sending.on('error', () => undefined)
  await new Promise<void>((sent) => sending.write(body.subarray(0, body.length / 2), () => sent()))
  sending.destroy()
  await expect.poll(() => outcomes(portal, name)).toHaveLength(before + 1)
  expect((await outcomes(portal, name)).at(-1)).toBe('upload.cutOff')
}

async function cookieOf({ visitor }: RunningPortal, login: string): Promise<string> {
  const { password = '' } = demoAccounts.find((each) => each.login === login) ?? {}
  const { headers } = await visitor().act('account.signIn', { Username: login, Password: password })
  return sessionCookieOf(headers)
}

test(
  'twenty files of 6 MB at once are all kept, each whole',
  { ...bothEngines, timeout: 300_000 },
  async ({ portal, maria, visit, link }) => {
    const content = pdfOf(most)
    const all = Array.from({ length: 20 }, (_, at) =>
      maria.upload('uploads.add', [...fields(link), filePart(content, `scan-${at}.pdf`)]),
    )
    const answers = await Promise.all(all)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const kept = await portal.records.db.execute(
      sql`select count(*)::int as files, min(length(content)) as least, max(length(content)) as most
      from documents where appointment_n = ${Number(visit)}`,
    )
    expect(kept.rows).toEqual([{ files: 20, least: most, most }])
  },
)

test('a file that is cut off half-way is not kept, and can be sent again under its key', async ({
  portal,
  maria,
  visit,
  link,
}) => {
  const key = randomUUID()
  const file = filePart(pdfOf(1_000_000))
  const cookie = await cookieOf(portal, 'maria.alvarez')
  await cutOff(portal, { name: 'uploads.add', parts: [...fields(link), file], cookie, key })
  expect(await documentsOf(portal, visit)).toEqual([])
  expect((await maria.upload('uploads.add', [...fields(link), file], { key })).status).toBe(200)
  expect(await documentsOf(portal, visit)).toHaveLength(1)
})

test('a photo that is cut off half-way uses nothing of its code up', async ({ portal, visit }) => {
  const code = await tokenFor(portal, {
    purpose: 'camera',
    appointmentId: visit,
    category: 'Lab results',
    uses: 1,
  })
  const parts = [{ name: 'link', content: code }, filePart(pdfOf(1_000_000), 'photo.png', 'image/png')]
  await cutOff(portal, { name: 'uploads.photo', parts })
  const whole = [parts[0]!, filePart(await png(), 'photo.png', 'image/png')]
  expect((await portal.visitor().upload('uploads.photo', whole)).status).toBe(200)
  expect(await documentsOf(portal, visit)).toHaveLength(1)
})

test('two files in one body are refused, and none is kept', async ({ portal, maria, visit, link }) => {
  const { status, body } = await maria.upload('uploads.add', [
    ...fields(link),
    filePart(pdf),
    filePart(pdf, 'other.pdf'),
  ])
  expect([status, body.code, await documentsOf(portal, visit)]).toEqual([422, 'upload.several', []])
})
