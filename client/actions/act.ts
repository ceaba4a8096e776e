import { nameless, Offline, Refused } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'
import { applyEffects } from './apply-effects.ts'
import { readEffects } from './effects.ts'
import type { Outcome, SentAct } from './sent-act.ts'

/** Confirms the action with the user if it requires that, sends it, and applies the effects in the response. */
export async function act(portal: Portal, { action, input, confirm, busy }: SentAct): Promise<Outcome> {
  if (confirm && !(await portal.dialogs.ask(confirm))) return { done: false }
  const key = portal.ownKeys.newKey()
  portal.errorBanner.set(undefined)
  const send = () => portal.source.post(`/ui/actions/${action}`, input, { key })
  try {
    return await portal.acts.during(async () => {
      const answer = await whileBusy(portal, busy, () => untilSent(portal, send))
      return answer === undefined ? { done: false } : take(portal, action, answer)
    })
  } catch (failure) {
    if (failure instanceof Refused) return { done: false, problem: failure.problem }
    throw failure
  }
}

async function take(portal: Portal, action: string, answer: unknown): Promise<Outcome> {
  const effects = readEffects(answer)
  if (!effects) {
    portal.report('unknown-effect', action)
    return { done: false, problem: nameless(200) }
  }
  return { done: true, renewed: await applyEffects(portal, effects, act) }
}

/** Retries once automatically, then asks the user. Reuses the same key, so the action runs at most once. */
async function untilSent(portal: Portal, send: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (failure) {
      if (!(failure instanceof Offline)) throw failure
      if (tries > 1 && !(await askAgain(portal))) return undefined
    }
  }
}

function askAgain(portal: Portal): Promise<boolean> {
  const shell = portal.shell.get()
  return portal.dialogs.ask({ text: wordOf(shell, 'offline'), yes: wordOf(shell, 'retry'), no: wordOf(shell, 'close') })
}

async function whileBusy<T>(portal: Portal, busy: SentAct['busy'], work: () => Promise<T>): Promise<T> {
  if (!busy) return work()
  portal.busy.set(busy.text)
  const least = new Promise((done) => setTimeout(done, busy.atLeastMs ?? 0))
  try {
    const [result] = await Promise.all([work(), least])
    return result
  } finally {
    portal.busy.set(undefined)
  }
}
