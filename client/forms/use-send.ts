import { useContext, useRef, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { act, type Outcome } from '../actions/act.ts'
import { Refused } from '../app/failures.ts'
import { PortalContext } from '../app/portal-context.ts'
import { useWords } from '../app/words.ts'
import { problemErrors } from './form-errors.ts'
import { sentValue, type Value } from './form-value.ts'
import type { FormState } from './use-form-state.ts'

interface Sending {
  send: (value: Value) => Promise<void>
  sending: boolean
}

/** Sends the form, once at a time. What was typed stays, whatever comes back. */
export function useSend(block: BlockOf<'form'>, state: FormState): Sending {
  const portal = useContext(PortalContext)
  const word = useWords()
  const atWork = useRef(false)
  const [sending, setSending] = useState(false)

  async function send(value: Value): Promise<void> {
    if (!portal || atWork.current) return
    atWork.current = true
    setSending(true)
    try {
      const outcome = await act(portal, { ...block.submit.do, input: sentValue(block, value) })
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
