/** Something changed that screens depend on; carries topics, never content. */
export interface Published {
  topics: string[]
  /** The Idempotency-Key of the action that caused it. */
  cause?: string
}

/** The way hints travel: to the sockets of this process, and to other processes where there are any. */
export interface Hints {
  publish(hint: Published): void
  /** Hears hints of other processes before any browser of this one does. Who publishes has fresh memory already. */
  onHeard(listener: (hint: Published) => Promise<void>): void
  /** Ends the sockets of a session that has ended. */
  endSession(sessionHash: string): void
}
