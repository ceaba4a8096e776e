import type { Emr } from '../../gateways/emr/emr.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, type Feature } from '../../protocol/definitions.ts'
import { wholeRecord } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { openForm } from './forms.actions.ts'
import { formsMessages } from './forms.messages.ts'
import { isOpen, type OpenForm } from './forms.rules.ts'
import { cardBlocks, formsScreen, listBlocks, listRegion } from './forms.screens.ts'
import { routes } from '../../practice/routes.ts'

export interface FormsOptions {
  emrOf: (licensee: Licensee) => Emr
  /** Answers a route of this portal that leads this person, for a short while, to a page of the practice's. */
  leadOut: (context: Context, href: string) => string
}

/** The forms that the office has asked the patient to fill in (specification 2 §2.13, §4.8). */
export function formsFeature(options: FormsOptions): Feature {
  const { emrOf } = options
  return {
    name: 'forms',
    messages: formsMessages,
    actions: [openForm(options)],
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
}

async function readForms(context: Context, emrOf: FormsOptions['emrOf']): Promise<OpenForm[]> {
  const person = actingPrincipal(context)
  context.dependsOn(personTopic(person, 'forms'))
  return (await emrOf(context.licensee).forms(person.patient.id)).filter(isOpen)
}

/** A card that cannot be counted is left out; the screen of the forms says what is wrong. */
async function countForms(context: Context, emrOf: FormsOptions['emrOf']): Promise<number> {
  try {
    return (await readForms(context, emrOf)).length
  } catch (error) {
    if (error instanceof EmrError) return 0
    throw error
  }
}
