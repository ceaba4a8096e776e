/** Caches responses for a short time; concurrent callers share one request. */
export interface ReferenceCache {
  get<T>(key: string, load: () => Promise<T>, keep?: Keep): Promise<T>
  forget(key: string): void
}

interface Keep {
  /** Default: as long as every other response. */
  ms?: number
  /** Default: failures are not cached. */
  failureMs?: number
}

interface Entry {
  answer: Promise<unknown>
  /** From when to when it is used; undefined while the request is running. */
  kept?: { since: number; until: number }
}

export interface CacheOptions {
  keepMs: number
  /** Milliseconds, from any origin. */
  now: () => number
  /** Maximum number of entries; keys may contain user input. */
  size?: number
}

/** Makes a cache of at most `size` responses, which is emptied when it is full. */
export function createReferenceCache({ keepMs, now, size = 500 }: CacheOptions): ReferenceCache {
  const entries = new Map<string, Entry>()

  function start<T>(key: string, load: () => Promise<T>, { ms = keepMs, failureMs = 0 }: Keep): Promise<T> {
    const entry: Entry = { answer: load() }
    if (entries.size >= size) entries.clear()
    entries.set(key, entry)
    const answer = entry.answer as Promise<T> // the promise of this key's `load`
    const keepFor = (length: number) => void (entry.kept = { since: now(), until: now() + length })
    answer.then(
      () => keepFor(ms),
      () => keepFor(failureMs),
    )
    return answer
  }

  /** A response that is younger than now was kept before the clock was set back: it may be old. */
  const isFresh = ({ kept }: Entry) => !kept || (now() >= kept.since && now() < kept.until)

  return {
    get: <T>(key: string, load: () => Promise<T>, keep: Keep = {}) => {
      const known = entries.get(key)
      if (known && isFresh(known)) return known.answer as Promise<T> // of this key's `load`
      return start(key, load, keep)
    },
    forget: (key) => {
      entries.delete(key)
    },
  }
}
