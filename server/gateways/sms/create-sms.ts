import { Agent, request } from 'undici'
import { DeliveryError } from '../delivery-error.ts'
import type { Sms, TextMessage } from './sms.ts'

export interface SmsOptions {
  /** The base URL of a Twilio-compatible API, without a path. */
  url: string
  accountSid: string
  authToken: string
  /** The sender's number, such as `+16175550100`. */
  from: string
  /** The limit for each message as a whole. */
  timeoutMs?: number
}

/** The gateway to the carrier of text messages. Close it when the portal stops. */
export function createSms({ url, accountSid, authToken, from, timeoutMs = 5000 }: SmsOptions): Sms & {
  close(): Promise<void>
} {
  // Connections are not reused: with one that the carrier closed while idle, delivery of a message would be uncertain.
  const dispatcher = new Agent({ connections: 4, pipelining: 0 })
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, url)
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const send = async ({ to, text }: TextMessage) => {
    const body = new URLSearchParams({ To: numberOf(to), From: from, Body: text }).toString()
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await request(address, { method: 'POST', headers, body, signal, dispatcher }).catch(
      (error: unknown) => {
        throw translate(error)
      },
    )
    const report = await answer.body.json().catch(() => undefined)
    if (answer.statusCode !== 201) throw refusalOf(answer.statusCode, report)
  }
  return { send, close: () => dispatcher.close() }
}

/** Converts to E.164. Throws a DeliveryError `refused` for a text that is not a number of ten digits. */
function numberOf(to: string): string {
  const [, digits] = /^\+?1?(\d{10})$/.exec(to) ?? []
  if (!digits) throw new DeliveryError('refused', 'no number')
  return `+1${digits}`
}

function refusalOf(status: number, report: unknown): DeliveryError {
  const { code } = (report ?? {}) as { code?: unknown } // the carrier's own error number
  const codes = typeof code === 'number' ? `${status} ${code}` : String(status)
  // Errors of the account, such as a wrong token, can be fixed while messages wait.
  const isAboutMessage = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
  if (isAboutMessage) return new DeliveryError('refused', codes)
  return status < 300 ? new DeliveryError('uncertain', codes) : new DeliveryError('unavailable', codes)
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function translate(error: unknown): DeliveryError {
  const { name = '', code = '' } = error as { name?: string; code?: string } // node and undici errors have both
  return neverSent.has(code) ? new DeliveryError('unavailable', code) : new DeliveryError('uncertain', code || name)
}
