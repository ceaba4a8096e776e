import { Modal } from 'antd'
import type { AskedQuestion } from '../model/dialogs.ts'
import { modalLook } from '../parts/modal-look.ts'
import { usePortal } from '../model/portal-context.ts'

/** A question that is answered by yes or no; leaving it means no. */
export function QuestionView({ open }: { open: AskedQuestion }) {
  const { dialogs } = usePortal()
  const { title, text, yes, no } = open.question
  const agree = () => {
    open.answer(true)
    dialogs.close(open.key)
  }
  const decline = () => dialogs.close(open.key)
  return (
    <Modal
      {...modalLook}
      title={<h2>{title ?? text}</h2>}
      closable={false}
      keyboard
      onCancel={decline}
      footer={
        <div className="dialog-actions">
          {no !== undefined && (
            <button type="button" className="plain-button" onClick={decline}>
              {no}
            </button>
          )}
          <button type="button" className="plain-button first" onClick={agree}>
            {yes}
          </button>
        </div>
      }
    >
      {title !== undefined && <p>{text}</p>}
    </Modal>
  )
}
