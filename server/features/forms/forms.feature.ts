import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, feature } from '../../protocol/definitions.ts'
import { formFillers } from '../../practice/form-fillers.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { openForm, type FormsServices } from './forms.actions.ts'
import { formsMessages } from './forms.messages.ts'
import { isOpen, type OpenForm } from './forms.rules.ts'
import { formsScreen, listBlocks, listRegion } from './forms.screens.ts'

/** The forms that the office has assigned to the patient (specification 2 §2.13, §4.8). */
export const forms = feature('forms', (services: FormsServices) => {
  const { emrOf } = services
  const open = openForm(services)
  return {
    messages: formsMessages,
    actions: [open],
    cards: [
      {
        kind: 'toDo',
        id: 'open-forms',
        guard: formFillers,
        label: 'Forms',
        icon: 'clipboard',
        to: paths.forms(),
        load: async (context) => {
          const { length } = await readForms(context, emrOf)
          return length === 0 ? undefined : { text: length === 1 ? '1 form to fill in' : `${length} forms to fill in` }
        },
      },
    ],
    screens: [
      screen({
        route: paths.forms.route,
        under: paths.dashboard.route,
        about: 'Forms to fill in',
        guard: formFillers,
        load: () => formsScreen(),
      }),
    ],
    regions: [
      region({
        name: listRegion,
        actions: [open],
        about: 'The forms to fill in',
        guard: formFillers,
        load: async (context) =>
          listBlocks({ forms: await readForms(context, emrOf), open, timeZone: context.licensee.timeZone }),
      }),
    ],
  }
})

async function readForms(context: Context, emrOf: Services['emrOf']): Promise<OpenForm[]> {
  const person = actingPrincipal(context)
  context.dependsOn(personTopic(person, 'forms'))
  return (await emrOf(context.licensee).forms(person.patient.id)).filter(isOpen)
}
