export interface CircuitBreaker {
  /** False while the circuit is open. After a rest it lets a single call through to try. */
  admits(): boolean
  /** Every admitted call ends in exactly one of these. */
  succeeded(): void
  failed(): void
}

export interface BreakerOptions {
  /** Failures in a row after which the circuit opens. */
  failures?: number
  restMs?: number
  /** Milliseconds, from any start. */
  now: () => number
}

/** Spares a record server that is down, and its callers the wait. */
export function createBreaker({ failures = 5, restMs = 10_000, now }: BreakerOptions): CircuitBreaker {
  let inRow = 0
  let openedAt: number | undefined
  let isTrying = false
  return {
    admits: () => {
      if (openedAt === undefined) return true
      if (isTrying || now() - openedAt < restMs) return false
      isTrying = true
      return true
    },
    succeeded: () => {
      inRow = 0
      openedAt = undefined
      isTrying = false
    },
    failed: () => {
      inRow += 1
      if (isTrying || inRow >= failures) openedAt = now()
      isTrying = false
    },
  }
}
