import { Modal } from 'antd'
import type { OpenQuestion } from '../model/dialogs.ts'
import { DialogHeading } from '../parts/dialog-heading.tsx'
import { modalLook } from '../parts/modal-look.ts'
import { usePortal } from '../model/portal-context.ts'

/** A yes/no question; closing it means no. */
export function QuestionView({ open }: { open: OpenQuestion }) {
  const { dialogs } = usePortal()
  const { title, text, yes, no, danger } = open.question
  const agree = () => {
    open.answer(true)
    dialogs.close(open.key)
  }
  const decline = () => dialogs.close(open.key)
  return (
    <Modal
      {...modalLook}
      title={<DialogHeading>{title ?? text}</DialogHeading>}
      closable={false}
      keyboard
      onCancel={decline}
      footer={
        <div className="dialog-actions">
          <button type="button" className={`plain-button first ${danger ? 'danger' : ''}`} onClick={agree}>
            {yes}
          </button>
          {no !== undefined && (
            <button type="button" className="plain-button" onClick={decline}>
              {no}
            </button>
          )}
        </div>
      }
    >
      {title !== undefined && <p>{text}</p>}
    </Modal>
  )
}
