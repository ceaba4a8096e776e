export interface CircuitBreaker {
  /** False while the circuit is open. After the rest period it admits a single call as a probe. */
  admits(): boolean
  /** Every admitted call ends with exactly one of these. */
  succeeded(): void
  failed(): void
}

export interface BreakerOptions {
  /** Failures in a row after which the circuit opens. */
  failures?: number
  restMs?: number
  /** Milliseconds, from any origin. */
  now: () => number
}

/** Protects a record server that is down from calls, and callers from waiting for it. */
export function createBreaker({ failures = 5, restMs = 10_000, now }: BreakerOptions): CircuitBreaker {
  let inRow = 0
  let openedAt: number | undefined
  let isTrying = false
  /** A clock that was set back would make the rest last until it has caught up. */
  const rests = (since: number) => now() >= since && now() - since < restMs
  return {
    admits: () => {
      if (openedAt === undefined) return true
      if (isTrying || rests(openedAt)) return false
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
