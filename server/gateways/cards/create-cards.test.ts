import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { hasCardNumber } from '../../card-numbers.ts'
import { CardError } from './cards.errors.ts'
import type { Cards } from './cards.ts'
import { createCards } from './create-cards.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

type Answer = (response: ServerResponse) => unknown
const answering =
  (code: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const result = (status: number, transaction = '', message = '') =>
  answering(200, { PmtResult: { Status: status, TransactionID: transaction, ErrorMessage: message } })

function cardsAt(url: string): Cards {
  const cards = createCards({
    baseUrl: `${url}/lakeside/cards/`,
    frameOrigin: 'https://cards.example.com',
    key: () => 'the-key',
    timeoutMs: 300,
  })
  opened.push(() => cards.close())
  return cards
}

async function processor(answer: Answer): Promise<{ cards: Cards; calls: string[] }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { cards: cardsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), calls } // it listens on a port
}

const payment = { reference: 'reference-1', patientId: '1001', amountCents: 31_245, token: 'tok_secret' }
const failureOf = async (paying: Promise<unknown>): Promise<CardError> => {
  const error: unknown = await paying.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof CardError)) throw new Error('it did not fail')
  return error
}

describe('a payment', () => {
  test('is sent with the key of the practice, and without its token in the address [2 §3.23 §7.22]', async () => {
    const { cards, calls } = await processor(result(1, 'txn_1'))
    expect(await cards.payWithSavedCard(payment)).toEqual({ status: 'approved', transactionId: 'txn_1' })
    expect(calls).toEqual(['POST /lakeside/cards/api/cc/finalPaymentUsingToken Bearer the-key'])
  })

  test('is declined with the words of the processor, if there are any [2 §3.23]', async () => {
    expect(await (await processor(result(0, '', 'No funds.'))).cards.payWithSavedCard(payment)).toEqual({
      status: 'declined',
      message: 'No funds.',
    })
    expect(await (await processor(result(0))).cards.payWithSavedCard(payment)).toEqual({
      status: 'declined',
      message: '',
    })
  })

  test.each<[string, Answer]>([
    ['a failure', answering(503, {})],
    ['nonsense', answering(200, { unexpected: true })],
    ['no JSON', (response) => response.end('<html>')],
    ['a status that a server in between may have made', answering(409, {})],
    ['too many calls', answering(429, {})],
    ['a time limit', answering(408, {})],
    ['an approval without a transaction', result(1)],
    ['a transaction that is no id', result(1, 'txn 1\0')],
    ['a long transaction', result(1, 't'.repeat(201))],
    ['an answer of 300 kB', result(0, '', 'x'.repeat(300_000))],
    ['a broken connection', (response) => response.destroy()],
    ['no answer in time', () => undefined],
  ])('may have happened after %s', async (_what, answer) => {
    const { cards } = await processor(answer)
    const error = await failureOf(cards.payWithSavedCard(payment))
    expect(error.isUncertain).toBe(true)
    expect(`${error.message}${String(error.cause)}`).not.toContain('tok_secret')
  })

  test.each<[string, Answer]>([
    ['is refused', answering(400, { message: 'no' })],
    ['has a wrong key', answering(401, {})],
    ['has no such address', answering(404, {})],
  ])('did not happen if the call %s', async (_what, answer) => {
    const { cards } = await processor(answer)
    expect((await failureOf(cards.payWithSavedCard(payment))).isUncertain).toBe(false)
  })

  test('did not happen if nobody listens', async () => {
    expect((await failureOf(cardsAt('http://127.0.0.1:9').payWithSavedCard(payment))).isUncertain).toBe(false)
  })

  test.each([
    ['control characters', 'No\0 funds.\n\u202eX', 'No funds. X'],
    ['the number of a card', 'Card 4111 1111 1111 1111 refused.', 'Card •••• 1111 refused.'],
    ['half a character', 'No \ud800funds', 'No \ufffdfunds'],
    ['blanks only', ' \t ', ''],
    ['10 kB of words', 'no '.repeat(3500), `${'no '.repeat(99)}no…`],
  ])('is declined without what cannot be shown: %s', async (_what, sent, message) => {
    const { cards } = await processor(result(0, '', sent))
    expect(await cards.payWithSavedCard(payment)).toEqual({ status: 'declined', message })
  })

  test('is looked up: approved, refunded, or never received', async () => {
    const ended = async (answer: Answer) => (await processor(answer)).cards.endPayment('reference-1')
    expect(await ended(result(1, 'txn_1'))).toEqual({ status: 'approved', transactionId: 'txn_1' })
    expect(await ended(result(2, 'txn_1'))).toEqual({ status: 'refunded', transactionId: 'txn_1' })
    expect(await ended(result(3))).toEqual({ status: 'ended' })
  })
})

describe('what is sent', () => {
  const form = {
    expiry: '0727',
    cvc: '123',
    holder: {
      firstName: 'Maria',
      lastName: 'Alvarez',
      address: '18 Garden Street',
      address2: '',
      city: 'New York',
      state: 'NY',
      zip: '10024',
      phone: '2125550142',
      email: '',
    },
  }
  const sentBy = async (answer: unknown, act: (cards: Cards) => Promise<unknown>) => {
    const sent: { line: string; body: unknown }[] = []
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        sent.push({ line: `${request.method} ${request.url}`, body: body === '' ? undefined : JSON.parse(body) })
        answering(200, answer)(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    opened.push(() => server.close())
    const result = await act(cardsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)) // it listens on a port
    return { result, sent }
  }
  const approved = { PmtResult: { Status: 1, TransactionID: 'txn_1', ErrorMessage: '' } }

  test('with an entered card is the payment form, with the expiry as month and year [2 §3.22 §7.21 §9.5]', async () => {
    const { sent } = await sentBy(approved, (cards) =>
      cards.pay({ ...payment, ...form, save: { name: 'Family', owner: 'owner-1' } }),
    )
    expect(sent).toEqual([
      {
        line: 'POST /lakeside/cards/api/cc/finalPayment',
        body: {
          REFERENCE: 'reference-1',
          PaymentAmount: '312.45',
          PaymentToken: 'tok_secret',
          ExpirationDate: '0727',
          CNP: '123',
          firstNameOnCard: 'Maria',
          lastNameOnCard: 'Alvarez',
          address: '18 Garden Street',
          address2: '',
          city: 'New York',
          state: 'NY',
          zip: '10024',
          phone: '2125550142',
          email: '',
          SAVE_CARD: 1,
          CARD_NAME: 'Family',
          OWNER: 'owner-1',
          Patient_N: 1001,
          IS_PORTAL_PAYMENT: 1,
        },
      },
    ])
  })

  test('with a saved card is its token, the amount, no employee and the mark of the portal [2 §4.20 §7.22 §9.34]', async () => {
    const { sent } = await sentBy(approved, (cards) => cards.payWithSavedCard(payment))
    expect(sent[0]?.body).toEqual({
      token: 'tok_secret',
      amount: '312.45',
      employee_n: 0,
      patient_n: 1001,
      IS_PORTAL_PAYMENT: 1,
      REFERENCE: 'reference-1',
    })
  })

  test('to enter a card is a session with a page, and then its token [2 §3.24 §4.13 §7.23 §7.24]', async () => {
    const session = { SessionID: 'cs_1', PaymentURL: 'https://cards.example.com/frame/cs_1' }
    const opening = await sentBy(session, (cards) => cards.openSession({ origin: 'https://portal.example.org' }))
    expect(opening.result).toEqual({ id: 'cs_1', pageUrl: 'https://cards.example.com/frame/cs_1' })
    expect(opening.sent[0]?.line).toBe('POST /lakeside/cards/api/cc/paymentUrl')
    const token = { Session: { PaymentToken: 'tok_1', Brand: 'Visa', LastFour: '1111' } }
    const entered = await sentBy(token, (cards) => cards.cardOf('cs_1'))
    expect(entered.result).toEqual({ token: 'tok_1', brand: 'Visa', lastFour: '1111' })
    expect(entered.sent[0]?.line).toBe('GET /lakeside/cards/api/cc/paymentToken?SID=cs_1')
  })

  test('for the cards on file names the patient [2 §7.19]', async () => {
    const { sent } = await sentBy([], (cards) => cards.savedCards('1001'))
    expect(sent[0]?.line).toBe('GET /lakeside/cards/api/getCardName?patient_n=1001')
  })
})

describe('a session', () => {
  const opened = (SessionID: string, PaymentURL: string) => async () =>
    (await processor(answering(200, { SessionID, PaymentURL }))).cards.openSession({ origin: 'https://portal.example' })

  test.each([
    ['blanks', 'https://cards.example.com/a frame ', 'https://cards.example.com/a%20frame'],
    ['a line break', 'https://cards.example.com/fra\nme', 'https://cards.example.com/frame'],
    ['other letters', 'https://cards.example.com/\u00e9', 'https://cards.example.com/%C3%A9'],
  ])('whose page has %s in its address has it as browsers read it', async (_what, url, read) => {
    expect(await opened('cs_1', url)()).toEqual({ id: 'cs_1', pageUrl: read })
  })

  test.each([
    ['a page of another origin', 'cs_1', 'https://cards.example.com.evil.example/frame'],
    ['a page without TLS', 'cs_1', 'http://cards.example.com/frame'],
    ['no address', 'cs_1', 'https://'],
    ['a long address', 'cs_1', `https://cards.example.com/${'x'.repeat(2000)}`],
    ['an address that grows too long', 'cs_1', `https://cards.example.com/${'\u00e9'.repeat(600)}`],
    ['the name of a user', 'cs_1', 'https://cards.example.com:443@cards.example.com/frame'],
    ['an id with blanks', 'cs 1', 'https://cards.example.com/frame'],
  ])('with %s is refused', async (_what, id, url) => {
    await expect(opened(id, url)()).rejects.toThrow(CardError)
  })
})

test.each([
  ['a token with a line break', { PAYMENT_TOKEN: 'tok\n1' }],
  ['five last digits', { LastFour: '11111' }],
  ['a brand with markup', { Brand: '<b>Visa</b>' }],
])('cards on file with %s are a wrong answer', async (_what, change) => {
  const card = { T_CC_NAME_N: 1, CARD_NAME: '', PAYMENT_TOKEN: 'tok_1', OWNER: '', Brand: 'Visa', LastFour: '1111' }
  const { cards } = await processor(answering(200, [{ ...card, ...change }]))
  await expect(cards.savedCards('1001')).rejects.toThrow(CardError)
})

test('the name of a card on file is one short line without a card number', async () => {
  const card = { T_CC_NAME_N: 1, PAYMENT_TOKEN: 'tok_1', OWNER: '', Brand: 'Visa', LastFour: '1111' }
  const { cards } = await processor(answering(200, [{ ...card, CARD_NAME: `4111111111111111\n${'x'.repeat(90)}` }]))
  expect((await cards.savedCards('1001'))[0]?.name).toBe(`•••• 1111 ${'x'.repeat(49)}…`)
})

test('a session without a card has none', async () => {
  const { cards } = await processor(answering(404, {}))
  expect(await cards.cardOf('cs_1')).toBeUndefined()
})

describe('an answer that lies in one member', () => {
  const lies: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a number', 7],
    ['a negative number', -1],
    ['half a number', 0.5],
    ['a number beyond what is exact', 2 ** 60],
    ['a list', ['txn_1']],
    ['an object', { toString: 'txn_1', then: 'now' }],
    ['no words', ''],
    ['blanks', ' \t\n'],
    ['NUL', 'a\0b'],
    ['bidirectional characters', '\u202e1111'],
    ['half a character', '\ud800'],
    ['markup', '<script>alert(1)</script>'],
    ['the number of a card', '4111 1111 1111 1111'],
    ['200 kB', 'x'.repeat(200_000)],
  ]
  const answers = {
    payment: { PmtResult: { Status: 1, TransactionID: 'txn_1', ErrorMessage: '' } },
    decline: { PmtResult: { Status: 0, TransactionID: '', ErrorMessage: 'No funds.' } },
    session: { SessionID: 'cs_1', PaymentURL: 'https://cards.example.com/frame/cs_1' },
    token: { Session: { PaymentToken: 'tok_1', Brand: 'Visa', LastFour: '1111' } },
    savedCards: [
      { T_CC_NAME_N: 1, CARD_NAME: 'Family', PAYMENT_TOKEN: 'tok_1', OWNER: '', Brand: 'Visa', LastFour: '1111' },
    ],
  }
  const calls: Record<keyof typeof answers, (cards: Cards) => Promise<unknown>> = {
    payment: (cards) => cards.payWithSavedCard(payment),
    decline: (cards) => cards.endPayment('reference-1'),
    session: (cards) => cards.openSession({ origin: 'https://portal.example' }),
    token: (cards) => cards.cardOf('cs_1'),
    savedCards: (cards) => cards.savedCards('1001'),
  }
  /** The answer with `lie` in the place of each of its members, whole branches too. */
  const liesIn = (value: unknown, lie: unknown): unknown[] => [
    lie,
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          liesIn(member, lie).map((changed) =>
            Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
          ),
        )
      : []),
  ]
  const cases = Object.keys(answers) as (keyof typeof answers)[] // its own keys

  test.each(cases.flatMap((call) => lies.map(([what, lie]) => [call, what, lie] as const)))(
    '%s: with %s is a wrong answer, or says nothing that cannot be stored and shown',
    async (call, _what, lie) => {
      for (const sent of liesIn(answers[call], lie)) {
        const { cards } = await processor(answering(200, sent ?? null))
        const outcome = await calls[call](cards).catch((error: unknown) => error)
        if (outcome instanceof CardError) continue
        expect(outcome).not.toBeInstanceOf(Error)
        for (const words of textsIn(outcome)) {
          expect(words.length).toBeLessThanOrEqual(2000)
          expect(words).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u)
          expect(hasCardNumber(words)).toBe(false)
        }
        if (call === 'payment')
          expect(['txn_1', undefined]).toContain((outcome as { transactionId?: string }).transactionId)
      }
    },
  )

  test('a payment is approved, refunded or declined by nothing but the numbers of these states', async () => {
    const states = await Promise.all(
      [0, 1, 2, 3, 4, -1, 1.5, '1', true, null, [1]].map(async (Status) => {
        const sent = { PmtResult: { Status, TransactionID: 'txn_1', ErrorMessage: '' } }
        const { cards } = await processor(answering(200, sent))
        return cards.payWithSavedCard(payment).then(
          ({ status }) => status,
          (error: unknown) => (error instanceof CardError && error.isUncertain ? 'uncertain' : error),
        )
      }),
    )
    expect(states).toEqual([
      'declined',
      'approved',
      'refunded',
      'ended',
      ...Array.from({ length: 7 }, () => 'uncertain'),
    ])
  })
})

/** All texts of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
