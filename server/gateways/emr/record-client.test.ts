import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidEmrResponse, EmrTimeout, EmrUnavailable, type EmrError } from './emr.errors.ts'
import { createRecordClient, type CallRecord, type ClientOptions, type RecordClient } from './record-client.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void

const answer = Compile(Type.Integer())
const read = { call: 'Provider/GetPatient', rest: '?lastName=Novak', answer }
const write = { call: 'Provider/Schedule/BookAppointment', method: 'POST', body: { PATIENT_N: 1 }, answer } as const

const say =
  (text: string, status = 200): Reply =>
  (_request, response) =>
    response.writeHead(status).end(text)
const breakOff: Reply = (request) => request.socket.destroy()
const keepSilent: Reply = () => undefined
const stopHalfway: Reply = (_request, response) => {
  response.writeHead(200, { 'content-length': '10' }).write('12')
}

let server: Server
let replies: Reply[]
let requests: number
let records: CallRecord[]
let clients: RecordClient[]

beforeEach(async () => {
  replies = []
  requests = 0
  records = []
  clients = []
  server = createServer((request, response) => {
    requests += 1
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    reply?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  server.closeAllConnections()
  server.close()
})

function connect(options: Partial<ClientOptions> = {}): RecordClient {
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const client = createRecordClient({
    baseUrl: `http://127.0.0.1:${port}/lakeside/api/`,
    timeoutMs: 20_000,
    retryPauseMs: 1,
    connections: 4,
    now: () => 0,
    random: () => 0,
    onCall: (record) => records.push(record),
    ...options,
  })
  clients.push(client)
  return client
}

async function failureOf(promise: Promise<unknown>): Promise<EmrError> {
  return promise.then(
    () => expect.fail('the call should have failed'),
    (error: EmrError) => error,
  )
}

describe('the token of the practice', () => {
  const tokens: (string | undefined)[] = []
  const noting: Reply = ({ headers }, response) => {
    tokens.push(headers.authorization)
    response.writeHead(200).end('7')
  }

  test('goes with each read, write and file, and with none where none is configured [2 §6.23]', async () => {
    replies = [noting]
    const client = connect({ token: 'practice-token' })
    await client.read(read)
    await client.write(write)
    await client.file('/photos/1', 100)
    await connect().read(read)
    expect(tokens).toEqual([...Array.from({ length: 3 }, () => 'Bearer practice-token'), undefined])
  })
})

describe('an address in a document of the record server', () => {
  test.each([
    ['assets/a.png', '/assets/a.png'],
    ['/assets/a.png?size=2', '/assets/a.png?size=2'],
    ['/lakeside/assets/a.png', '/assets/a.png'],
    ['./assets/../b.png', '/b.png'],
    ['/northgate/a.png', '/northgate/a.png'], // below the own practice, where there is none
    ['https://x.example/a.png', undefined],
    ['//x.example/a.png', undefined],
    ['file:///etc/passwd', undefined],
    ['data:image/png;base64,AA', undefined],
    ['api/UpdateFormsData?patient_n=1', undefined],
    ['/lakeside/api/GetLogo', undefined],
    ['/lakeside//api/GetLogo', undefined],
    ['x/../API/GetLogo', undefined],
    ['\\api\\GetLogo', undefined],
    ['%61pi/GetLogo', undefined],
    ['a%2f..%2fapi/GetLogo', undefined],
    ['http://[', undefined],
  ])('%s is the path %s', (address, path) => {
    expect(connect().pathOfLink(address)).toBe(path)
  })

  test('may name the record server itself', () => {
    const { port } = server.address() as AddressInfo // as above
    const client = connect()
    expect(client.pathOfLink(`http://127.0.0.1:${port}/lakeside/assets/a.png`)).toBe('/assets/a.png')
    expect(client.pathOfLink(`http://127.0.0.1:${port + 1}/lakeside/assets/a.png`)).toBeUndefined()
  })
})

describe('reads', () => {
  test('a read that breaks off is tried once more', async () => {
    replies = [breakOff, say('7')]
    expect(await connect().read(read)).toBe(7)
    expect(requests).toBe(2)
    expect(records).toEqual([{ call: 'Provider/GetPatient', ms: 0, outcome: 'ok' }])
  })

  test.each([
    ['a broken connection', breakOff],
    ['status 503', say('{}', 503)],
    ['status 500', say('{}', 500)],
  ])('twice %s means unavailable', async (_what, reply) => {
    replies = [reply]
    expect(await failureOf(connect().read(read))).toBeInstanceOf(EmrUnavailable)
    expect(requests).toBe(2)
  })

  test('nobody listening means unavailable', async () => {
    const client = connect()
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(client.read(read))).toBeInstanceOf(EmrUnavailable)
  })

  test.each([
    ['no answer', keepSilent],
    ['half an answer', stopHalfway],
  ])('%s within the limit means a timeout', async (_what, reply) => {
    replies = [reply]
    const failure = await failureOf(connect({ timeoutMs: 50 }).read(read))
    expect(failure).toBeInstanceOf(EmrTimeout)
    expect(failure.mayHaveHappened).toBe(false)
    expect(records[0]?.outcome).toBe('timeout')
  })

  test.each([
    ['another shape', say('"seven"')],
    ['no JSON', say('<html>')],
    ['nothing', say('')],
    ['a redirect', say('1', 302)],
    ['status 400', say('1', 400)],
  ])('%s is an invalid response and not tried again', async (_what, reply) => {
    replies = [reply]
    expect(await failureOf(connect().read(read))).toBeInstanceOf(InvalidEmrResponse)
    expect(requests).toBe(1)
  })

  test('404 is nothing where nothing may be, and otherwise an invalid response', async () => {
    replies = [say('{}', 404)]
    expect(await connect().find(read)).toBeUndefined()
    expect(await failureOf(connect().read(read))).toBeInstanceOf(InvalidEmrResponse)
  })
})

describe('writes', () => {
  test.each([
    ['breaks off', breakOff],
    ['fails on the far side', say('{}', 500)],
  ])('a write whose answer %s is in doubt and is not repeated', async (_what, reply) => {
    replies = [reply]
    const failure = await failureOf(connect().write(write))
    expect(failure).toBeInstanceOf(EmrTimeout)
    expect(failure.mayHaveHappened).toBe(true)
    expect(requests).toBe(1)
  })

  test('a write with an invalid response is in doubt', async () => {
    replies = [say('{}')]
    expect(await failureOf(connect().write(write))).toMatchObject({ name: 'InvalidEmrResponse', mayHaveHappened: true })
  })

  test('a write that could not be sent, or was turned away, was surely not done', async () => {
    replies = [say('{}', 503)]
    const client = connect()
    expect(await failureOf(client.write(write))).toMatchObject({ name: 'EmrUnavailable', mayHaveHappened: false })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(client.write(write))).toMatchObject({ name: 'EmrUnavailable', mayHaveHappened: false })
  })
})

describe('the circuit', () => {
  test('a server that is down is left in peace, and tried again after a rest', async () => {
    const clock = { now: 0 }
    const client = connect({ failures: 2, restMs: 1000, now: () => clock.now })
    replies = [breakOff]
    await failureOf(client.read(read))
    expect(requests).toBe(2)
    expect((await failureOf(client.read(read))).message).toContain('circuit open')
    expect((await failureOf(client.write(write))).mayHaveHappened).toBe(false)
    expect(requests).toBe(2)
    clock.now = 1000
    replies = [say('7')]
    expect(await client.read(read)).toBe(7)
  })

  test('an invalid response does not open it', async () => {
    const client = connect({ failures: 1 })
    replies = [say('<html>'), say('7')]
    await failureOf(client.read(read))
    expect(await client.read(read)).toBe(7)
  })
})

describe('a call that the record server holds', () => {
  const holdMs = 30_000
  const held: ServerResponse[] = []
  const hold: Reply = (_request, response) => void held.push(response)
  beforeEach(() => void held.splice(0))

  test('delays no other call, is reported to nobody, and returns what it was held for', async () => {
    replies = [hold, say('7')]
    const client = connect({ connections: 1 })
    const late = client.readHeld(read, { holdMs })
    await expect.poll(() => held).toHaveLength(1)
    expect(await Promise.all([client.read(read), client.read(read)])).toEqual([7, 7])
    held[0]?.end('8')
    expect(await late).toBe(8)
    expect(records.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
  })

  test('is tried once, and its failures open no circuit', async () => {
    replies = [breakOff, breakOff, say('7')]
    const client = connect({ failures: 1 })
    for (const _time of [1, 2])
      expect(await failureOf(client.readHeld(read, { holdMs }))).toBeInstanceOf(EmrUnavailable)
    expect(requests).toBe(2)
    expect(await client.read(read)).toBe(7)
  })

  test('does not keep the probe of an open circuit', async () => {
    const clock = { now: 0 }
    const client = connect({ failures: 1, restMs: 1000, now: () => clock.now })
    replies = [breakOff, hold, say('7')]
    await failureOf(client.write(write))
    clock.now = 1000
    const late = failureOf(client.readHeld(read, { holdMs }))
    await expect.poll(() => held).toHaveLength(1)
    expect(await client.read(read)).toBe(7)
    await client.close()
    expect(await late).toBeInstanceOf(EmrUnavailable)
  })

  test('ends when it is stopped, and is not sent when it was stopped before', async () => {
    replies = [hold]
    const client = connect()
    const stop = new AbortController()
    const late = failureOf(client.readHeld(read, { holdMs, stop: stop.signal }))
    await expect.poll(() => held).toHaveLength(1)
    stop.abort()
    expect(await late).toBeInstanceOf(EmrTimeout)
    await expect.poll(() => held[0]?.destroyed).toBe(true)
    expect(await failureOf(client.readHeld(read, { holdMs, stop: stop.signal }))).toBeInstanceOf(EmrTimeout)
    expect(requests).toBe(1)
  })

  test.each([
    ['has no answer', keepSilent, EmrTimeout],
    ['has half an answer', stopHalfway, EmrTimeout],
    ['has an invalid answer', say('"seven"'), InvalidEmrResponse],
    ['is unknown', say('{}', 404), InvalidEmrResponse],
  ])('fails if it %s', async (_what, reply, failure) => {
    replies = [reply]
    const isLate = failure === EmrTimeout
    const client = connect(isLate ? { timeoutMs: 50 } : {})
    expect(await failureOf(client.readHeld(read, { holdMs: isLate ? 1 : holdMs }))).toBeInstanceOf(failure)
  })
})

test('no failure names a person or an address', async () => {
  for (const reply of [breakOff, say('<html>Novak'), say('"Novak"'), say('Novak', 500), keepSilent]) {
    replies = [reply]
    const failure = await failureOf(connect({ timeoutMs: 50 }).read(read))
    expect(`${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toMatch(/Novak|127\.0\.0\.1/)
  }
  expect(JSON.stringify(records)).not.toContain('Novak')
})
