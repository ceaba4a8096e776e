import type { SendingDialogProps } from './sending-dialog.tsx'
import { preloadable } from '../base/preloadable.tsx'
import { useFetched } from '../base/use-fetched.ts'
import button from './button.module.css'
import look from './sending.module.css'
import type { Progress } from './use-sending.ts'

const fetchedDialog = preloadable(() => import('./sending-dialog.tsx').then((file) => file.SendingDialog))

interface SendingProps extends Omit<SendingDialogProps, 'progress'> {
  /** Undefined while nothing is being sent. */
  progress: Progress | undefined
  dialog?: typeof fetchedDialog
}

/**
 * The progress dialog of an upload. It is loaded with the block that sends files, or when sending starts. If that
 * fails, a plain version shows the progress and the cancel button.
 */
export function Sending({ progress, dialog = fetchedDialog, ...props }: SendingProps) {
  const isHere = useFetched(dialog.preload, { anew: progress !== undefined })
  if (!progress) return null
  if (!isHere) return <PlainSending {...props} progress={progress} />
  return <dialog.view {...props} progress={progress} />
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
