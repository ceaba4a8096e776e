import { useContext, useEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { notify } from '../../actions/notify.ts'
import type { FileToSend, Sent } from '../../actions/send-file.ts'
import { PortalContext } from '../../model/portal-context.ts'
import { announce } from '../../base/announce.ts'
import { sortFiles } from '../../parts/file-checks.ts'
import type { Complaint } from '../../parts/file-complaints.tsx'
import { useSending, type Progress } from '../../parts/use-sending.ts'

type Upload = BlockOf<'upload'>

/** One file of the list, from its choice until it has been sent. */
export interface Entry extends FileToSend {
  file: File
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why sending failed. */
  words?: string
}
export interface Uploads {
  entries: readonly Entry[]
  complaints: readonly Complaint[]
  /** All files were sent, and no other was chosen since. */
  finished: boolean
  progress: Progress | undefined
  /** Adds files to the list, each with the current fields. */
  add: (files: readonly File[], fields: Record<string, string>) => void
  remove: (key: string) => Promise<void>
  /** Sends all files that were not sent yet, or only the one with that key. */
  send: (key?: string) => Promise<void>
  cancel: () => void
}

export function useUploads(block: Upload): Uploads {
  const portal = useContext(PortalContext)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [complaints, setComplaints] = useState<readonly Complaint[]>([])
  const [finished, setFinished] = useState(false)
  const { progress, send: sendAll, cancel } = useSending()
  // A photo may take a moment, in which other files were added.
  const latest = useRef(entries)
  useEffect(() => void (latest.current = entries), [entries])
  const change = (key: string, more: Partial<Entry>) =>
    setEntries((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)))

  /** Sent files stay in the list only while others are not sent. */
  function keep(left: readonly Entry[]): void {
    const allSent = left.length > 0 && left.every(({ state }) => state === 'sent')
    setEntries(allSent ? [] : left)
    if (!allSent || !portal) return
    setFinished(true)
    notify(portal, { tone: 'success', text: block.done.message })
  }

  function add(files: readonly File[], fields: Record<string, string>): void {
    if (!portal) return
    const listed = latest.current
    const { taken, refused } = sortFiles(files, { limits: block, listed: listed.map(({ fileName }) => fileName) })
    const common = { upload: block.upload, fields, state: 'waiting' } as const
    const added = taken.map((file) => ({ ...common, file, fileName: file.name, key: portal.ownKeys.newKey() }))
    setEntries([...listed, ...added])
    setComplaints(refused.map(({ name, reason }) => ({ name, words: block.messages[reason] })))
    if (added.length > 0) setFinished(false)
  }

  async function remove(key: string): Promise<void> {
    const { question, yes, no } = block.remove
    if (!(await portal?.dialogs.ask({ text: question, yes, no, danger: true }))) return
    keep(entries.filter((each) => each.key !== key))
  }

  async function send(key?: string): Promise<void> {
    const chosen = entries.filter((each) => each.state !== 'sent' && (key === undefined || each.key === key))
    if (!portal || progress || chosen.length === 0) return
    setComplaints([])
    const outcomes = new Map<string, Outcome>()
    await sendAll(chosen, {
      begins: (file) => change(file.key, { state: 'sending', words: undefined }),
      ends: (file, sent) => {
        outcomes.set(file.key, outcomeOf(block, sent))
        change(file.key, outcomeOf(block, sent))
      },
    })
    const after = entries.map((each) => ({ ...each, ...outcomes.get(each.key) }))
    keep(after)
    sayFailures(after)
  }
  return { entries, complaints, finished, progress, add, remove, send, cancel }
}

type Outcome = Pick<Entry, 'state' | 'words'>

function sayFailures(entries: readonly Entry[]): void {
  const failed = entries.filter(({ state }) => state === 'failed')
  if (failed.length > 0) announce(failed.map(({ fileName, words }) => `${fileName}: ${words}`).join(' '), 'assertive')
}

function outcomeOf({ messages }: Upload, sent: Sent): Outcome {
  if (sent.state === 'sent') return { state: 'sent' }
  if (sent.state === 'cancelled') return { state: 'failed', words: messages.cancelled }
  return { state: 'failed', words: sent.words ?? messages.failed }
}
