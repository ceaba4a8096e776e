/** Reports a change that screens depend on; carries topics, never content. */
export interface Published {
  topics: string[]
  /** The Idempotency-Key of the action that caused it. */
  cause?: string
}

/** Sends hints to the sockets of this process and to other processes. */
export interface Hints {
  publish(hint: Published): void
  /**
   * The listener gets hints of other processes before any browser of this one does. The publishing process has fresh
   * memory already.
   */
  onHeard(listener: (hint: Published) => Promise<void>): void
  /** Closes the sockets of a session that has ended. */
  endSession(sessionHash: string): void
}
