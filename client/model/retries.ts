import { createStore } from '../base/store.ts'

interface Missing {
  /** Asks for it again. Returns whether it brought something new. */
  again: () => Promise<boolean>
  /** An older state of it is shown. */
  isShown: boolean
}

/** Between tries, in milliseconds; the last pause repeats. */
const pausesMs = [10_000, 30_000, 60_000] as const

/** Asks again, after growing pauses, for content that a temporary failure kept from the page. */
export class Retries {
  /** Something on the page is older than it should be. */
  readonly isLate = createStore(false)
  readonly #missing = new Map<object, Missing>()
  readonly #noteNews: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #tries = 0

  /** `noteNews` is called when asking again has brought something new. */
  constructor(noteNews: () => void) {
    this.#noteNews = noteNews
  }

  /** What `owner` shows could not be fetched. */
  missed(owner: object, missing: Missing): void {
    this.#missing.set(owner, missing)
    this.#note()
  }

  /** What `owner` shows has come, or is not wanted any longer. */
  forget(owner: object): void {
    if (this.#missing.delete(owner)) this.#note()
  }

  clear(): void {
    this.#missing.clear()
    this.#note()
  }

  #note(): void {
    this.isLate.set([...this.#missing.values()].some(({ isShown }) => isShown))
    if (this.#missing.size > 0) {
      this.#timer ??= setTimeout(() => void this.#askAgain(), pausesMs[this.#tries] ?? pausesMs[2])
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tries = 0
  }

  async #askAgain(): Promise<void> {
    this.#tries += 1
    const changes = await Promise.all([...this.#missing.values()].map(({ again }) => again()))
    this.#timer = undefined
    if (changes.includes(true)) this.#noteNews()
    this.#note()
  }
}
