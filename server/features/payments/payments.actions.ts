import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { paymentSettings } from './payments.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { portalBase } from '../../identity/email-content.ts'
import { todayAt } from '../../identity/today.ts'
import { mostAmountCents, moneyText } from '../../practice/billing/charges.rules.ts'
import { action, type ActionContext } from '../../protocol/definitions.ts'
import { Failure, InvalidInput } from '../../protocol/failure.ts'
import { payingPerson, type PayingPerson } from '../../practice/billing/paying-person.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { guarded } from './guarded.ts'
import { stopThose } from './installments/end-plans.ts'
import { isUnchanged, loadOwnBill, type OwnBill } from './own-bill.ts'
import { askProcessor, cardOwner, cardsFor, enteredCard, cardPlace, numberId, ownCard } from './own-cards.ts'
import { pay as payOnce, type Charging, type PayOutcome } from './pay.ts'
import type { Paid } from './paid.blocks.ts'
import type { PaymentServices } from './payments-services.ts'
import {
  amountCodes,
  cardCodes,
  CardInput,
  ChosenBills,
  NewCardInput,
  PayInput,
  SavedCardInput,
  type CardDetails,
} from './payments.inputs.ts'
import { areTooMany, openingLimits } from './payment-limits.rules.ts'
import { countOpenings, noteOpening, type Trier } from './payment-limits.store.ts'
import { allocate, cardText, centsIn, hasExpired, leastCents } from './payments.rules.ts'
import {
  amountDialog,
  anotherCard,
  cardFormId,
  changedDialog,
  declinedDialog,
  notChargedDialog,
  paidDialog,
  takenDialog,
  tooManyDialog,
  unknownDialog,
  type PaymentActions,
} from './payments.screens.ts'
import { encryptDetails } from './receipt-details.ts'
import { forgetEnteredCard, keepOpenedCard, keepToken, type EnteredCardRow } from './payments.store.ts'

const refresh: Effect = { type: 'refresh', what: 'screen' }
const limit = { perAddress: 60 } as const

/** Entering a card, and paying (specification 2 §4.2). */
export function paymentActions(services: PaymentServices): PaymentActions {
  const { db, encryption } = services
  const pay = action({
    ...guarded,
    name: 'payments.pay',
    about: 'Sent a payment by card',
    input: PayInput,
    codes: amountCodes,
    limit,
    run: (context, input) => payBill(services, context, input),
  })
  return {
    pay,
    openCard: action({
      ...guarded,
      name: 'payments.openCard',
      about: 'Opened the page of the card processor for a card number',
      repeatable: true,
      input: closed({}),
      limit,
      run: async (context) => {
        const person = payingPerson(context)
        if (!(await enteredCard(context, services, person))) {
          const trier = trierOf(context, services, person)
          if (areTooMany(await countOpenings(db, trier, context.now()), openingLimits))
            throw new Failure('payments.tooManyCards', { status: 429, retryAfterSeconds: 3600 })
          await noteOpening(db, trier, context.now())
          const { id, pageUrl } = await askProcessor(context, services, () =>
            cardsFor(context, services).openSession({ origin: context.client.origin }),
          )
          const { licenseeId, payer } = person
          const session = encryption.encrypt(id, ['entered_cards.session', licenseeId, payer])
          const place = cardPlace(context, person)
          await keepOpenedCard(db, { ...place, session, pageUrl, openedAt: context.now() })
        }
        return [refresh]
      },
    }),
    cardEntered: action({
      ...guarded,
      name: 'payments.cardEntered',
      about: 'Entered a card number at the processor',
      repeatable: true,
      input: closed({}),
      limit,
      run: async (context) => {
        const person = payingPerson(context)
        const row = await enteredCard(context, services, person)
        if (!row) throw new Failure('payments.noNumber', { status: 409 })
        if (row.token !== null) return [refresh]
        const sessionId = encryption.decrypt(row.session, ['entered_cards.session', person.licenseeId, person.payer])
        const card = await askProcessor(context, services, () => cardsFor(context, services).cardOf(sessionId))
        if (!card) throw new Failure('payments.noNumber', { status: 409 })
        const { brand, lastFour } = card
        const token = encryption.encrypt(card.token, ['entered_cards.token', person.licenseeId, person.payer])
        await keepToken(db, { ...cardPlace(context, person), session: row.session, token, brand, lastFour })
        return [refresh, { type: 'focus', id: cardFormId }]
      },
    }),
    changeCard: action({
      ...guarded,
      name: 'payments.changeCard',
      about: 'Removed the card number that was entered',
      repeatable: true,
      input: ChosenBills,
      run: async (context, { bills }) => {
        const person = payingPerson(context)
        await forgetEnteredCard(db, cardPlace(context, person))
        return [{ type: 'navigate', to: person.paths.payment({ bills, card: anotherCard }), replace: true }, refresh]
      },
    }),
    // Its answer holds what was entered but for the CVC, and is not stored, because the action is repeatable.
    next: action({
      ...guarded,
      name: 'payments.next',
      about: 'Filled in the card form',
      actions: [pay],
      repeatable: true,
      input: NewCardInput,
      codes: cardCodes,
      visible: { cardName: { path: '/save', eq: true } },
      limit,
      run: async (context, { bills, ...entered }) => {
        const person = payingPerson(context)
        const row = await tokenOf(context, services, person)
        checkCard(context, entered)
        const bill = await loadOwnBill(context, services, { person, bills }).catch(uncharged)
        if (bill.amountCents === 0) return [refresh]
        return open(
          amountDialog({
            pay,
            bill,
            bills,
            card: cardText(row),
            how: { entered, number: numberId(services, row) },
            limits: limitsOf(context, bill),
          }),
        )
      },
    }),
    chooseSaved: action({
      ...guarded,
      name: 'payments.chooseSaved',
      about: 'Chose a card on file',
      actions: [pay],
      repeatable: true,
      input: SavedCardInput,
      limit,
      run: async (context, { bills, card: opaqueId }) => {
        const person = payingPerson(context)
        const card = await ownCard(context, services, { person, card: opaqueId })
        const bill = await loadOwnBill(context, services, { person, bills }).catch(uncharged)
        if (bill.amountCents === 0) return [refresh]
        const limits = limitsOf(context, bill)
        return open(amountDialog({ pay, bill, bills, card: cardText(card), how: { card: opaqueId }, limits }))
      },
    }),
    deleteCard: action({
      ...guarded,
      name: 'payments.deleteCard',
      about: 'Deleted a card on file',
      input: CardInput,
      limit,
      run: async (context, { card: opaqueId }) => {
        const person = payingPerson(context)
        const { licenseeId, patientId } = person
        const { id: cardId } = await ownCard(context, services, { person, card: opaqueId })
        await askProcessor(context, services, () => cardsFor(context, services).deleteCard({ patientId, id: cardId }))
        await db.transaction((tx) => stopThose(tx, services, { licenseeId, patientId, cardId, reason: 'card' }))
        context.publish([billsTopic(person)])
        return [{ type: 'close' }, refresh, { type: 'notify', tone: 'success', text: 'The card was deleted.' }]
      },
    }),
  }
}

/** What can be paid at once, in cents. */
function limitsOf(context: ActionContext, { mostCents }: OwnBill): { least: number; most: number } {
  const most = context.setting(paymentSettings.Portal_Payment_Credit) ? mostAmountCents : mostCents
  return { least: leastCents(context, mostCents), most }
}

function open(dialog: Dialog): Effect[] {
  return [{ type: 'open', dialog }]
}

/** Throws the Failure `payments.session` before a card number was entered. */
async function tokenOf(
  context: ActionContext,
  services: PaymentServices,
  person: PayingPerson,
): Promise<EnteredCardRow & { token: string }> {
  const row = await enteredCard(context, services, person)
  if (!row || row.token === null) throw new Failure('payments.session', { status: 409 })
  return { ...row, token: row.token }
}

/** What the schema of the form cannot say. */
function checkCard(context: ActionContext, entered: CardDetails): void {
  if (hasExpired(entered, todayAt(context))) throw new InvalidInput([{ pointer: '/year', code: 'payments.expired' }])
  if (entered.save && !entered.cardName?.trim())
    throw new InvalidInput([{ pointer: '/cardName', code: 'payments.cardName' }])
}

/** The record server failed before the card was charged. */
function uncharged(error: unknown): never {
  if (!(error instanceof EmrError)) throw error
  throw new Failure('payments.unavailable', { status: 503, retryAfterSeconds: 30, cause: error })
}

async function payBill(services: PaymentServices, context: ActionContext, input: PayInput): Promise<Effect[]> {
  const person = payingPerson(context)
  const read = () => loadOwnBill(context, services, { person, bills: input.bills }).catch(uncharged)
  const bill = await read()
  if (bill.isStale || bill.amountCents === 0 || bill.dueCents !== input.balance) return drawnAgain(bill)
  const amountCents = centsIn(input.amount)
  const { least, most } = limitsOf(context, bill)
  if (amountCents > most)
    throw new InvalidInput([{ pointer: '/amount', code: 'payments.tooMuch', params: { most: moneyText(most) } }])
  if (amountCents < least)
    throw new InvalidInput([{ pointer: '/amount', code: 'payments.tooLittle', params: { least: moneyText(least) } }])
  const { card, charge } = await meansOf(services, context, { person, input, amountCents })
  const noticeTo = input.entered?.email?.trim() ?? ''
  const createdAt = context.now()
  const charges = allocate(amountCents, bill.payable)
  const outcome = await payOnce(services, {
    charge,
    isStillOwed: (pending) => isUnchanged(context, services, { bill, pending }).catch(uncharged),
    payment: {
      ...trierOf(context, services, person),
      accountId: person.accountId,
      amountCents,
      card,
      createdAt,
      charges,
      receiptTo: noticeTo || null,
      receiptDetails: encryptDetails(services.encryption, {
        of: person,
        paidBy: paidBy(context, input),
        charges: bill.payable.filter(({ id }) => charges.some(({ billId }) => billId === id)),
      }),
      origin: person.kind === 'guest' ? null : portalBase(context),
    },
  })
  context.trace.transmitted = {
    to: outcome.outcome === 'approved' ? `Card processor, ${outcome.id}` : 'Card processor',
    status: `${moneyText(amountCents)} ${outcomeTexts[outcome.outcome]}`,
  }
  if (outcome.outcome === 'changed') return drawnAgain(await read())
  if (input.entered && isUsed(outcome)) await forgetEnteredCard(services.db, cardPlace(context, person))
  return [
    { type: 'close' },
    { type: 'navigate', to: nextPath(person, { outcome: outcome.outcome, bills: input.bills }), replace: true },
    {
      type: 'open',
      dialog: outcomeDialog(outcome, {
        office: context.setting(practiceSettings.Practice_Phone),
        isGuest: person.kind === 'guest',
        noticeTo,
        paid: (id) => ({
          payment: { id, amountCents, card, createdAt },
          patient: `${person.patient.firstName} ${person.patient.lastName}`,
          owedCents: bill.dueCents - amountCents,
          timeZone: context.licensee.timeZone,
        }),
      }),
    },
  ]
}

/** The name of the account holder; of a guest, the name on the card. */
function paidBy({ principal }: ActionContext, { entered }: PayInput): string {
  const { firstName = '', lastName = '' } = principal && 'login' in principal ? principal : (entered ?? {})
  return `${firstName} ${lastName}`.trim()
}

/** What was ticked is kept for another try; a declined guest tries again at once (specification 2 §4.2). */
function nextPath(
  person: PayingPerson,
  { outcome, bills }: { outcome: PayOutcome['outcome']; bills: string | undefined },
): string {
  if (outcome === 'approved') return person.paths.billing()
  return outcome === 'declined' && person.kind === 'guest'
    ? person.paths.payment({ bills })
    : person.paths.billing({ pay: bills })
}

/** For the activity log. */
const outcomeTexts: Record<PayOutcome['outcome'], string> = {
  approved: 'paid',
  declined: 'declined',
  unknown: 'not confirmed',
  changed: 'not sent',
  taken: 'not sent',
  tooMany: 'not sent',
  notCharged: 'not charged',
}

/** Whether the processor has the number of the card: another one has to be entered for another payment. */
function isUsed({ outcome }: PayOutcome): boolean {
  return outcome === 'approved' || outcome === 'declined' || outcome === 'unknown'
}

function trierOf(
  { client }: ActionContext,
  { linkTokens }: PaymentServices,
  { licenseeId, patientId, payer }: PayingPerson,
): Trier & { network: string } {
  return { licenseeId, patientId, payer, network: linkTokens(licenseeId, 'network', client.network) }
}

/** The bill is not the one that the dialog was drawn with: nothing was charged. */
function drawnAgain({ amountCents }: OwnBill): Effect[] {
  return [{ type: 'close' }, refresh, ...open(changedDialog(amountCents))]
}

/** How the card is charged: by what was entered, or one on file. */
async function meansOf(
  services: PaymentServices,
  context: ActionContext,
  { person, input, amountCents }: { person: PayingPerson; input: PayInput; amountCents: number },
): Promise<{ card: string; charge: Charging }> {
  const { patientId } = person
  if (input.card !== undefined) {
    const saved = await ownCard(context, services, { person, card: input.card })
    const { token } = saved
    return {
      card: cardText(saved),
      charge: (cards, reference) => cards.payWithSavedCard({ reference, patientId, amountCents, token }),
    }
  }
  if (!input.entered) throw new Failure('payments.session', { status: 409 })
  checkCard(context, input.entered)
  const row = await tokenOf(context, services, person)
  // Another device may have entered another card since the dialog was drawn.
  if (input.number !== numberId(services, row)) throw new Failure('payments.otherNumber', { status: 409 })
  const { cvc } = input
  if (cvc === undefined) throw new InvalidInput([{ pointer: '/cvc', code: 'payments.cvc' }])
  const { month, year, save, cardName = '', ...holder } = input.entered
  const owner = cardOwner(services, person)
  const token = services.encryption.decrypt(row.token, ['entered_cards.token', person.licenseeId, person.payer])
  return {
    card: cardText(row),
    charge: (cards, reference) =>
      cards.pay({
        reference,
        patientId,
        amountCents,
        token,
        expiry: `${month.padStart(2, '0')}${year}`,
        cvc,
        holder: { lastName: '', address2: '', email: '', ...holder },
        ...(save && person.kind !== 'guest' ? { save: { name: cardName.trim(), owner } } : {}),
      }),
  }
}

function outcomeDialog(
  outcome: Exclude<PayOutcome, { outcome: 'changed' }>,
  { office, paid, ...shown }: { office: string; isGuest: boolean; noticeTo: string; paid: (id: string) => Paid },
): Dialog {
  switch (outcome.outcome) {
    case 'approved':
      return paidDialog({ paid: paid(outcome.id), ...shown })
    case 'declined':
      return declinedDialog(outcome.message)
    case 'unknown':
      return unknownDialog()
    case 'taken':
      return takenDialog()
    case 'tooMany':
      return tooManyDialog(office)
    case 'notCharged':
      return notChargedDialog()
  }
}
