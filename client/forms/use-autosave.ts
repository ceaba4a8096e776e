import { useContext, useEffect, useState, type RefObject } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { announce } from '../base/announce.ts'
import { PortalContext } from '../model/portal-context.ts'
import { createAutosave } from './autosave.ts'
import type { FormState } from './use-form-state.ts'

interface AutosavedForm {
  block: BlockOf<'form'>
  state: FormState
  sending: boolean
  root: RefObject<HTMLElement | null>
}

/**
 * Stores what is typed while the person types, if the form says so: also at once when the focus leaves the form, and when
 * the page is hidden or left. Returns why it could not be stored.
 */
export function useAutosave({ block, state, sending, root }: AutosavedForm): string | undefined {
  const portal = useContext(PortalContext)
  const [failed, setFailed] = useState<string>()
  const [autosave] = useState(() => (portal && block.autosave ? createAutosave(portal, setFailed) : undefined))
  const { value, touched } = state
  useEffect(
    () => autosave?.note({ form: block, value, isTouched: touched.size > 0, isSending: sending }),
    [autosave, block, value, touched, sending],
  )
  useEffect(() => {
    if (!autosave) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const form = root.current
    form?.addEventListener('focusout', ({ relatedTarget }) => isWithin(form, relatedTarget) || autosave.flush(), {
      signal,
    })
    document.addEventListener('visibilitychange', () => document.hidden && autosave.flush(), {
      signal,
    })
    addEventListener('pagehide', () => autosave.flush(), { signal })
    return () => {
      listening.abort()
      autosave.end()
    }
  }, [autosave, root])
  useEffect(() => {
    if (failed !== undefined) announce(failed, 'polite')
  }, [failed])
  return failed
}

function isWithin(form: Node, target: EventTarget | null): boolean {
  return target instanceof Node && form.contains(target)
}
