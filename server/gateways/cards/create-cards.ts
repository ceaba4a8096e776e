import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { Agent, request } from 'undici'
import { maskCardNumbers } from '../../card-numbers.ts'
import { CardError } from './cards.errors.ts'
import type { CardPayment, Cards, PaymentResult } from './cards.ts'

export interface CardsOptions {
  /** The processor's base URL for the practice, ending in `/`. */
  baseUrl: string
  /** Returns the practice's key (setting Card_Payment_Key). */
  key: () => string
  /** Of the processor's page for card numbers. */
  frameOrigin: string
  /** The limit for each call as a whole. */
  timeoutMs?: number
}

const Id = Type.String({ pattern: '^[\\w.:-]{1,200}$' })
/** Visible ASCII. */
const SecretToken = Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$' })
/** `Visa`. Without figures, so that it holds no number of a card. */
const Brand = Type.String({ pattern: "^[A-Za-z .&/'-]{0,40}$" })
/** What the portal sent with a card; empty for one that the office put on file. */
const Owner = Type.String({ pattern: '^[\\x21-\\x7e]{0,200}$' })
const LastFour = Type.String({ pattern: '^\\d{4}$' })
/** Of the page for card numbers: no frame takes a longer one. */
const longestAddress = 2000
const Session = Compile(
  Type.Object({ SessionID: Id, PaymentURL: Type.String({ pattern: '^https?://', maxLength: longestAddress }) }),
)
const Token = Compile(Type.Object({ Session: Type.Object({ PaymentToken: SecretToken, Brand, LastFour }) }))
/** Status 1 is approved, 0 declined, 2 refunded, 3 ended before it arrived (specification 2 §3, PmtResult). */
const Result = Type.Object({
  PmtResult: Type.Object({
    Status: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
    TransactionID: Type.Union([Id, Type.Literal('')]),
    ErrorMessage: Type.String(),
  }),
})
const ResultAnswer = Compile(Result)
const SavedCards = Compile(
  Type.Array(
    Type.Object({
      T_CC_NAME_N: Type.Integer({ minimum: 1 }),
      CARD_NAME: Type.String(),
      PAYMENT_TOKEN: SecretToken,
      OWNER: Owner,
      Brand,
      LastFour,
    }),
  ),
)
const Done = Compile(Type.Literal(true))

/** A longer answer is a wrong one. */
const mostBytes = 256 * 1024

/** A compiled schema. */
interface AnswerSchema<T> {
  Check(value: unknown): value is T
}

interface Call<T> {
  /** Names the call in errors: without its query, which identifies people. */
  path: string
  query?: Record<string, string>
  body?: Record<string, unknown>
  answer: AnswerSchema<T>
}

/** The gateway to the card processor of one practice. Close it when the portal stops. */
export function createCards({ baseUrl, key, frameOrigin, timeoutMs = 15_000 }: CardsOptions): Cards {
  // Connections are not reused: with one that the processor closed while idle, the end of a payment would be uncertain.
  const dispatcher = new Agent({
    connections: 16,
    pipelining: 0,
    connect: { timeout: timeoutMs },
    maxResponseSize: mostBytes,
  })

  /** Returns undefined for 404. */
  async function find<T>({ path, query = {}, body, answer }: Call<T>): Promise<T | undefined> {
    const url = new URL(path, baseUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await request(url, {
      dispatcher,
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key()}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw failed(path, isNeverSent(error))
    })
    const { statusCode } = response
    const value: unknown = await response.body.json().catch(() => undefined)
    if (statusCode === 404) return undefined
    if (statusCode >= 400)
      throw new CardError(`${path}: status ${statusCode}`, { isUncertain: isUncertainStatus(statusCode) })
    if (!answer.Check(value)) throw new CardError(`${path}: a wrong answer`, { isUncertain: true })
    return value
  }

  async function ask<T>(call: Call<T>): Promise<T> {
    const answer = await find(call)
    if (answer === undefined) throw new CardError(`${call.path}: status 404`, { isUncertain: false })
    return answer
  }

  async function charge(path: string, body: Record<string, unknown>): Promise<PaymentResult> {
    return resultIn(await ask({ path, body, answer: ResultAnswer }))
  }

  return {
    openSession: async ({ origin }) => {
      const opened = await ask({ path: 'api/cc/paymentUrl', body: { ORIGIN: origin }, answer: Session })
      const { SessionID: id, PaymentURL: page } = opened
      const url = URL.canParse(page) ? new URL(page) : undefined
      if (url?.origin !== frameOrigin || url.username !== '' || url.password !== '')
        throw new CardError('api/cc/paymentUrl: a page of another origin', { isUncertain: false })
      const pageUrl = url.href // without blanks and signs that an address cannot have
      if (pageUrl.length > longestAddress)
        throw new CardError('api/cc/paymentUrl: a long address', { isUncertain: false })
      return { id, pageUrl }
    },
    cardOf: async (sessionId) => {
      const entered = await find({ path: 'api/cc/paymentToken', query: { SID: sessionId }, answer: Token })
      if (!entered) return undefined
      const { PaymentToken: token, Brand: brand, LastFour: lastFour } = entered.Session
      return { token, brand, lastFour }
    },
    pay: (payment) => charge('api/cc/finalPayment', formOf(payment)),
    payWithSavedCard: ({ reference, patientId, amountCents, token }) =>
      charge('api/cc/finalPaymentUsingToken', {
        token,
        amount: dollarsOf(amountCents),
        employee_n: 0,
        patient_n: Number(patientId),
        IS_PORTAL_PAYMENT: 1,
        REFERENCE: reference,
      }),
    endPayment: async (reference) =>
      resultIn(await ask({ path: 'api/cc/endPayment', body: { REFERENCE: reference }, answer: ResultAnswer })),
    savedCards: async (patientId) => {
      const cards = await ask({ path: 'api/getCardName', query: { patient_n: patientId }, answer: SavedCards })
      return cards.map((card) => ({
        id: String(card.T_CC_NAME_N),
        token: card.PAYMENT_TOKEN,
        name: shownText(card.CARD_NAME, 60),
        brand: card.Brand,
        lastFour: card.LastFour,
        owner: card.OWNER,
      }))
    },
    deleteCard: async ({ patientId, id }) => {
      const body = { T_CC_NAME_N: Number(id), PATIENT_N: Number(patientId) }
      await ask({ path: 'api/deleteCardName', body, answer: Done })
    },
    close: () => dispatcher.close(),
  }
}

/** The payment form of specification 2 §3. */
function formOf({ reference, patientId, amountCents, token, expiry, cvc, holder, save }: CardPayment) {
  const { firstName, lastName, ...contact } = holder
  return {
    REFERENCE: reference,
    PaymentAmount: dollarsOf(amountCents),
    PaymentToken: token,
    ExpirationDate: expiry,
    CNP: cvc,
    firstNameOnCard: firstName,
    lastNameOnCard: lastName,
    ...contact,
    SAVE_CARD: save ? 1 : 0,
    CARD_NAME: save?.name ?? '',
    OWNER: save?.owner ?? '',
    Patient_N: Number(patientId),
    IS_PORTAL_PAYMENT: 1,
  }
}

/** `312.45`. */
function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Throws for an approval without a transaction. */
function resultIn({ PmtResult: result }: Static<typeof Result>): PaymentResult {
  const { Status: status, TransactionID: transactionId, ErrorMessage: message } = result
  if (status === 3) return { status: 'ended' }
  if (status === 0) return { status: 'declined', message: shownText(message, 300) }
  if (transactionId === '') throw new CardError('a payment without a transaction', { isUncertain: true })
  return { status: status === 1 ? 'approved' : 'refunded', transactionId }
}

/** A line of the processor as it may be stored and shown: without control characters and card numbers. */
function shownText(text: string, maxLength: number): string {
  const line = maskCardNumbers(text)
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}

/**
 * A refusal of the call itself is certain. A failure of the processor is not, nor what a server between it and the portal
 * may have made: too slow, in conflict, too many.
 */
function isUncertainStatus(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status)
}

/** The cause is left out: it may hold the query. */
function failed(path: string, isNeverSent: boolean): CardError {
  return new CardError(`${path}: no answer`, { isUncertain: !isNeverSent })
}

/** Whether no connection came about, so that nothing was sent. */
function isNeverSent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(code))
}
