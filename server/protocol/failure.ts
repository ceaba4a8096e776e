import type { ProblemError } from '../../schemas/problem.ts'
import type { ScreenBody } from './definitions.ts'

export type FailureParams = Record<string, string | number>

export interface FailureOptions {
  status?: number
  params?: FailureParams
  /** JSON Pointer of the value that is wrong; without it the failure concerns the whole. */
  pointer?: string
  /** What was typed there is of no use any more: a wrong code. */
  clear?: boolean
  /** A screen to draw: the fresh one after a conflict. */
  screen?: ScreenBody
  /** Where that screen is and what it depends on, so that it stays live in the client. */
  place?: { route: string; topics: string[] }
  redirect?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure: a code of the error catalogue, mapped to a problem in one place (http/problems.ts). */
export class Failure extends Error {
  readonly code: string
  readonly options: FailureOptions
  constructor(code: string, options: FailureOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.options = options
  }
}

/** Several values are wrong at once; each is one entry of the problem. */
export class InvalidInput extends Error {
  readonly errors: Omit<ProblemError, 'message' | 'severity'>[]
  constructor(errors: Omit<ProblemError, 'message' | 'severity'>[]) {
    super('invalid input')
    this.errors = errors
  }
}
