import type { ProblemError } from '../../schemas/problem.ts'
import type { ScreenBody } from './definitions.ts'

export type FailureParams = Record<string, string | number>

export interface FailureOptions {
  status?: number
  params?: FailureParams
  /** JSON Pointer of the invalid value; without it the failure concerns the whole input. */
  pointer?: string
  /** True if the entered value must be cleared: a wrong code. */
  clear?: boolean
  /** A screen to draw: the current one after a conflict. */
  screen?: ScreenBody
  /** Route and topics of that screen, so that it stays live in the client. */
  place?: { route: string; topics: string[] }
  /** True if an open screen may stay: it was allowed when it was opened. */
  stays?: boolean
  /** Where to sign in; the person comes back to the screen that asked for it. */
  redirect?: string
  /** The page was drawn for another identity; the client drops what it keeps and fetches shell and screen again. */
  startOver?: boolean
  /** Where the content of this address is. */
  forward?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure: a code of the error catalogue, mapped to a problem in one place (http/problems.ts). */
export class Failure extends Error {
  readonly code: string
  readonly options: FailureOptions
  /** Topics that the refused view depends on, so that it comes back when they change. */
  topics: readonly string[] = []
  constructor(code: string, options: FailureOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.options = options
  }
}

/** Several invalid values; each is one entry of the problem. */
export class InvalidInput extends Error {
  readonly errors: Omit<ProblemError, 'message' | 'severity'>[]
  constructor(errors: Omit<ProblemError, 'message' | 'severity'>[]) {
    super('invalid input')
    this.errors = errors
  }
}
