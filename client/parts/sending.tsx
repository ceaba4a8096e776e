import { Suspense } from 'react'
import type { SendingDialogProps } from './sending-dialog.tsx'
import { preloadable } from '../base/preloadable.ts'
import { useFetched } from '../base/use-fetched.ts'
import button from './button.module.css'
import look from './sending.module.css'
import type { Progress } from './use-sending.ts'

const fetchedDialog = preloadable(() => import('./sending-dialog.tsx').then((file) => file.SendingDialog))

interface SendingProps extends Omit<SendingDialogProps, 'progress'> {
  /** Undefined while nothing is sent. */
  progress: Progress | undefined
  dialog?: typeof fetchedDialog
}

/**
 * The dialog over files that are on their way. It is fetched with the block that sends them, or else when they are sent.
 * Where that fails, they can be followed and stopped all the same.
 */
export function Sending({ progress, dialog = fetchedDialog, ...said }: SendingProps) {
  const isHere = useFetched(dialog.preload, { anew: progress !== undefined })
  if (!progress) return null
  if (!isHere) return <PlainSending {...said} progress={progress} />
  return (
    <Suspense>
      <dialog.view {...said} progress={progress} />
    </Suspense>
  )
}

function PlainSending({ words: { text, cancel: label }, progress: { sent, total }, cancel }: SendingDialogProps) {
  return (
    <div className={look.sending}>
      <p aria-hidden="true">{text}</p>
      <progress className={look.bar} aria-label={text} value={sent} max={total || 1} />
      <button type="button" className={button.secondary} onClick={cancel}>
        {label}
      </button>
    </div>
  )
}
