import { useContext, useEffect, useRef, useState } from 'react'
import { sendFile, type FileToSend, type Sent } from '../actions/send-file.ts'
import { PortalContext } from '../model/portal-context.ts'

/** In bytes, over all files of one upload. */
export interface Progress {
  sent: number
  total: number
}
interface Hear {
  begins?: (file: FileToSend) => void
  ends: (file: FileToSend, sent: Sent) => void
}
interface Sending {
  /** Undefined while nothing is being sent. */
  progress: Progress | undefined
  /** Sends the files one after another, until cancelled. */
  send: (files: readonly FileToSend[], hear: Hear) => Promise<void>
  cancel: () => void
}

export function useSending(): Sending {
  const portal = useContext(PortalContext)
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef<AbortController>(undefined)
  // Cancels on unmount, because the result could not be shown on another screen.
  useEffect(() => () => stop.current?.abort(), [])

  async function send(files: readonly FileToSend[], { begins, ends }: Hear): Promise<void> {
    if (!portal || stop.current) return
    const { signal } = (stop.current = new AbortController())
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    let before = 0
    setProgress({ sent: 0, total })
    for (const each of files) {
      if (!signal.aborted) begins?.(each)
      const report = (share: number) => setProgress({ sent: before + share * each.file.size, total })
      const sent: Sent = signal.aborted
        ? { state: 'cancelled' }
        : await sendFile(portal, each, { progress: report, signal })
      before += each.file.size
      ends(each, sent)
    }
    stop.current = undefined
    setProgress(undefined)
  }
  return { progress, send, cancel: () => stop.current?.abort() }
}
