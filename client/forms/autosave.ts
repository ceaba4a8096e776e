import type { BlockOf } from '../../schemas/blocks.ts'
import { act } from '../actions/act.ts'
import { applyEffects } from '../actions/apply-effects.ts'
import { readEffects } from '../actions/effects.ts'
import { Refused } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'
import { changedFields, typedValue, type Value } from './form-value.ts'

type Form = BlockOf<'form'>

/** What is typed is stored after a pause, and from time to time without one. */
const pauseMs = 1_000
const mostMs = 5_000
const retryMs = 10_000

interface Typed {
  form: Form
  value: Value
  /** Whether the person has changed anything since the form was drawn or sent. */
  isTouched: boolean
  /** Whether the form itself is being sent. */
  isSending: boolean
}

export interface Autosave {
  /** Takes the newest state of the form. */
  note: (typed: Typed) => void
  /** Stores now what is not stored yet. */
  flush: () => void
  /** The form is gone: stores what is not stored yet, and applies no more effects. */
  end: () => void
}

/** Stores what is typed, one request at a time. `report` hears why that failed, and undefined when it works again. */
export function createAutosave(portal: Portal, report: (failed: string | undefined) => void): Autosave {
  let typed: Typed | undefined
  let stored: Value = {}
  /** Sent, but the response was lost: it may be stored. */
  let unsure: Value | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let dirtySince: number | undefined
  let isRunning = false
  let isEnded = false
  const { purges } = portal.screens
  /** What was typed before a purge is of that session: nothing of it is sent in the next one. */
  const isOver = () => portal.ended.get() || portal.screens.purges !== purges

  const isDirty = () =>
    typed?.isTouched === true &&
    (unsure !== undefined || changedFields(stored, typedValue(typed.form, typed.value)).length > 0)

  function note(newest: Typed): void {
    if (!typed || !newest.isTouched) {
      stored = newest.form.autosave?.stored ?? {}
      unsure = undefined
    }
    typed = newest
    if (newest.isSending || !isDirty()) return unschedule()
    const now = Date.now()
    dirtySince ??= now
    schedule(Math.min(pauseMs, Math.max(0, dirtySince + mostMs - now)))
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), afterMs)
  }

  function unschedule(): void {
    clearTimeout(timer)
    dirtySince = undefined
  }

  async function save(): Promise<void> {
    unschedule()
    const autosave = typed?.form.autosave
    if (!typed || !autosave || typed.isSending || isRunning || isOver() || !isDirty()) return
    isRunning = true
    const value = (unsure ??= typedValue(typed.form, typed.value))
    const input = { ...autosave.do.input, value, stored }
    try {
      await portal.acts.during(() => send(autosave.do.action, input))
      report(undefined)
      isRunning = false
      if (isDirty() && isEnded) void save()
      else if (isDirty()) schedule(pauseMs)
    } catch (failure) {
      isRunning = false
      const isRefused = failure instanceof Refused && failure.problem.status < 500
      if (isRefused) unsure = undefined
      else if (!isEnded) schedule(retryMs)
      report(isRefused ? reasonIn(failure, autosave.failed) : autosave.failed)
    }
  }

  async function send(action: string, input: object): Promise<void> {
    const how = { key: portal.ownKeys.newKey(), outlivesPage: true }
    const answer = await portal.source.post(`/ui/actions/${action}`, input, how)
    stored = unsure ?? stored
    unsure = undefined
    const effects = readEffects(answer)
    if (!effects) portal.report('unknown-effect', action)
    else if (!isEnded) await applyEffects(portal, effects, act)
    // The next screen may have been drawn before.
    else await portal.screens.refresh({ background: true })
  }

  return {
    note,
    flush: () => void save(),
    end() {
      isEnded = true
      void save()
    },
  }
}

function reasonIn({ problem: { errors, detail } }: Refused, otherwise: string): string {
  return errors[0]?.message ?? (detail || otherwise)
}
