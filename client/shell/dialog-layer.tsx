import { useStore } from '../base/store.ts'
import { Antd } from '../parts/antd.tsx'
import { DialogView } from './dialog-view.tsx'
import type { OpenDialog } from '../model/dialogs.ts'
import { usePortal } from '../model/portal-context.ts'
import { QuestionView } from './question-view.tsx'

/** The open dialogs; the last one is in front. */
export function DialogLayer() {
  const stack = useStore(usePortal().dialogs.stack)
  return (
    <Antd>
      {stack.map((open, at) => (
        <OneDialog key={open.key} open={open} isTop={at === stack.length - 1} />
      ))}
    </Antd>
  )
}

interface OneDialogProps {
  open: OpenDialog
  isTop: boolean
}

function OneDialog({ open, isTop }: OneDialogProps) {
  const { view, shell } = usePortal()
  const screen = useStore(view)?.screen
  const around = useStore(shell)
  if (open.kind === 'question') return <QuestionView open={open} />
  const dialog = open.kind === 'sent' ? open.dialog : (screen?.dialogs[open.id] ?? around?.dialogs[open.id])
  return dialog && <DialogView dialog={dialog} openKey={open.key} isTop={isTop} />
}
