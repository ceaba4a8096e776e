import { Modal } from 'antd'
import { Antd } from './antd.tsx'
import { DialogHeading } from './dialog-heading.tsx'
import { modalLook } from './modal-look.ts'
import { useWords } from '../model/use-words.ts'
import { megabytes } from './megabytes.ts'
import look from './sending-dialog.module.css'
import { useQuarters } from './use-quarters.ts'
import type { Progress } from './use-sending.ts'

export interface SendingDialogProps {
  words: { text: string; cancel: string }
  progress: Progress
  cancel: () => void
}

/** Shows the progress of an upload; the user can only cancel it. */
export function SendingDialog({ words: { text, cancel: label }, progress, cancel }: SendingDialogProps) {
  const word = useWords()
  const { sent, total } = progress
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  const amount = `${megabytes(sent)} ${word('of')} ${megabytes(total)} MB`
  useQuarters(percent)
  return (
    <Antd>
      <Modal
        {...modalLook}
        width={420}
        title={<DialogHeading>{text}</DialogHeading>}
        closable={false}
        keyboard
        onCancel={cancel}
        footer={
          <div className="dialog-actions">
            <button type="button" className="plain-button" onClick={cancel}>
              {label}
            </button>
          </div>
        }
      >
        <div
          className={look.bar}
          role="progressbar"
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={`${percent} %, ${amount}`}
        >
          {/* An SVG, because its width needs no inline style. */}
          <svg className={look.drawing} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect className={look.done} width={percent} height="1" />
          </svg>
        </div>
        <p className={look.amount} aria-hidden="true">
          <span>{percent} %</span> <span>{amount}</span>
        </p>
      </Modal>
    </Antd>
  )
}
