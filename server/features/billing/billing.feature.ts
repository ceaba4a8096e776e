import Type from 'typebox'
import { billingSettings } from '../../practice/billing/billing.settings.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { billsSettings } from './bills.settings.ts'
import { billingPaths } from './billing.paths.ts'
import { closed } from '../../../schemas/base.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import {
  billPapers,
  chargePayments,
  messageSubjects,
  patientPageFacts,
  pendingCharges,
  type ChargePayments,
  careProofs,
} from '../../practice/extension-points.ts'
import { billPayers, billingOffer, billingOffered, paymentsOffered } from '../../practice/offered.ts'
import { balanceOf, type PendingPart, serviceDayText } from '../../practice/billing/charges.rules.ts'
import { chosenCharges } from '../../practice/billing/chosen-charges.ts'
import { todayAt } from '../../identity/today.ts'
import { paths } from '../../practice/paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { guests, patientsAndGuardians, patientStaff } from '../../protocol/guard.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { estimates, estimatesOffered } from './estimates.ts'
import { noticeBills, type NoticeServices } from './bill-notices.ts'
import { balanceText, balanceToDo, billingScreen, chargesBlocks } from './billing.screens.ts'

const guarded = { guard: patientsAndGuardians, ...billingOffer } as const
const { pattern, maxLength } = chosenCharges
const ChoiceQuery = closed({
  pay: Type.Optional(Type.String({ pattern: `^(none|${pattern})$`, maxLength })),
  visits: Type.Optional(Type.Literal('all')),
  /** One that is unknown shows the bills. */
  tab: Type.Optional(Type.String({ maxLength: 40 })),
})
const noPayments: ChargePayments = {
  isOffered: false,
  notices: [],
  agreed: [],
  waysToPay: () => [],
  latest: [],
  history: [],
}
const part = { ...guarded, id: 'billing', label: 'Billing', icon: 'card' } as const

const places = [
  { route: paths.billing.route, guard: patientsAndGuardians, about: 'Bills', title: part.label },
  { route: paths.guestBilling.route, guard: guests, about: 'Bills, for guests', title: part.label },
] as const

/** What the patient owes and for which visits (specification 2 §2.3, §4.1). */
export const billing = feature(
  'billing',
  ({ emrOf, uses, index, ...services }: NoticeServices & Pick<Services, 'uses' | 'index'>) => ({
    settings: [...Object.values(billingSettings), ...Object.values(billsSettings)],
    jobs: [noticeBills.using({ ...services, emrOf })],
    extends: [
      patientPageFacts.add({
        id: 'balance',
        name: 'Balance',
        guard: patientStaff,
        order: 20,
        value: async (context, { id }) => {
          if (!billingOffered(context)) return undefined
          const bills = await emrOf(context.licensee).bills(id)
          return bills && balanceText(bills.charges)
        },
      }),
      messageSubjects.add({
        kind: 'bill',
        load: async (context, day) => {
          if (!billingOffered(context)) return undefined
          const bills = await emrOf(context.licensee).bills(actingPrincipal(context).patient.id)
          if (!bills?.charges.some((charge) => charge.day === day)) return undefined
          const bill = `my bill of ${serviceDayText(day)}`
          return {
            label: `Bill of ${serviceDayText(day)}`,
            subject: `Question about ${bill}`,
            to: 'Billing Office',
            text: `I have a question about ${bill}. Please call me, or write to me here.`,
          }
        },
      }),
    ],
    menu: [{ menu: 'main', ...part, do: goTo(paths.billing()) }],
    cards: [
      { kind: 'tile', ...part, text: 'See what you owe, and for which visits.', to: paths.billing() },
      {
        kind: 'toDo',
        ...part,
        guard: patientsAndGuardians,
        id: 'balance',
        to: paths.billing(),
        load: async (context) => {
          const person = payingPerson(context)
          context.dependsOn(billsTopic(person))
          const pending = await readPending(context, uses)
          const charges = (await emrOf(context.licensee).bills(person.patientId))?.charges ?? []
          const isPaidHere = index.reachable(person.paths.payment.route) && paymentsOffered(context)
          return balanceToDo(charges, { pending, ...(isPaidHere && { payAt: person.paths.payment() }) })
        },
      },
    ],
    landingTiles: [
      {
        id: 'billing',
        guard: patientsAndGuardians,
        label: part.label,
        text: 'See what you owe.',
        icon: part.icon,
        to: paths.billing(),
        ...billingOffer,
      },
    ],
    screens: places.map((place) =>
      screen({
        ...guarded,
        ...place,
        query: ChoiceQuery,
        rules: { estimates: estimatesOffered },
        get actions() {
          return uses(careProofs).flatMap(({ actions }) => actions)
        },
        load: (context, { query: choice }) => {
          const person = payingPerson(context)
          return billingScreen({
            practiceText: context.setting(billsSettings.PortalBillingText),
            choice,
            person,
            proofs: uses(careProofs).flatMap(({ blocks }) => blocks()),
          })
        },
      }),
    ),
    regions: [
      estimates({ emrOf }),
      region({
        name: billingPaths.chargesRegion.route,
        about: 'What the patient owes, by visit',
        ...guarded,
        guard: billPayers,
        query: ChoiceQuery,
        get actions() {
          return [...uses(billPapers), ...uses(chargePayments)].flatMap(({ actions }) => actions)
        },
        load: async (context, choice) => {
          const person = payingPerson(context)
          context.dependsOn(billsTopic(person))
          const pending = await readPending(context, uses)
          const [bills, [payments = noPayments]] = await Promise.all([
            emrOf(context.licensee).bills(person.patientId), // after what is pending, see pendingCents
            Promise.all(uses(chargePayments).map(({ load }) => load(context))),
          ])
          const charges = bills?.charges ?? []
          const owes = balanceOf(charges) > 0
          const papers = await Promise.all(uses(billPapers).map(({ blocks }) => blocks(context, { owes })))
          return chargesBlocks({
            person,
            charges,
            payments,
            pending,
            papers: papers.flat(),
            today: todayAt(context),
            office: context.setting(practiceSettings.Practice_Phone),
            hasEstimates: person.kind !== 'guest' && context.show('estimates', estimatesOffered),
            choice,
          })
        },
      }),
    ],
  }),
)

/** Read before the charges, see `pendingCents`. */
async function readPending(context: Context, uses: Services['uses']): Promise<PendingPart[]> {
  return (await Promise.all(uses(pendingCharges).map((load) => load(context)))).flat()
}
