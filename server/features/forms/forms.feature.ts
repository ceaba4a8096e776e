import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { routes } from '../../practice/routes.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, feature } from '../../protocol/definitions.ts'
import { wholeRecord } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { openForm, type FormsServices } from './forms.actions.ts'
import { formsMessages } from './forms.messages.ts'
import { isOpen, type OpenForm } from './forms.rules.ts'
import { cardBlocks, formsScreen, listBlocks, listRegion } from './forms.screens.ts'

/** The forms that the office has assigned to the patient (specification 2 §2.13, §4.8). */
export const forms = feature('forms', (services: FormsServices) => {
  const { emrOf } = services
  return {
    messages: formsMessages,
    actions: [openForm(services)],
    cards: [
      { kind: 'region', id: 'forms', guard: wholeRecord, region: { id: 'forms', src: 'forms.card', shape: 'cards' } },
    ],
    screens: [
      screen({
        route: routes.forms,
        about: 'Forms that the office has assigned',
        guard: wholeRecord,
        actions: ['forms.open'],
        load: () => formsScreen(),
      }),
    ],
    regions: [
      region({
        name: listRegion,
        about: 'The forms to fill in',
        guard: wholeRecord,
        load: async (context) =>
          listBlocks({ forms: await readForms(context, emrOf), timeZone: context.licensee.timeZone }),
      }),
      region({
        name: 'forms.card',
        about: 'A card for the dashboard while there are forms to fill in',
        guard: wholeRecord,
        load: async (context) => cardBlocks(await countForms(context, emrOf)),
      }),
    ],
  }
})

async function readForms(context: Context, emrOf: Services['emrOf']): Promise<OpenForm[]> {
  const person = actingPrincipal(context)
  context.dependsOn(personTopic(person, 'forms'))
  return (await emrOf(context.licensee).forms(person.patient.id)).filter(isOpen)
}

/** Without a count the card is omitted; the forms screen shows the error. */
async function countForms(context: Context, emrOf: Services['emrOf']): Promise<number> {
  try {
    return (await readForms(context, emrOf)).length
  } catch (error) {
    if (error instanceof EmrError) return 0
    throw error
  }
}
