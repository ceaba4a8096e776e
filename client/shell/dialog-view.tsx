import { Modal } from 'antd'
import { useState } from 'react'
import type { Dialog } from '../../schemas/dialog.ts'
import { useRun } from '../actions/use-run.ts'
import { Blocks } from '../render/blocks.tsx'
import { DialogHeading } from '../parts/dialog-heading.tsx'
import { DialogSubmitContext } from '../parts/dialog-submit.ts'
import { modalLook, wideModalLook } from '../parts/modal-look.ts'
import { usePortal } from '../model/portal-context.ts'
import { ErrorBanner } from './error-banner.tsx'

interface DialogViewProps {
  dialog: Dialog
  openKey: number
  isTop: boolean
}

export function DialogView({ dialog, openKey, isTop }: DialogViewProps) {
  const { dialogs } = usePortal()
  const { run } = useRun()
  const [submitPlace, setSubmitPlace] = useState<HTMLElement>()
  const leave = () => {
    dialogs.close(openKey)
    if (dialog.onClose) void run(dialog.onClose)
  }
  // Without a close button the user must choose an action, so Esc does nothing either.
  const canLeave = dialog.closeLabel !== undefined
  return (
    <Modal
      {...modalLook}
      {...(dialog.width === 'wide' ? wideModalLook : {})}
      title={<DialogHeading>{dialog.title}</DialogHeading>}
      closable={canLeave && { 'aria-label': dialog.closeLabel }}
      keyboard={canLeave}
      onCancel={leave}
      footer={
        dialog.actions.length > 0 && (
          <div className="dialog-actions">
            <div className="dialog-submit" ref={(place) => setSubmitPlace(place ?? undefined)} />
            <Blocks blocks={dialog.actions} />
          </div>
        )
      }
    >
      {isTop && <ErrorBanner />}
      <div className="dialog-blocks">
        <DialogSubmitContext value={submitPlace}>
          <Blocks blocks={dialog.blocks} />
        </DialogSubmitContext>
      </div>
    </Modal>
  )
}
