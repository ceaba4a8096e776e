import { Offline, Refused, refusalFrom } from './failures.ts'

export interface Sending {
  form: FormData
  /** The action runs once for each key, however often it is sent. */
  key: string
  /** The identity that the page is drawn for. */
  identity?: string
  /** Called with the fraction of the body that was sent, from 0 to 1. */
  progress: (share: number) => void
  signal: AbortSignal
}

/** If the server is silent this long after the last byte was sent, the response counts as lost. */
const answerWithinMs = 60_000

/**
 * Sends a form with files. Uses XMLHttpRequest, because fetch does not report upload progress. Rejects with Offline or
 * Refused, or with the signal's reason.
 */
export function sendForm(url: string, { form, key, identity, progress, signal }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    let patience: ReturnType<typeof setTimeout> | undefined
    const lost = () => reject(new Offline('no response'))
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0))
    request.upload.addEventListener('load', () => {
      progress(1)
      patience = setTimeout(giveUp, answerWithinMs)
    })
    request.addEventListener('load', () => void answer(request).then(resolve, reject))
    request.addEventListener('error', lost)
    request.addEventListener('abort', () => (signal.aborted ? reject(signal.reason) : lost()))
    request.addEventListener('loadend', () => {
      clearTimeout(patience)
      signal.removeEventListener('abort', giveUp)
    })
    signal.addEventListener('abort', giveUp)
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    if (identity !== undefined) request.setRequestHeader('x-identity', identity)
    request.send(form)
  })
}

async function answer({ status, responseText }: XMLHttpRequest): Promise<unknown> {
  const body = parsed(responseText)
  if (status < 200 || status >= 300) throw new Refused(refusalFrom(status, body))
  if (body === undefined) throw new Offline('the response is incomplete')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
