import type { Confirm } from '../../schemas/action.ts'
import { createStore, type Store } from '../base/store.ts'
import type { Dialogs } from './dialogs.ts'

/** What would be lost if the screen was left: changes of forms that nothing keeps. */
export interface Unsaved {
  /** The question before the screen is left; undefined while nothing would be lost. */
  question: Store<Confirm | undefined>
  /** Takes the question of a form with changes; undefined for one without. */
  note: (form: string, question: Confirm | undefined) => void
  /** Asks whether the screen may be left, if something would be lost; after a yes not again until more was typed. */
  mayLeave: () => Promise<boolean>
}

export function createUnsaved(dialogs: Dialogs): Unsaved {
  const questions = new Map<string, Confirm>()
  const question = createStore<Confirm | undefined>(undefined)
  // The browser has words of its own for it.
  const holdPage = (event: Event) => event.preventDefault()

  function note(form: string, own: Confirm | undefined): void {
    if (own) questions.set(form, own)
    else questions.delete(form)
    choose()
  }

  function choose(): void {
    const first = questions.values().next().value
    if (first && !question.get()) addEventListener('beforeunload', holdPage)
    if (!first) removeEventListener('beforeunload', holdPage)
    question.set(first)
  }

  return {
    question,
    note,
    mayLeave: async () => {
      const first = question.get()
      if (first && !(await dialogs.ask(first))) return false
      questions.clear()
      choose()
      return true
    },
  }
}
