import type { Dispatcher } from 'undici'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { InvalidEmrResponse, EmrUnavailable } from './emr.errors.ts'
import { exchange, type Answer, type Exchange } from './exchange.ts'

/** A request whose path consists of the call and its rest. */
interface Attempt extends Omit<Exchange, 'path' | 'signal'> {
  rest?: string
}

export interface Attempts {
  once(request: Attempt, signal: AbortSignal): Promise<Answer>
  /** For reads only: retries if the server did not respond. The signal's limit covers both attempts together. */
  twice(request: Attempt, signal: AbortSignal): Promise<Answer>
}

export interface AttemptDeps {
  pool: Dispatcher
  basePath: string
  breaker: CircuitBreaker
  /** Waits before the second attempt. */
  pause: () => Promise<unknown>
}

/** Makes the attempts of the calls to one record server, which the circuit breaker counts. */
export function createAttempts({ pool, basePath, breaker, pause }: AttemptDeps): Attempts {
  async function once({ rest = '', ...request }: Attempt, signal: AbortSignal): Promise<Answer> {
    if (!breaker.admits()) throw new EmrUnavailable(request.call, 'circuit open')
    try {
      const answer = await exchange(pool, { ...request, path: `${basePath}${request.call}${rest}`, signal })
      breaker.succeeded()
      return answer
    } catch (error) {
      // A server that sends an invalid response is up: the circuit stays closed.
      if (error instanceof InvalidEmrResponse) breaker.succeeded()
      else breaker.failed()
      throw error
    }
  }

  async function twice(request: Attempt, signal: AbortSignal): Promise<Answer> {
    try {
      return await once(request, signal)
    } catch (error) {
      if (!(error instanceof EmrUnavailable)) throw error
      await pause()
      return once(request, signal)
    }
  }

  return { once, twice }
}
