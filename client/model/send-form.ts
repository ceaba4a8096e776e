import { Offline, Refused, refusalFrom } from './failures.ts'

export interface Sending {
  form: FormData
  /** The same key acts once, however often it is sent. */
  key: string
  /** Hears how much of the body has left this device: a share from 0 to 1. */
  progress: (share: number) => void
  signal: AbortSignal
}

/** Without a sign of the server for this long after the last byte has left, the answer counts as lost. */
const answerWithinMs = 60_000

/**
 * Sends a form with files. By XMLHttpRequest, because fetch does not tell how much of a body has been sent.
 * Rejects with Offline or Refused, or with the signal's reason.
 */
export function sendForm(url: string, { form, key, progress, signal }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    let patience: ReturnType<typeof setTimeout> | undefined
    const lost = () => reject(new Offline('no answer'))
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
    request.send(form)
  })
}

async function answer({ status, responseText }: XMLHttpRequest): Promise<unknown> {
  const said = parsed(responseText)
  if (status < 200 || status >= 300) throw new Refused(refusalFrom(status, said))
  if (said === undefined) throw new Offline('the answer broke off')
  return said
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
