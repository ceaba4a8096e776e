import { DeliveryError } from '../delivery-error.ts'

/** What nodemailer adds to its errors. Their sentences repeat the server's, which name addresses: only codes are used. */
interface SmtpFault {
  code?: string
  originalCode?: string
  responseCode?: number
  command?: string
}

/** `begun`: the text of the mail was on its way when the error came. */
export function translateMailError(error: unknown, begun: boolean): DeliveryError {
  const { code, originalCode, responseCode, command } = error as SmtpFault // of nodemailer or of a socket
  const codes = [originalCode ?? code, responseCode].filter(Boolean).join(' ') || 'unknown'
  // An answer of the server says what it did; without one nobody knows.
  if (begun && !responseCode) return new DeliveryError('uncertain', codes)
  if (isForGood(responseCode) && isAboutThisMail(command)) return new DeliveryError('refused', codes)
  return new DeliveryError('unavailable', codes)
}

/** 503 and 521 are about the conversation and the server. */
const isForGood = (responseCode = 0): boolean =>
  responseCode >= 500 && responseCode < 600 && responseCode !== 503 && responseCode !== 521

/** A refused sign-in or sender is a fault of the configuration, which can be put right while letters wait. */
const isAboutThisMail = (command = ''): boolean => command === 'RCPT TO' || command === 'DATA'
