import type { Ended } from '../../schemas/live.ts'

/** Reports a change that screens depend on; carries topics, never content. */
export interface Published {
  topics: string[]
  /** The Idempotency-Key of the action that caused it. */
  cause?: string
}

/** What a process does with hints of other processes, before any browser of this one receives them. */
export interface HintsListener {
  heard: (hint: Published) => Promise<void>
  /** Hints may have been lost. */
  missed: () => Promise<void>
}

/** Sends hints to the sockets of this process and to other processes. */
export interface Hints {
  publish(hint: Published): void
  /**
   * The current position in the sequence of hints; opaque. Note it before content is loaded and send it with the
   * content: a page that sends it back receives what changed since.
   */
  asOf(): string
  /** The publishing process has fresh memory already: its listeners are not called. */
  listen(listener: HintsListener): void
  /** Closes the sockets of a session that has ended, and notifies their pages. */
  endSession(sessionHash: string, ended?: Ended): void
}
