import type { Published } from '../protocol/hints.ts'

/** Longer than from the making of a page until the server knows which topics it watches, on a slow connection. */
const keepMs = 30_000

interface Latest {
  at: number
  cause: string | undefined
}

/**
 * The hints of the last 30 seconds. A page that begins to watch a topic receives them: it may have been made before the
 * change, and the hint sent before it watched.
 */
export class RecentHints {
  /** By topic, the oldest first. */
  readonly #latest = new Map<string, Latest>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  add({ topics, cause }: Published): void {
    this.#deleteOld()
    for (const topic of topics) {
      const before = this.#latest.get(topic)
      this.#latest.delete(topic)
      // Hints of two causes become one that nobody takes for their own.
      this.#latest.set(topic, { at: this.#now(), cause: before && before.cause !== cause ? undefined : cause })
    }
  }

  /** The hints of these topics, those of one cause together. */
  of(topics: readonly string[]): Published[] {
    this.#deleteOld()
    const byCause = new Map<string | undefined, string[]>()
    for (const topic of topics) {
      const latest = this.#latest.get(topic)
      if (latest) byCause.set(latest.cause, [...(byCause.get(latest.cause) ?? []), topic])
    }
    return [...byCause].map(([cause, changed]) => ({ topics: changed, ...(cause === undefined ? {} : { cause }) }))
  }

  #deleteOld(): void {
    const before = this.#now() - keepMs
    for (const [topic, { at }] of this.#latest) {
      if (at >= before) return
      this.#latest.delete(topic)
    }
  }
}
