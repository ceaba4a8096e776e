import { useContext, useEffect } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { changedFields, startValue } from './form-value.ts'
import type { FormState } from './use-form-state.ts'

/** Has a form asked about before its screen is left, while it has changes that are not sent. */
export function useUnsaved(block: BlockOf<'form'>, { value, touched }: FormState, sending: boolean): void {
  const unsaved = useContext(PortalContext)?.unsaved
  const { id, leave } = block
  const isChanged = touched.size > 0 && !sending && changedFields(startValue(block), value).length > 0
  const question = isChanged ? leave?.ask : undefined
  useEffect(() => unsaved?.note(id, question), [unsaved, id, question, value])
  useEffect(() => () => unsaved?.note(id, undefined), [unsaved, id])
}
