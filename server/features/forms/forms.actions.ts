import type { Services } from '../../services.ts'
import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { formFillers } from '../../practice/form-fillers.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { isOpen, isSame } from './forms.rules.ts'
import { listRegion } from './forms.screens.ts'

const FormInput = closed({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  template: Type.String({ minLength: 1, maxLength: 200 }),
})

export type FormsServices = Pick<Services, 'emrOf' | 'signedRedirect'>

/**
 * Opens a form: records it, starts it, and opens its page in a new tab (specification 2 §4.8). The audit step of the
 * pipeline does the recording.
 */
export function openForm({ emrOf, signedRedirect }: FormsServices): ActionDefinition {
  return action({
    name: 'forms.open',
    about: 'Starts a form and opens its page at the practice',
    guard: formFillers,
    input: FormInput,
    run: async (context, requested) => {
      const page = await startIn(context, { emr: emrOf(context.licensee), requested })
      if (page === undefined) throw new Failure('forms.unknown', { status: 404 })
      context.publish([personTopic(actingPrincipal(context), 'forms')])
      return effectsOf(signedRedirect(context, page))
    },
  })
}

interface Start {
  emr: ReturnType<FormsServices['emrOf']>
  requested: { name: string; template: string }
}

/** Starts a form only if it is listed for this patient, whatever the record server would allow. */
async function startIn(context: ActionContext, { emr, requested }: Start): Promise<string | undefined> {
  const { patient } = actingPrincipal(context)
  const forms = await emr.forms(patient.id)
  if (!forms.some((form) => isOpen(form) && isSame(form, requested))) return undefined
  return emr.startForm({ patientId: patient.id, ...requested })
}

function effectsOf(to: string): Effect[] {
  return [
    { type: 'navigate', to, newWindow: true },
    { type: 'refresh', what: 'region', id: listRegion }, // the live connection does not report a person's own actions
  ]
}
