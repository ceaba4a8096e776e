import { useContext, useEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { act } from '../actions/act.ts'
import type { Outcome } from '../actions/sent-act.ts'
import { Refused } from '../model/failures.ts'
import { only } from '../model/kept-values.ts'
import { PortalContext } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'
import { problemErrors } from './form-errors.ts'
import { sentValue, type Value } from './form-value.ts'
import type { FormState } from './use-form-state.ts'

interface Sending {
  send: (value: Value) => Promise<void>
  sending: boolean
}

/**
 * Sends the form, one request at a time, after pending actions have finished; not at all if their effects removed the
 * form. What was typed stays, whatever the response.
 */
export function useSend(block: BlockOf<'form'>, state: FormState): Sending {
  const portal = useContext(PortalContext)
  const word = useWords()
  const atWork = useRef(false)
  const [sending, setSending] = useState(false)
  const newest = useRef<BlockOf<'form'>>(undefined)
  useEffect(() => {
    newest.current = block
    return () => void (newest.current = undefined)
  }, [block])
  const { id } = block
  const kept = portal?.kept
  useEffect(() => () => kept?.forget(id), [kept, id])

  async function send(value: Value): Promise<void> {
    if (!portal || atWork.current) return
    atWork.current = true
    setSending(true)
    try {
      await portal.acts.settled()
      const form = newest.current
      if (!form) return
      const { keeps, takes } = form
      if (keeps) portal.kept.keep(id, only(value, keeps))
      const taken = takes ? portal.kept.take(takes.form, takes.fields) : {}
      const outcome = await act(portal, { ...form.submit.do, input: sentValue(form, value, taken) })
      if (outcome.done) state.settle(outcome.renewed === true)
      if (outcome.problem) await refuse(outcome.problem, value)
    } catch (failure) {
      await portal.fail(failure)
    } finally {
      atWork.current = false
      setSending(false)
    }
  }

  async function refuse(problem: NonNullable<Outcome['problem']>, value: Value): Promise<void> {
    if (problem.screen || problem.redirect) await portal?.fail(new Refused(problem))
    else state.refuseRemotely(problemErrors({ form: block, value, otherwise: word('failed') }, problem))
  }
  return { send, sending }
}
