import { useContext, useEffect, useRef, useState } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import type { Sent } from '../actions/send-file.ts'
import { announce } from '../base/announce.ts'
import { PortalContext } from '../model/portal-context.ts'
import { sortFiles } from '../parts/file-checks.ts'
import type { Complaint } from '../parts/file-complaints.tsx'
import { useSending, type Progress } from '../parts/use-sending.ts'

type Files = NonNullable<Field['files']>

/** A file that has arrived, as the value of the field lists it. */
export interface AttachedFile {
  id: string
  name: string
  bytes: number
}

/** A file that was chosen and has not arrived. */
export interface Entry {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Why it did not arrive. */
  words?: string
}

interface AttachedFiles {
  entries: readonly Entry[]
  complaints: readonly Complaint[]
  /** Of the file that is being sent. */
  progress: Progress | undefined
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
}

interface AttachedValue {
  value: readonly AttachedFile[]
  onChange: (value: readonly AttachedFile[]) => void
}

/** Sends each file as soon as it is chosen, one after the other, and adds those that arrived to the value. */
export function useAttachedFiles(
  { upload, input = {}, messages, states, ...limits }: Files,
  { value, onChange }: AttachedValue,
): AttachedFiles {
  const portal = useContext(PortalContext)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [complaints, setComplaints] = useState<readonly Complaint[]>([])
  const { progress, send, cancel } = useSending()
  // The form may change while a file is on its way, and a photo may take a moment.
  const latest = useRef({ value, onChange, entries, input })
  useEffect(() => void (latest.current = { value, onChange, entries, input }))
  const queue = useRef<readonly Entry[]>([])
  const isSending = useRef(false)
  useEffect(() => () => void (queue.current = []), [])
  const change = (key: string, more: Partial<Entry>) =>
    setEntries((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)))
  const drop = (key: string) => setEntries((all) => all.filter((each) => each.key !== key))

  async function sendQueued(added: readonly Entry[]): Promise<void> {
    queue.current = [...queue.current, ...added]
    if (isSending.current) return
    isSending.current = true
    for (let entry = queue.current[0]; entry; entry = queue.current[0]) {
      const sent = entry
      queue.current = queue.current.slice(1)
      change(sent.key, { state: 'sending' })
      const file = {
        upload,
        fields: { ...latest.current.input, id: sent.key },
        file: sent.file,
        fileName: sent.file.name,
        key: sent.key,
      }
      await send([file], { ends: (_file, outcome) => end(sent, outcome) })
    }
    isSending.current = false
  }

  function end({ key, file }: Entry, sent: Sent): void {
    if (sent.state === 'cancelled') return
    if (sent.state === 'failed') {
      const words = sent.words ?? messages.failed
      announce(`${states.failed} ${file.name}: ${words}`, 'assertive')
      return change(key, { state: 'failed', words })
    }
    drop(key)
    announce(`${states.arrived} ${file.name}`, 'polite')
    const { value: before, onChange: give } = latest.current
    give([...before, { id: key, name: file.name, bytes: file.size }])
  }

  return {
    entries,
    complaints,
    progress,
    add(files) {
      if (!portal) return
      const { value: arrived, entries: others } = latest.current
      const listed = [...arrived.map(({ name }) => name), ...others.map(({ file }) => file.name)]
      const { taken, refused } = sortFiles(files, { limits, listed })
      const added = taken.map((file): Entry => ({ key: portal.ownKeys.newKey(), file, state: 'waiting' }))
      setEntries([...others, ...added])
      setComplaints(refused.map(({ name, reason }) => ({ name, words: messages[reason] })))
      void sendQueued(added)
    },
    retry(key) {
      change(key, { state: 'waiting', words: undefined })
      void sendQueued(entries.filter((each) => each.key === key))
    },
    remove(key) {
      queue.current = queue.current.filter((each) => each.key !== key)
      if (entries.some((each) => each.key === key && each.state === 'sending')) cancel()
      drop(key)
      onChange(value.filter(({ id }) => id !== key))
      setComplaints([])
    },
  }
}
