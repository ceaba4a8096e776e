import pLimit from 'p-limit'

/** In bytes. */
const large = 1024 * 1024
const loading = pLimit(2)
const oneLarge = pLimit(1)

interface DocumentWork<Document, Result> {
  load(): Promise<Document>
  /** In bytes. */
  lengthOf(document: Document): number
  work(document: Document): Result | Promise<Result>
  signal?: AbortSignal
}

/**
 * Loads a document and works on it. Of all people together two are loaded, and one large document is in memory, at a
 * time; one that has to wait for that is loaded again, so that small ones do not wait for many large ones. Throws the
 * reason of the signal once that is aborted.
 */
export async function withDocument<Document, Result>(of: DocumentWork<Document, Result>): Promise<Result> {
  const { load, lengthOf, work, signal } = of
  const loaded = await loading(() => load())
  if (lengthOf(loaded) < large) return work(loaded)
  const kept = oneLarge.activeCount === 0 ? { loaded } : undefined
  return oneLarge(async () => {
    signal?.throwIfAborted()
    return work(kept ? kept.loaded : await load())
  })
}
