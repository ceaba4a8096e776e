import type { Published } from '../protocol/hints.ts'

/** A place in a sequence of hints. Places of two epochs cannot be compared. */
export interface Position {
  epoch: string
  /** Of the last hint before it; 0 before the first. */
  number: number
}

interface Latest {
  number: number
  cause: string | undefined
  /** The number of the last hint before it that had another cause. */
  otherCauseAt: number
}

/** What has changed since a position. */
export type Change = Pick<Published, 'cause'>

/** More topics than change while a screen is on its way to a browser. */
const mostTopics = 20_000

/**
 * The number of the last hint of each topic: what has changed since a position, however long ago that was. Topics that
 * are no longer kept count as changed since any earlier position.
 */
export class HintLog {
  #position: Position
  /** Nothing is known of the hints up to this number, but of the topics that are kept. */
  #floor: number
  /** By topic, the oldest first. */
  readonly #latest = new Map<string, Latest>()
  readonly #most: number

  constructor(position: Position, most: number = mostTopics) {
    this.#position = position
    this.#floor = position.number
    this.#most = most
  }

  /** Note it before something is read: `changeOf` returns what changed after it. */
  get position(): Position {
    return this.#position
  }

  /** Begins again at another position: what was before it is not known. */
  restart(position: Position): void {
    this.#position = position
    this.#floor = position.number
    this.#latest.clear()
  }

  add({ topics, cause }: Published): void {
    const number = this.#position.number + 1
    this.#position = { ...this.#position, number }
    for (const topic of topics) {
      const before = this.#latest.get(topic) ?? { number: this.#floor, cause: undefined, otherCauseAt: this.#floor }
      const otherCauseAt = before.cause === cause ? before.otherCauseAt : before.number
      this.#latest.delete(topic)
      this.#latest.set(topic, { number, cause, otherCauseAt })
    }
    this.#deleteOldest()
  }

  isComparable({ epoch }: Position): boolean {
    return epoch === this.#position.epoch
  }

  /** Undefined if the topic has not changed since. A change of several causes names none. */
  changeOf(topic: string, { number }: Position): Change | undefined {
    const latest = this.#latest.get(topic)
    if (!latest) return number < this.#floor ? {} : undefined
    if (latest.number <= number) return undefined
    return latest.cause === undefined || number < latest.otherCauseAt ? {} : { cause: latest.cause }
  }

  #deleteOldest(): void {
    for (const [topic, { number }] of this.#latest) {
      if (this.#latest.size <= this.#most) return
      this.#latest.delete(topic)
      this.#floor = number
    }
  }
}
