import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { guestSettings } from './guests.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { billingOffer, billingOffered } from '../../practice/offered.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { guestPaths } from './guests.paths.ts'
import { button, call, text, title } from '../../protocol/block-builders.ts'
import { action, screen, type ActionDefinition, type ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import type { Reads } from '../../protocol/trace.ts'
import { enterAsGuest, refuseAccounts, type GuestServices } from './guest-session.ts'

/** Links to a bill that the office sends by e-mail or text. Each opens the bill once (security.md). */
export function paymentLink(services: GuestServices) {
  const open = openAction(services)
  return {
    action: open,
    screen: screen({
      route: guestPaths.paymentLink.route,
      about: 'Link to a bill',
      guard: anyone,
      ...offered,
      actions: [open],
      load: (context, { params: { code = '' } }) => linkScreen({ practice: practiceName(context), code, open }),
    }),
  }
}

const offered = {
  offered: (reads: Pick<Reads, 'setting' | 'principal'>) =>
    billingOffered(reads) && reads.setting(guestSettings.Portal_Payment_Links),
  off: billingOffer.off,
} as const

/** Opening the page uses nothing up: programs that check mail for viruses follow links. */
function linkScreen({ practice, code, open }: { practice: string; code: string; open: ActionDefinition }): ScreenBody {
  return {
    title: 'Your bill',
    width: 'reading',
    stillBrand: true,
    blocks: [
      title('Your bill'),
      text('lead', `${practice} has sent you this link. It opens the bill once.`, 'lead'),
      button('open-bill', {
        text: 'See the bill',
        style: 'primary',
        icon: 'card',
        do: call(open, { code, taker: randomUUID() }),
      }),
    ],
  }
}

function openAction({ emrOf }: GuestServices): ActionDefinition {
  return action({
    name: 'guests.openLink',
    about: 'Opens the bill of a link that the office sent',
    ofAccount: true,
    guard: anyone, // the link is the proof
    ...offered,
    repeatable: true,
    input: closed({
      code: Type.String({ minLength: 1, maxLength: 100 }),
      /** Random, of the page: a press whose response was lost may be repeated. */
      taker: Type.String({ minLength: 36, maxLength: 36 }),
    }),
    limit: { perAddress: 30 },
    run: async (context, { code, taker }) => {
      refuseAccounts(context)
      const patient = await emrOf(context.licensee).takePaymentCode({ code, taker })
      if (!patient) throw new Failure('guests.linkOver', { status: 404 })
      return enterAsGuest(context, { patient, seesCare: true })
    },
  })
}
