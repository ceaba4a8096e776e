import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Context } from '../../protocol/context.ts'
import { tenDigitsOf } from '../../../schemas/phone-number.ts'
import { phone } from '../../protocol/block-builders.ts'
import { payingPerson, type PayingPerson } from '../../practice/billing/paying-person.ts'
import { usStates } from '../../practice/us-states.ts'
import { loadOwnBill } from './own-bill.ts'
import { runningPlan } from './installments/installments.store.ts'
import { enteredCard, savedCardsOf } from './own-cards.ts'
import type { PaymentServices } from './payments-services.ts'
import type { PaymentQuery } from './payments.inputs.ts'
import type { CardNumber, PaymentActions, PaymentPage } from './payments.screens.ts'

interface Parts {
  services: PaymentServices
  actions: PaymentActions
  query: PaymentQuery
}

/** Reads what the payment page shows. Creates nothing: the card processor's page is opened by an action. */
export async function loadPaymentPage(context: Context, { services, actions, query }: Parts): Promise<PaymentPage> {
  const person = payingPerson(context)
  const [bill, number, savedCards, known, plan] = await Promise.all([
    loadOwnBill(context, services, { person, bills: query.bills }),
    cardNumber(context, services, person),
    savedCardsOf(context, services, person),
    knownHolder(context, services, person),
    runningPlan(services.db, person),
  ])
  return {
    actions,
    bill,
    bills: query.bills,
    card: query.card,
    cards: query.cards,
    number,
    savedCards,
    ...known,
    plannedCardId: plan?.cardId,
  }
}

async function cardNumber(context: Context, services: PaymentServices, person: PayingPerson): Promise<CardNumber> {
  const row = await enteredCard(context, services, person)
  const origin = context.licensee.cards?.frameOrigin
  if (!row || origin === undefined) return { state: 'none' }
  if (row.token !== null) return { state: 'entered', brand: row.brand, lastFour: row.lastFour }
  return { state: 'opened', pageUrl: row.pageUrl, origin }
}

type KnownHolder = Pick<PaymentPage, 'holder' | 'otherPhone'>

/** Patients pay with a card in their own name more often than not; of a guardian no address is known, and a guest sees none. */
async function knownHolder(
  context: Context,
  { emrOf }: PaymentServices,
  { kind, patientId }: PayingPerson,
): Promise<KnownHolder> {
  if (kind !== 'patient') return {}
  try {
    const known = await emrOf(context.licensee).patient(patientId)
    if (!known) return {}
    const { firstName, lastName, address, secondAddress, city, state, zip, email } = known
    const { text: number } = phone(known.cellPhone)
    const digits = tenDigitsOf(known.cellPhone) ?? ''
    const all = { firstName, lastName, address, address2: secondAddress, city, zip, phone: digits, email }
    const filled = Object.entries(all).filter(([, value]) => value !== '')
    return {
      holder: { ...Object.fromEntries(filled), ...(usStates.includes(state) ? { state } : {}) },
      ...(digits === '' && number !== '' ? { otherPhone: number } : {}),
    }
  } catch (error) {
    if (error instanceof EmrError) return {} // the form is filled in by hand
    throw error
  }
}
