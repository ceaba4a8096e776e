import { useContext, useEffect, useRef, useState } from 'react'
import { sendFile, type FileToSend, type Sent } from '../actions/send-file.ts'
import { PortalContext } from '../model/portal-context.ts'

/** In bytes, of all files that are being sent together. */
export interface Progress {
  sent: number
  total: number
}
interface Hear {
  begins?: (file: FileToSend) => void
  ends: (file: FileToSend, sent: Sent) => void
}
interface Sending {
  /** Undefined while nothing is sent. */
  progress: Progress | undefined
  /** Sends one file after the other, until a cancel. */
  send: (files: readonly FileToSend[], hear: Hear) => Promise<void>
  cancel: () => void
}

export function useSending(): Sending {
  const portal = useContext(PortalContext)
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef<AbortController>(undefined)
  // Nobody would hear what became of a file that is sent from a screen that was left.
  useEffect(() => () => stop.current?.abort(), [])

  async function send(files: readonly FileToSend[], { begins, ends }: Hear): Promise<void> {
    if (!portal || stop.current) return
    const { signal } = (stop.current = new AbortController())
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    let before = 0
    setProgress({ sent: 0, total })
    for (const each of files) {
      if (!signal.aborted) begins?.(each)
      const tell = (share: number) => setProgress({ sent: before + share * each.file.size, total })
      const sent: Sent = signal.aborted
        ? { state: 'cancelled' }
        : await sendFile(portal, each, { progress: tell, signal })
      before += each.file.size
      ends(each, sent)
    }
    stop.current = undefined
    setProgress(undefined)
  }
  return { progress, send, cancel: () => stop.current?.abort() }
}
