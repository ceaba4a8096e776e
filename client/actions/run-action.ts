import type { Action, Navigate } from '../../schemas/action.ts'
import { Refused } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'
import { act } from './act.ts'
import { download, print } from './files.ts'
import { addressWith, inputWith } from './with-chosen.ts'

/** Runs an action of the user. Every failure is shown, so this never rejects. */
export async function runAction(portal: Portal, action: Action, chosen?: string | number): Promise<void> {
  try {
    await perform(portal, action, chosen)
  } catch (failure) {
    await portal.fail(failure)
  }
}

function perform(portal: Portal, action: Action, chosen?: string | number): Promise<void> | void {
  switch (action.type) {
    case 'navigate':
      return navigate(portal, action, chosen)
    case 'call':
      return call(portal, { ...action, input: inputWith(action, chosen) })
    // Outside its form, a submit sends only its own input.
    case 'submit':
      return call(portal, { ...action, input: action.input ?? {} })
    case 'open':
      return portal.dialogs.open(action.dialog)
    case 'close':
      return portal.dialogs.close()
    case 'download':
      return download(portal, action.href, action.fileName)
    case 'print':
      return action.href === undefined ? window.print() : print(portal, action.href)
    case 'back':
      return back(portal, action.to)
    case 'leave':
      return leave(action.href)
  }
}

async function navigate(portal: Portal, action: Navigate, chosen?: string | number): Promise<void> {
  if (action.confirm && !(await portal.dialogs.ask(action.confirm))) return
  const to = addressWith(action, chosen)
  if (action.newWindow) window.open(to, '_blank', 'noopener')
  else if (losesNothing(portal, to) || (await portal.unsaved.mayLeave()))
    await portal.screens.show(to, { replace: action.replace })
}

/** Whether nothing can be lost. With another query the forms of a screen stay. */
const losesNothing = ({ history, unsaved }: Portal, to: string) =>
  !unsaved.question.get() || to.split(/[?#]/)[0] === history.path().split('?')[0]

async function back({ history, screens, unsaved }: Portal, to: string): Promise<void> {
  if (!(await unsaved.mayLeave())) return
  if (!history.back()) await screens.show(to)
}

async function call(portal: Portal, sent: Parameters<typeof act>[1]): Promise<void> {
  const { problem } = await act(portal, sent)
  if (problem) await portal.fail(new Refused(problem))
}

function leave(href: string): void {
  if (/^(tel|mailto):/.test(href)) location.assign(href)
  else window.open(href, '_blank', 'noopener')
}
