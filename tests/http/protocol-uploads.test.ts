import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished } from 'vitest'
import { auditLog, idempotencyKeys } from '../../server/db/schema.ts'
import { filePart, multipart, type Part } from '../support/multipart.ts'
import {
  protocolTest,
  lakeside,
  openProtocolPortal,
  signIn,
  visit,
  type Answer,
  type ProtocolPortal,
  type Visitor,
} from './protocol-portal.ts'
import { mostBytes } from './protocol-feature.ts'
import { bothEngines } from '../support/databases.ts'

const test = protocolTest({ patient: 'maria.alvarez' }).extend('port', { scope: 'file' }, async ({ protocol }) => {
  await protocol.app.listen({ port: 0, host: '127.0.0.1' })
  return (protocol.app.server.address() as AddressInfo).port // the server listens on a port
})
test.beforeEach(({ protocol }) => void protocol.acted.files.splice(0))

interface How {
  headers?: Record<string, string>
  to?: string
}

async function send(by: Visitor, parts: readonly Part[], { headers = {}, to = 'keep' }: How = {}): Promise<Answer> {
  const { body, headers: own } = multipart(parts)
  return by.send({ method: 'POST', url: `/ui/uploads/protocol.${to}`, payload: body, headers: { ...own, ...headers } })
}

const refusalOf = (answer: Answer) => {
  const { status, code, detail } = answer.json<{ status: number; code: string; detail: string }>()
  expect(detail.length).toBeGreaterThan(10)
  return [status, code]
}
/** Returns the audited outcomes of the uploads, in order. */
async function outcomes({ database }: ProtocolPortal): Promise<string[]> {
  const event = eq(auditLog.event, 'upload:protocol.keep')
  return (await database.db.select().from(auditLog).where(event).orderBy(auditLog.id)).map(({ outcome }) => outcome)
}

describe('a file', () => {
  test('reaches its feature byte by byte, with its fields and its name', async ({ protocol, patient }) => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
    const answer = await send(patient, [{ name: 'note', content: 'front' }, filePart(content, 'Arztbrief ü.pdf')])
    expect(answer.json()).toEqual({
      effects: [{ type: 'notify', tone: 'success', text: 'Kept Arztbrief ü.pdf' }],
    })
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(protocol.acted.files).toEqual([
      { name: 'Arztbrief ü.pdf', type: 'application/pdf', bytes: 100_000, sha256, note: 'front' },
    ])
    expect((await outcomes(protocol)).at(-1)).toBe('ok')
  })

  test.for<[string, number]>([
    ['of no bytes', 0],
    ['of exactly the most bytes', mostBytes],
  ])('%s is passed on, for its feature to judge', async ([, bytes], { protocol, patient }) => {
    expect((await send(patient, [filePart(Buffer.alloc(bytes))])).statusCode).toBe(200)
    expect(protocol.acted.files.map((file) => file.bytes)).toEqual([bytes])
  })

  test('of one byte more is refused and nothing is kept', async ({ protocol, patient }) => {
    expect(refusalOf(await send(patient, [filePart(Buffer.alloc(mostBytes + 1))]))).toEqual([413, 'upload.tooLarge'])
    expect(protocol.acted.files).toEqual([])
    expect((await outcomes(protocol)).at(-1)).toBe('upload.tooLarge')
  })

  test.for([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Users\\\\me\\\\scan.png', 'scan.png'],
    ['/var/tmp/x/..', undefined],
    ['a\u0000b\u0007.pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ])('called %s loses what is no name', async ([fileName, kept], { protocol, patient }) => {
    const answer = await send(patient, [filePart('x', fileName)])
    expect(answer.statusCode).toBe(kept ? 200 : 422)
    expect(protocol.acted.files.map(({ name }) => name)).toEqual(kept ? [kept] : [])
  })
})

describe('what is no single file after its fields is refused, and nothing is kept:', () => {
  const file = filePart('content')
  const note = { name: 'note', content: 'front' }
  test.for<[string, Part[], [number, string]]>([
    ['two files', [file, { ...file, fileName: 'other.pdf' }], [422, 'upload.several']],
    ['two files of other names', [file, { ...file, name: 'second' }], [422, 'upload.several']],
    ['no file', [note], [422, 'upload.noFile']],
    ['nothing', [], [422, 'upload.noFile']],
    ['an empty field of a file', [filePart('', '')], [422, 'upload.noFile']],
    ['a file in another field', [{ ...file, name: 'upload' }], [422, 'upload.noFile']],
    ['a field after the file', [file, note], [400, 'request.malformed']],
    ['a field twice', [note, note, file], [400, 'request.malformed']],
    ['an unknown field', [{ name: 'isAdmin', content: '1' }, file], [422, 'input.invalid']],
    ['too long a field', [{ name: 'note', content: 'x'.repeat(21) }, file], [422, 'input.invalid']],
    ['a field of megabytes', [{ name: 'note', content: 'x'.repeat(2_000_000) }, file], [413, 'request.tooLarge']],
    [
      'a field that is JSON',
      [{ ...note, content: '{"a":1}', type: 'application/json' }, file],
      [400, 'request.malformed'],
    ],
    ['a field that every object has', [{ name: '__proto__', content: 'x' }, file], [400, 'request.malformed']],
    [
      'a hundred fields',
      [...Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, content: 'x' })), file],
      [413, 'request.tooLarge'],
    ],
  ])('%s', async ([, parts, refusal], { protocol, patient }) => {
    expect(refusalOf(await send(patient, parts))).toEqual(refusal)
    expect(protocol.acted.files).toEqual([])
  })

  test.for([
    ['JSON', ['application/json', '{}'], [415, 'request.malformed']],
    ['a form of a page', ['application/x-www-form-urlencoded', 'note=x'], [415, 'request.malformed']],
    ['a bare picture', ['image/png', 'x'], [415, 'request.malformed']],
    ['parts without a boundary', ['multipart/form-data', 'x'], [400, 'request.malformed']],
    ['parts without an end', ['multipart/form-data; boundary=b', '--b\r\n'], [400, 'upload.cutOff']],
  ] as const)('%s', async ([, [type, payload], refusal], { patient }) => {
    const headers = { 'content-type': type, 'idempotency-key': randomUUID() }
    const answer = await patient.send({ method: 'POST', url: '/ui/uploads/protocol.keep', payload, headers })
    expect(refusalOf(answer)).toEqual(refusal)
  })
})

test('an action is not read from a multipart form', async ({ patient }) => {
  const { body, headers } = multipart([{ name: 'by', content: '1' }])
  const answer = await patient.send({ method: 'POST', url: '/ui/actions/protocol.count', payload: body, headers })
  expect(refusalOf(answer)).toEqual([415, 'request.malformed'])
})

describe('the checks of an upload', () => {
  const file = filePart('content')
  test('are closed to visitors and to other roles', async ({ protocol }) => {
    expect(refusalOf(await send(visit(protocol), [file]))).toEqual([401, 'access.signIn'])
    expect(refusalOf(await send(await signIn(protocol, 'front.desk'), [file]))).toEqual([403, 'access.denied'])
    expect(protocol.acted.files).toEqual([])
  })

  test('are closed to other sites', async ({ protocol, patient }) => {
    for (const [name, value] of Object.entries({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))
      expect(refusalOf(await send(patient, [file], { headers: { [name]: value } }))).toEqual([403, 'access.origin'])
    expect(protocol.acted.files).toEqual([])
  })

  test('are closed where the practice has switched the part off, and unknown elsewhere', async ({ patient }) => {
    expect(refusalOf(await send(patient, [file], { to: 'off' }))).toEqual([403, 'route.off'])
    expect(refusalOf(await send(patient, [file], { to: 'nowhere' }))).toEqual([404, 'route.unknown'])
  })

  test('count the tries of an address', async () => {
    const limited = await openProtocolPortal({ limited: true })
    onTestFinished(() => limited.close())
    const by = await signIn(limited, 'maria.alvarez')
    limited.portal.limiter = { take: (key) => Promise.resolve(key.includes('protocol.keep:address') ? 7 : 0) }
    expect(refusalOf(await send(by, [file]))).toEqual([429, 'request.tooMany'])
  })
})

describe('the key of an upload', () => {
  const file = filePart('content')
  test('has to be there', async ({ protocol, patient }) => {
    expect(refusalOf(await send(patient, [file], { headers: { 'idempotency-key': '' } }))).toEqual([400, 'request.key'])
    expect(protocol.acted.files).toEqual([])
  })

  test('keeps a file once, however often it comes', bothEngines, async ({ protocol, patient }) => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(patient, [file], { headers })
    const again = await Promise.all(Array.from({ length: 3 }, () => send(patient, [file], { headers })))
    expect(again.map((answer) => answer.json())).toEqual(Array.from({ length: 3 }, () => first.json()))
    expect(protocol.acted.files).toHaveLength(1)
  })

  test('keeps a file once when twenty come at the same time', bothEngines, async ({ protocol, patient }) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(patient, [file], { headers })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(protocol.acted.files).toHaveLength(1)
  })

  test('is not for another file or other fields', async ({ patient }) => {
    const headers = { 'idempotency-key': randomUUID() }
    await send(patient, [file], { headers })
    for (const parts of [[filePart('content', 'other.pdf')], [{ name: 'note', content: 'back' }, file]])
      expect(refusalOf(await send(patient, parts, { headers }))).toEqual([422, 'request.keyReused'])
  })

  test('is not for other bytes: they are read to their end and refused', async ({ protocol, patient, port }) => {
    const key = randomUUID()
    const content = Buffer.alloc(1_000_000, 'a')
    await send(patient, [filePart(content)], { headers: { 'idempotency-key': key } })
    const other = Buffer.from(content).fill('b', content.length - 1)
    const headers = { 'idempotency-key': key }
    expect(refusalOf(await send(patient, [filePart(other)], { headers }))).toEqual([422, 'request.keyReused'])
    expect(refusalOf(await send(patient, [filePart(Buffer.alloc(mostBytes + 1))], { headers }))[0]).toBe(413)
    const { sending, body } = begin({ port, patient }, multipart([filePart(content)]), { key })
    sending.write(body.subarray(0, 500_000))
    sending.end(body.subarray(500_000))
    expect(await responseOf(sending)).toBe(200)
    expect(protocol.acted.files.map(({ bytes }) => bytes)).toEqual([content.length])
    expect((await outcomes(protocol)).slice(-4)).toEqual(['ok', 'request.keyReused', 'upload.tooLarge', 'repeated'])
  })

  test('is for one of two files that come at the same time', bothEngines, async ({ protocol, patient }) => {
    const headers = { 'idempotency-key': randomUUID() }
    const files = ['a', 'b', 'a', 'b'].map((byte) => filePart(Buffer.alloc(200_000, byte)))
    const answers = await Promise.all(files.map((each) => send(patient, [each], { headers })))
    const [one, other, ...again] = answers.map(({ statusCode }) => statusCode)
    expect(new Set([one, other])).toEqual(new Set([200, 422]))
    expect(again).toEqual([one, other])
    expect(protocol.acted.files).toHaveLength(1)
  })

  test('is free again after a refusal', async ({ patient }) => {
    const headers = { 'idempotency-key': randomUUID() }
    expect(refusalOf(await send(patient, [filePart(Buffer.alloc(mostBytes + 1))], { headers }))[0]).toBe(413)
    expect((await send(patient, [file], { headers })).statusCode).toBe(200)
  })
})

interface Sender {
  port: number
  patient: Visitor
}

/** Begins a body on a real connection and lets the test control the rest. */
function begin(
  { port, patient }: Sender,
  { body, headers }: ReturnType<typeof multipart>,
  { to = 'keep', key = randomUUID() } = {},
) {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/ui/uploads/protocol.${to}`,
    headers: {
      ...headers,
      host: lakeside,
      'sec-fetch-site': 'same-origin',
      cookie: patient.cookie ?? '',
      'idempotency-key': key,
      'content-length': body.length,
    },
  })
  return { sending, body, key }
}

const bodyOf = (bytes: number) => multipart([filePart(Buffer.alloc(bytes))])

async function responseOf(sending: ReturnType<typeof request>): Promise<number | undefined> {
  const [response] = await once(sending, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

describe('on the wire', bothEngines, () => {
  test('a file that is cut off half-way leaves nothing, and can be sent again under its key', async ({
    protocol,
    patient,
    port,
  }) => {
    const { sending, body, key } = begin({ port, patient }, bodyOf(1_000_000))
    sending.on('error', () => undefined)
    const before = (await outcomes(protocol)).length
    sending.write(body.subarray(0, 500_000))
    const { db } = protocol.database
    await expect.poll(() => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => outcomes(protocol)).toHaveLength(before + 1)
    expect((await outcomes(protocol)).at(-1)).toBe('upload.cutOff')
    expect(protocol.acted.files).toEqual([])
    const again = begin({ port, patient }, bodyOf(1_000_000), { key })
    again.sending.end(again.body)
    expect(await responseOf(again.sending)).toBe(200)
    expect(protocol.acted.files).toHaveLength(1)
  })

  test('a file of which the rest arrives after its sender has signed out is not stored', async ({ protocol, port }) => {
    const leaving = await signIn(protocol, 'maria.alvarez')
    const { sending, body, key } = begin({ port, patient: leaving }, bodyOf(1_000_000))
    sending.write(body.subarray(0, 500_000))
    const { db } = protocol.database
    await expect.poll(() => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toHaveLength(1)
    expect((await leaving.act('account.signOut', {})).statusCode).toBe(200)
    sending.end(body.subarray(500_000))
    expect(await responseOf(sending)).toBe(401)
    expect(protocol.acted.files).toEqual([])
    expect((await outcomes(protocol)).at(-1)).toBe('access.signIn')
  })

  test('a body without its last line is no file', async ({ protocol, patient }) => {
    const { body, headers } = multipart([filePart('content')])
    const short = body.subarray(0, -4)
    const url = '/ui/uploads/protocol.keep'
    expect(refusalOf(await patient.send({ method: 'POST', url, payload: short, headers }))).toEqual([
      400,
      'upload.cutOff',
    ])
    expect(protocol.acted.files).toEqual([])
  })

  test('the refusal of a feature at the first bytes reaches the client that is still sending', async ({
    patient,
    port,
  }) => {
    const { sending, body } = begin({ port, patient }, bodyOf(5_000_000), { to: 'dislike' })
    sending.end(body)
    expect(await responseOf(sending)).toBe(502)
  })

  test('who goes on sending much more than the limit is cut off', async ({ protocol, patient, port }) => {
    const { sending, body } = begin({ port, patient }, bodyOf(mostBytes * 4))
    sending.on('error', () => undefined)
    const [socket] = await once(sending, 'socket')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    sending.end(body)
    await closed
    expect(protocol.acted.files).toEqual([])
  })

  test('twenty files at a time pass through without being gathered', async ({ protocol, patient, port }) => {
    const sent = bodyOf(mostBytes)
    const { body } = sent
    const step = 64 * 1024
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    protocol.acted.largestRss = before
    const all = Array.from({ length: 20 }, () => begin({ port, patient }, sent))
    const answers = all.map(({ sending }) => responseOf(sending))
    for (let at = 0; at < body.length; at += step)
      for (const { sending } of all) if (!sending.write(body.subarray(at, at + step))) await once(sending, 'drain')
    for (const { sending } of all) sending.end()
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(protocol.acted.files.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 20 }, () => mostBytes))
    expect(protocol.acted.largestRss - before).toBeLessThan(64 * 1024 * 1024)
  })
})
