import { DeliveryError } from '../delivery-error.ts'

/**
 * What nodemailer adds to its errors. Their messages repeat the server's, which contain addresses: only codes are used.
 */
interface SmtpFault {
  code?: string
  originalCode?: string
  responseCode?: number
  command?: string
}

/** `begun`: the transfer of the mail's text had begun before the error. */
export function translateMailError(error: unknown, begun: boolean): DeliveryError {
  const { code, originalCode, responseCode, command } = error as SmtpFault // an error of nodemailer or of a socket
  const codes = [originalCode ?? code, responseCode].filter(Boolean).join(' ') || 'unknown'
  // A response says what the server did; without one the outcome is unknown.
  if (begun && !responseCode) return new DeliveryError('uncertain', codes)
  if (isForGood(responseCode) && isAboutThisMail(command)) return new DeliveryError('refused', codes)
  return new DeliveryError('unavailable', codes)
}

/** True for permanent errors. 503 and 521 concern the connection and the server. */
const isForGood = (responseCode = 0): boolean =>
  responseCode >= 500 && responseCode < 600 && responseCode !== 503 && responseCode !== 521

/** A refused sign-in or sender is a configuration error, which can be fixed while messages wait. */
const isAboutThisMail = (command = ''): boolean => command === 'RCPT TO' || command === 'DATA'
