import { nameless, Offline, Refused } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'
import { act } from './act.ts'
import { applyEffects } from './apply-effects.ts'
import { readEffects } from './effects.ts'

export interface FileToSend {
  /** The name under /ui/uploads/. */
  upload: string
  fields: Record<string, string>
  file: Blob
  fileName: string
  /** One key for each file and all its retries, so that a retry after a lost response stores the file once. */
  key: string
}
interface Watch {
  /** Fraction sent, from 0 to 1. */
  progress: (share: number) => void
  signal: AbortSignal
}
/** The result of an upload. `words` is missing if the server gave no reason. */
export type Sent = { state: 'sent' } | { state: 'failed'; words?: string } | { state: 'cancelled' }

/** Sends one file and applies the effects in the response. Failures are returned, so this never rejects. */
export async function sendFile(portal: Portal, sent: FileToSend, { progress, signal }: Watch): Promise<Sent> {
  const { upload, key } = sent
  try {
    const answer = await portal.source.upload(`/ui/uploads/${upload}`, { form: formOf(sent), key, progress, signal })
    const effects = readEffects(answer)
    if (!effects) {
      portal.report('unknown-effect', upload)
      return { state: 'failed' }
    }
    await applyEffects(portal, effects, act)
    return { state: 'sent' }
  } catch (failure) {
    return signal.aborted ? { state: 'cancelled' } : failedBy(portal, failure)
  }
}

/** The server reads the fields before the file, so they come first in the body. */
function formOf({ fields, file, fileName }: FileToSend): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, fileName)
  return form
}

async function failedBy(portal: Portal, failure: unknown): Promise<Sent> {
  if (failure instanceof Offline) return { state: 'failed', words: wordOf(portal.shell.get(), 'offline') }
  const { problem } = failure instanceof Refused ? failure : new Refused(nameless(0))
  // If the user must sign in first, shows the sign-in screen.
  if (problem.redirect) await portal.fail(failure)
  return { state: 'failed', words: problem.errors[0]?.message || problem.detail || undefined }
}
