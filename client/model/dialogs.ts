import type { Dialog } from '../../schemas/dialog.ts'
import { focusHeading } from '../base/focus.ts'
import { createStore, type Store } from '../base/store.ts'

interface Question {
  title?: string
  text: string
  yes: string
  no?: string
}
interface Common {
  key: number
  /** Where the focus returns to. */
  opener: Element | null
}
interface NamedDialog extends Common {
  kind: 'named'
  id: string
}
interface SentDialog extends Common {
  kind: 'sent'
  dialog: Dialog
}
export interface AskedQuestion extends Common {
  kind: 'question'
  question: Question
  answer: (yes: boolean) => void
}
export type OpenDialog = NamedDialog | SentDialog | AskedQuestion

export interface Dialogs {
  stack: Store<readonly OpenDialog[]>
  /** By its name in the screen or the shell, or as it was sent along. */
  open: (dialog: string | Dialog) => void
  ask: (question: Question) => Promise<boolean>
  /** The topmost, or the one of that key. */
  close: (key?: number) => void
  closeAll: () => void
}

export function createDialogs(): Dialogs {
  const stack = createStore<readonly OpenDialog[]>([])
  let keys = 0
  const common = () => ({ key: (keys += 1), opener: document.activeElement })

  function open(dialog: string | Dialog): void {
    const id = typeof dialog === 'string' ? dialog : dialog.id
    const others = stack.get().filter((each) => nameOf(each) !== id)
    const opened: OpenDialog =
      typeof dialog === 'string' ? { kind: 'named', id, ...common() } : { kind: 'sent', dialog, ...common() }
    stack.set([...others, opened])
  }

  function ask(question: Question): Promise<boolean> {
    return new Promise((answer) => stack.set([...stack.get(), { kind: 'question', question, answer, ...common() }]))
  }

  function remove(key: number | undefined): OpenDialog | undefined {
    const closed = stack.get().find((each) => each.key === key)
    stack.set(stack.get().filter((each) => each.key !== key))
    if (closed?.kind === 'question') closed.answer(false)
    return closed
  }

  function close(key = stack.get().at(-1)?.key): void {
    const closed = remove(key)
    if (closed) setTimeout(() => giveBack(closed.opener))
  }

  // What comes after a change of screen has the focus for itself.
  function closeAll(): void {
    for (const { key } of stack.get()) remove(key)
  }
  return { stack, open, ask, close, closeAll }
}

function giveBack(opener: Element | null): void {
  if (document.querySelector('[role="alert"]:focus')) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
  else focusHeading()
}

export function nameOf(open: OpenDialog): string | undefined {
  if (open.kind === 'question') return undefined
  return open.kind === 'named' ? open.id : open.dialog.id
}
