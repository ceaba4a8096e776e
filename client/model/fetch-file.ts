import { Offline, refusal } from './failures.ts'

export interface ArrivedFile {
  content: Blob
  /** Empty if the server names none. */
  name: string
}

interface FileFetch {
  /** Called with the fraction that has arrived, from 0 to 1, if the length is known. */
  progress: (share: number) => void
  signal: AbortSignal
}

/** Fetches a whole file. Rejects with Offline, also if it breaks off, or Refused, or with the signal's reason. */
export async function fetchFile(
  fetcher: typeof fetch,
  url: string,
  { progress, signal }: FileFetch,
): Promise<ArrivedFile> {
  try {
    const response = await fetcher(url, { cache: 'no-store', credentials: 'same-origin', signal })
    if (!response.ok) throw await refusal(response)
    return await arrivedFrom(response, progress)
  } catch (failure) {
    signal.throwIfAborted()
    throw brokenOff(failure)
  }
}

/** In bytes. */
const mostInMemory = 30_000_000

/**
 * The same for a file that fits into memory. Returns undefined for a larger one, one whose length is not known, and an
 * entry of a calendar, which a phone opens only if the browser itself fetches it.
 */
export async function fetchSmallFile(fetcher: typeof fetch, url: string): Promise<ArrivedFile | undefined> {
  try {
    const response = await fetcher(url, { cache: 'no-store', credentials: 'same-origin' })
    if (!response.ok) throw await refusal(response)
    const { headers, body } = response
    const length = Number(headers.get('content-length') ?? Infinity)
    const isKept = length <= mostInMemory && !headers.get('content-type')?.startsWith('text/calendar')
    if (isKept) return await arrivedFrom(response, () => undefined)
    void body?.cancel().catch(() => undefined) // the browser fetches it by itself
    return undefined
  } catch (failure) {
    throw brokenOff(failure)
  }
}

function brokenOff(failure: unknown): unknown {
  return failure instanceof TypeError ? new Offline('the file is incomplete', { cause: failure }) : failure
}

async function arrivedFrom(response: Response, progress: FileFetch['progress']): Promise<ArrivedFile> {
  const type = response.headers.get('content-type') ?? ''
  const content = new Blob(await partsOf(response, progress), { type })
  return { content, name: nameIn(response.headers.get('content-disposition') ?? '') }
}

async function partsOf({ body, headers }: Response, progress: FileFetch['progress']): Promise<BlobPart[]> {
  const total = Number(headers.get('content-length'))
  const parts: BlobPart[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return parts
    parts.push(part.value)
    length += part.value.length
    if (total > 0) progress(length / total)
  }
}

/** Returns the file name of a `Content-Disposition` (RFC 6266), as this server writes it. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"\\]*)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}
