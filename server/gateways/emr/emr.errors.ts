/**
 * A failed call to the record server. `call` is the name of the call only: URLs with their queries identify people, so
 * they appear in no message and no cause.
 */
export abstract class EmrError extends Error {
  readonly call: string
  /** Whether a write may have been executed all the same: check before repeating it. Always false for reads. */
  readonly mayHaveHappened: boolean

  constructor(call: string, sentence: string, mayHaveHappened: boolean) {
    super(`${call}: ${sentence}`)
    this.name = new.target.name
    this.call = call
    this.mayHaveHappened = mayHaveHappened
  }
}

/** Handles the failure of a call whose result the page can do without. */
export function unlessEmr(error: unknown): undefined {
  if (!(error instanceof EmrError)) throw error
}

/**
 * The server is unreachable or reports that it cannot respond (5xx); also thrown while the circuit is open. The call
 * was not executed.
 */
export class EmrUnavailable extends EmrError {
  constructor(call: string, why: string) {
    super(call, `the record server is not available (${why})`, false)
  }
}

/** No response in time. For a write, also a response that broke off: its outcome is unknown. */
export class EmrTimeout extends EmrError {
  constructor(call: string, isWrite: boolean) {
    super(call, 'the record server did not answer in time', isWrite)
  }
}

/** A response that does not fit the call. */
export class InvalidEmrResponse extends EmrError {
  /** The HTTP status of a refusal; undefined for a response with another shape only. */
  readonly status?: number
  constructor(call: string, why: string, { isWrite = false, status }: { isWrite?: boolean; status?: number } = {}) {
    super(call, `the record server gave a wrong answer (${why})`, isWrite)
    this.status = status
  }
}

/** Why a PDF of the record server cannot be shown. */
export type PdfFault = 'empty' | 'noPdf' | 'tooLong' | 'damaged' | 'active' | 'locked' | 'unreadable'

/** A file that is no PDF, one that no viewer would show, or one that does something by itself. */
export class UnusablePdf extends InvalidEmrResponse {
  readonly fault: PdfFault
  constructor(call: string, fault: PdfFault) {
    super(call, `unusable PDF: ${fault}`)
    this.fault = fault
  }
}

/** The requested range begins behind the end of the file. The record server made no mistake. */
export class RangeNotSatisfiable extends EmrError {
  /** The length of the file in bytes. */
  readonly total: number
  constructor(call: string, total: number) {
    super(call, 'the requested range is not in the file', false)
    this.total = total
  }
}

/** These 4xx say that the call may be repeated, not that it was refused (RFC 9110, RFC 8470, RFC 6585). */
const repeatable = [408, 425, 429] as readonly number[]

/** Returns whether the server refused the call itself: to repeat it would be refused again. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof InvalidEmrResponse) || error.status === undefined) return false
  return error.status >= 400 && error.status < 500 && !repeatable.includes(error.status)
}
