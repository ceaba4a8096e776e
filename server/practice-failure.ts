import { InvalidEmrResponse, EmrTimeout, EmrUnavailable } from './gateways/emr/emr.errors.ts'
import { Failure } from './protocol/failure.ts'
import { TooCostly } from './threads/in-thread.ts'

/**
 * Translates a failure of the record server, or of reading or drawing a file, into the message for the person (specification 1 §8;
 * protocol.md, Problems).
 */
export function translateFailure(error: unknown): unknown {
  if (error instanceof EmrTimeout) return new Failure('practice.slow', { status: 504, cause: error })
  if (error instanceof InvalidEmrResponse) return new Failure('practice.nonsense', { status: 502, cause: error })
  if (error instanceof EmrUnavailable)
    return new Failure('practice.unavailable', { status: 503, retryAfterSeconds: 30, cause: error })
  if (error instanceof TooCostly) return new Failure('file.tooLarge', { status: 413, cause: error })
  return error
}
