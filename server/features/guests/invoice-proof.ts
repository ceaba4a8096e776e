import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { invoicesMadeHere } from '../../practice/extension-points.ts'
import { billingOffer } from '../../practice/offered.ts'
import { form } from '../../protocol/block-builders.ts'
import { digitsField } from '../../protocol/form-fields.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { guests } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { enterAsGuest, type GuestServices } from './guest-session.ts'
import { guestsMessages } from './guests.messages.ts'

type ProofServices = GuestServices & Pick<Services, 'uses'>

/** For one patient, however many guests try: numbers follow each other, so a day of guesses must stay small. */
const perPatient = [
  { tries: 5, seconds: 600 },
  { tries: 20, seconds: 86_400 },
  { tries: 48, seconds: 24 * 86_400 },
]

/**
 * Shows procedures and diagnoses to a guest who has an invoice of the office. One that the portal made proves nothing: the
 * guest could have made and read it here (security.md).
 */
export function showCareAction({ emrOf, uses }: ProofServices): ActionDefinition {
  return action({
    name: 'guests.showCare',
    about: 'Verifies an invoice number, and shows what was done',
    ofAccount: true,
    guard: guests,
    ...billingOffer,
    repeatable: true,
    input: closed({ number: Type.String({ minLength: 1, maxLength: 10, pattern: '^\\d+$' }) }),
    codes: { '/number': { required: 'guests.number', pattern: 'guests.number' } },
    limit: { perAddress: 20 },
    run: async (context, { number }) => {
      const { principal, licensee } = context
      if (principal?.kind !== 'guest') throw new Error('the guard requires a guest')
      for (const limit of perPatient) await context.takeTry(`invoice number:${principal.patient.id}`, limit)
      const [patientId, ...madeHere] = await Promise.all([
        emrOf(licensee).invoicedPatient(number),
        ...uses(invoicesMadeHere).map((isMadeHere) => isMadeHere(context, number)),
      ])
      // Numbers that are unknown, of another patient, and made here must not be told apart.
      if (patientId !== principal.patient.id || madeHere.includes(true))
        throw new InvalidInput([{ pointer: '/number', code: 'guests.wrongNumber' }])
      return enterAsGuest(context, { ...principal, seesCare: true })
    },
  })
}

/** The form below a bill that does not show what was done. */
export function showCareForm(showCare: ActionDefinition): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'show-care-card',
    title: 'See what was done',
    card: true,
    blocks: [
      form({
        id: 'show-care',
        action: showCare,
        messages: guestsMessages,
        submitLabel: 'Show',
        fields: [
          digitsField(
            {
              name: 'number',
              label: 'Invoice Number',
              help: 'It is on the invoice from the office.',
              autocomplete: 'off',
            },
            '^\\d{0,10}$',
            guestsMessages['guests.digits'],
          ),
        ],
      }),
    ],
  }
}
