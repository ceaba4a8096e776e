import type { Dialog } from '../../schemas/dialog.ts'
import { focusHeading } from '../base/focus.ts'
import { createStore, type Store } from '../base/store.ts'

interface Question {
  title?: string
  text: string
  yes: string
  no?: string
  /** Agreeing removes or ends something. */
  danger?: boolean
}
interface Common {
  key: number
  /** The element that gets the focus back. */
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
export interface OpenQuestion extends Common {
  kind: 'question'
  question: Question
  answer: (yes: boolean) => void
}
export type OpenDialog = NamedDialog | SentDialog | OpenQuestion

export interface Dialogs {
  stack: Store<readonly OpenDialog[]>
  /** Opens a dialog by its name in the screen or the shell, or as sent by an effect. */
  open: (dialog: string | Dialog) => void
  ask: (question: Question) => Promise<boolean>
  /** Closes the topmost dialog, or the one with that key. */
  close: (key?: number) => void
  closeAll: () => void
}

export function createDialogs(): Dialogs {
  const stack = createStore<readonly OpenDialog[]>([])
  let keys = 0
  const common = () => ({ key: (keys += 1), opener: document.activeElement })

  function open(dialog: string | Dialog): void {
    const id = typeof dialog === 'string' ? dialog : dialog.id
    const same = stack.get().find((each) => nameOf(each) === id)
    const others = stack.get().filter((each) => each !== same)
    const { key, opener } = common()
    const own = { key, opener: same?.opener ?? opener } // what was in the dialog before is gone
    stack.set([
      ...others,
      typeof dialog === 'string' ? { kind: 'named', id, ...own } : { kind: 'sent', dialog, ...own },
    ])
  }

  function ask(question: Question): Promise<boolean> {
    return new Promise((answer) => stack.set([...stack.get(), { kind: 'question', question, answer, ...common() }]))
  }

  function remove(key: number | undefined): OpenDialog | undefined {
    const closed = stack.get().find((each) => each.key === key)
    stack.set(stack.get().filter((each) => each.key !== key))
    if (closed) ignoreRestOfPress()
    if (closed?.kind === 'question') closed.answer(false)
    return closed
  }

  function close(key = stack.get().at(-1)?.key): void {
    const closed = remove(key)
    if (closed) setTimeout(() => restoreFocus(closed.opener))
  }

  // Does not restore the focus, because the next screen sets it.
  function closeAll(): void {
    for (const { key } of stack.get()) remove(key)
  }
  return { stack, open, ask, close, closeAll }
}

/** The second click of a double press on a button of a dialog must not press what stands behind it. */
function ignoreRestOfPress(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return // another press
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', ignore, { capture: true, once: true })
}

function restoreFocus(opener: Element | null): void {
  if (document.querySelector('[role="alert"]:focus')) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus()
    if (document.activeElement === opener) return
    // An entry of a menu, which has closed meanwhile: its button is still there.
    const menu = opener.closest('.disclosure')?.querySelector<HTMLElement>('[aria-expanded]')
    if (menu) return menu.focus()
  }
  focusHeading()
}

export function nameOf(open: OpenDialog): string | undefined {
  if (open.kind === 'question') return undefined
  return open.kind === 'named' ? open.id : open.dialog.id
}
