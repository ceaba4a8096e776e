import { Modal } from 'antd'
import type { Dialog } from '../../schemas/dialog.ts'
import { useRun } from '../actions/use-run.ts'
import { Blocks } from '../render/blocks.tsx'
import { modalLook } from '../parts/modal-look.ts'
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
  const leave = () => {
    dialogs.close(openKey)
    if (dialog.onClose) void run(dialog.onClose)
  }
  // Without a cross the person must choose one of the actions, so Esc does nothing either.
  const canLeave = dialog.closeLabel !== undefined
  return (
    <Modal
      {...modalLook}
      title={<h2>{dialog.title}</h2>}
      closable={canLeave && { 'aria-label': dialog.closeLabel }}
      keyboard={canLeave}
      onCancel={leave}
      footer={
        dialog.actions.length > 0 && (
          <div className="dialog-actions">
            <Blocks blocks={dialog.actions} />
          </div>
        )
      }
    >
      {isTop && <ErrorBanner />}
      <div className="dialog-blocks">
        <Blocks blocks={dialog.blocks} />
      </div>
    </Modal>
  )
}
