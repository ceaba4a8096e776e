import { Suspense } from 'react'
import type { SendingDialogProps } from './sending-dialog.tsx'
import { preloadable } from '../../render/preloadable.ts'
import { useFetched } from '../../render/use-fetched.ts'
import type { Progress } from './use-sending.ts'

const dialog = preloadable(() => import('./sending-dialog.tsx').then((file) => file.SendingDialog))
const SendingDialog = dialog.view

interface SendingProps extends Omit<SendingDialogProps, 'progress'> {
  /** Undefined while nothing is sent. */
  progress: Progress | undefined
}

/**
 * The dialog over files that are on their way. It is fetched with the block that sends them: later the connection may be
 * gone, and what was chosen is not to be lost with it.
 */
export function Sending({ progress, ...dialogProps }: SendingProps) {
  const isSending = progress !== undefined
  const wasHere = useFetched(dialog.preload, { isWanted: !isSending })
  const isHere = useFetched(dialog.preload, { isWanted: isSending })
  return isSending && (wasHere || isHere) ? (
    <Suspense>
      <SendingDialog {...dialogProps} progress={progress} />
    </Suspense>
  ) : null
}
