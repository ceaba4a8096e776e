import type { Pool } from 'undici'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { EmrNonsense, EmrUnavailable } from './emr.errors.ts'
import { exchange, type Answer, type Exchange } from './exchange.ts'

/** A request whose path is that of the call and its rest. */
interface Attempt extends Omit<Exchange, 'path' | 'signal'> {
  rest?: string
}

export interface Attempts {
  once(request: Attempt, signal: AbortSignal): Promise<Answer>
  /** For reads only: tries again when nobody answered. The signal's limit holds for both tries together. */
  twice(request: Attempt, signal: AbortSignal): Promise<Answer>
}

export interface AttemptTools {
  pool: Pool
  basePath: string
  breaker: CircuitBreaker
  /** Waits before a second try. */
  pause: () => Promise<unknown>
}

export function createAttempts({ pool, basePath, breaker, pause }: AttemptTools): Attempts {
  async function once({ rest = '', ...request }: Attempt, signal: AbortSignal): Promise<Answer> {
    if (!breaker.admits()) throw new EmrUnavailable(request.call, 'circuit open')
    try {
      const answer = await exchange(pool, { ...request, path: `${basePath}${request.call}${rest}`, signal })
      breaker.succeeded()
      return answer
    } catch (error) {
      // A server that answers nonsense is alive: it does not open the circuit.
      if (error instanceof EmrNonsense) breaker.succeeded()
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
