import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { DeliveryError } from '../delivery-error.ts'
import { createSms } from './create-sms.ts'
import type { Sms } from './sms.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

interface Call {
  path: string
  authorization: string
  form: Record<string, string>
}

type Answer = (response: ServerResponse) => unknown

const status =
  (code: number, body: object = {}): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function carrier(answer: Answer): Promise<{ sms: Sms; calls: Call[]; url: string }> {
  const calls: Call[] = []
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    calls.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', form })
    answer(response)
  }
  const server = createServer((request, response) => void listen(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port
  return { sms: smsTo(url), calls, url }
}

function smsTo(url: string): Sms {
  const sms = createSms({ url, accountSid: 'AC1', authToken: 'secret', from: '+16175550100', timeoutMs: 300 })
  opened.push(() => sms.close())
  return sms
}

async function failureOf(sms: Sms, to = '6175550142'): Promise<string> {
  const error: unknown = await sms.send({ to, text: 'Hello' }).catch((caught: unknown) => caught)
  if (error === undefined) return 'sent'
  if (!(error instanceof DeliveryError)) throw error
  expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain('5550142')
  return error.outcome
}

test('a text message goes to the account, with its number and its words', async () => {
  const { sms, calls } = await carrier(status(201, { sid: 'SM1' }))
  await sms.send({ to: '6175550142', text: 'Grüße & mehr ✓' })
  expect(calls).toEqual([
    {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      form: { To: '+16175550142', From: '+16175550100', Body: 'Grüße & mehr ✓' },
    },
  ])
})

test.each<[string, string, Answer]>([
  ['refused', 'refuses the number', status(400, { code: 21211, message: 'to 6175550142' })],
  ['unavailable', 'does not know the account', status(401, { code: 20003 })],
  ['unavailable', 'has had too many', status(429)],
  ['unavailable', 'fails', status(503)],
  ['uncertain', 'says something else', status(200, {})],
  ['uncertain', 'breaks the connection', (response) => response.destroy()],
  ['uncertain', 'never answers', () => undefined],
])('%s when the carrier %s', async (outcome, _what, answer) => {
  const { sms } = await carrier(answer)
  expect(await failureOf(sms)).toBe(outcome)
})

test('unavailable when nobody listens', async () => {
  expect(await failureOf(smsTo('http://127.0.0.1:9'))).toBe('unavailable')
})

test.each(['', '617555014', '26175550142', '617-555-0142', '6175550142,6175550143'])(
  'refused for %j, and the carrier is not asked',
  async (to) => {
    const { sms, calls } = await carrier(status(201))
    expect(await failureOf(sms, to)).toBe('refused')
    expect(calls).toEqual([])
  },
)
