/** Remembers answers for a short while; callers that ask at the same time share one request. */
export interface ReferenceCache {
  /** Failures are kept only where it is said for how long. */
  get<T>(key: string, load: () => Promise<T>, keepFailureMs?: number): Promise<T>
  forget(key: string): void
}

interface Entry {
  answer: Promise<unknown>
  /** Unknown while the request is under way. */
  until?: number
}

export interface CacheOptions {
  keepMs: number
  /** Milliseconds, from any start. */
  now: () => number
  /** Entries at most; keys may come from what people type. */
  size?: number
}

export function createReferenceCache({ keepMs, now, size = 500 }: CacheOptions): ReferenceCache {
  const entries = new Map<string, Entry>()

  function start<T>(key: string, load: () => Promise<T>, keepFailureMs: number): Promise<T> {
    const entry: Entry = { answer: load() }
    if (entries.size >= size) entries.clear()
    entries.set(key, entry)
    const answer = entry.answer as Promise<T> // what `load` of this key answers
    answer.then(
      () => {
        entry.until = now() + keepMs
      },
      () => {
        entry.until = now() + keepFailureMs
      },
    )
    return answer
  }

  return {
    get: <T>(key: string, load: () => Promise<T>, keepFailureMs = 0) => {
      const known = entries.get(key)
      if (known && (known.until === undefined || now() < known.until)) return known.answer as Promise<T> // as above
      return start(key, load, keepFailureMs)
    },
    forget: (key) => {
      entries.delete(key)
    },
  }
}
