import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { FieldGroup } from '../../../schemas/blocks/form.ts'
import type { RowAction } from '../../../schemas/row-action.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { paths } from '../../practice/paths.ts'
import { moneyText, paidInPartsText } from '../../practice/billing/charges.rules.ts'
import { usStates } from '../../practice/us-states.ts'
import { button, call, form, goTo, link, messageDialog, phone, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { addressText } from '../../practice/postal-address.ts'
import { amountField, digitsField, fieldRow, phoneField, zipField, type FormField } from '../../protocol/form-fields.ts'
import { amountPattern, zipPattern } from '../../protocol/typed-values.ts'
import type { OwnBill } from './own-bill.ts'
import { paidBlocks, printReceipt, type Paid } from './paid.blocks.ts'
import type { OwnCard } from './own-cards.ts'
import { AmountForm, amountCodes, cardCodes, CardForm, type CardDetails, type PaymentQuery } from './payments.inputs.ts'
import { paymentsMessages } from './payments.messages.ts'
import { amountIn, cardText } from './payments.rules.ts'

/** The actions of the page. */
export interface PaymentActions {
  openCard: ActionDefinition
  cardEntered: ActionDefinition
  changeCard: ActionDefinition
  next: ActionDefinition
  chooseSaved: ActionDefinition
  pay: ActionDefinition
  deleteCard: ActionDefinition
}

/** Where the number of a new card is. */
export type CardNumber =
  | { state: 'none' }
  /** It can be entered at the processor's page. */
  | { state: 'opened'; pageUrl: string; origin: string }
  | { state: 'entered'; brand: string; lastFour: string }

export interface PaymentPage {
  actions: PaymentActions
  bill: OwnBill
  /** Of the address. */
  bills?: string
  /** Of the address: the id of a card on file, or `anotherCard`. */
  card?: string
  /** Of the address: also the cards on file beyond the newest ones. */
  cards?: PaymentQuery['cards']
  number: CardNumber
  /** Undefined while the card processor fails. */
  savedCards: readonly OwnCard[] | undefined
  /** What is known of the person who pays, for the card form. */
  holder?: Partial<CardDetails>
  /** The phone number of the record if the form does not take it. */
  otherPhone?: string
  /** The card that installments are paid with, if any. */
  plannedCardId: string | undefined
}

export const heading = 'Make Payment'
/** In milliseconds: how long the processor's page may take (specification 2 §9: about 5 seconds). */
const frameTimeoutMs = 15_000

/** Specification 2 §2.4, §4.2. */
export function paymentScreen(page: PaymentPage): ScreenBody {
  const { bill, bills, savedCards } = page
  const back = { label: 'Billing', to: bill.person.paths.billing({ pay: bills }) }
  if (bill.amountCents === 0)
    return { title: heading, width: 'reading', back, blocks: [title(heading), ...nothingToPay(bill)] }
  if (!savedCards) {
    const blocks = [title(heading), amountFacts(page), processorFails(page)]
    return { title: heading, width: 'reading', back, blocks }
  }
  const chosen = chosenCard(page, savedCards)
  return {
    title: heading,
    width: 'reading',
    back,
    blocks: [
      title(heading),
      ...(bill.isStale ? [staleNotice()] : []),
      amountFacts(page),
      ...(bill.isInParts ? [text('in-parts', paidInPartsText)] : []),
      {
        kind: 'section',
        id: 'card',
        card: true,
        title: savedCards.length > 0 ? 'Use Card on file' : 'Pay by card',
        blocks: [
          ...(savedCards.length > 0 ? cardChoice({ ...page, savedCards, chosen }) : []),
          ...(chosen ? savedCardButtons(page, chosen) : newCardBlocks(page)),
        ],
      },
    ],
    dialogs: { [frameFailed]: frameFailedDialog() },
  }
}

/** What the address says instead of the id of a card on file. */
export const anotherCard = 'new'

/** The card on file that is to be charged: that of the address, else the newest one unless a number was entered. */
function chosenCard({ card, number }: PaymentPage, savedCards: readonly OwnCard[]): OwnCard | undefined {
  if (card === anotherCard) return undefined
  const named = savedCards.find(({ opaqueId }) => opaqueId === card)
  return named ?? (number.state === 'entered' ? undefined : savedCards[0])
}

function nothingToPay({ balanceCents, isStale, person: { paths: own } }: OwnBill): BlockList {
  const words =
    isStale || balanceCents > 0
      ? 'What you owe is being paid already, or is paid. Nothing more can be paid now.'
      : 'No Due Payment'
  return [text('nothing', words), link('to-billing', { text: 'Go to Billing', to: own.billing(), icon: 'card' })]
}

function processorFails({ bill, bills, card }: PaymentPage): BlockOf<'notice'> {
  const to = bill.person.paths.payment({ bills, card })
  return {
    kind: 'notice',
    id: 'processor-fails',
    tone: 'error',
    text: paymentsMessages['payments.processor'],
    actions: [{ id: 'processor-again', label: 'Try again', do: { type: 'navigate', to, replace: true } }],
  }
}

function staleNotice(): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: 'stale',
    tone: 'warning',
    text: 'Some of the charges that you chose were paid meanwhile, or are being paid. They are left out.',
  }
}

function amountFacts({ bill, bills = 'none' }: PaymentPage): BlockOf<'facts'> {
  const { amountCents, balanceCents, person } = bill
  return {
    kind: 'facts',
    id: 'amount-facts',
    columns: true,
    facts: [
      { id: 'paying', name: 'Paying Amount', value: [{ text: moneyText(amountCents), strong: true }] },
      {
        id: 'for',
        name: 'For',
        value: chargesText(bill),
        change: { label: 'Change', about: 'what you pay for', do: goTo(person.paths.billing({ pay: bills })) },
      },
      { id: 'balance', name: 'Total Balance', value: moneyText(balanceCents) },
    ],
  }
}

interface SavedCardsPage extends PaymentPage {
  savedCards: readonly OwnCard[]
  chosen: OwnCard | undefined
}

/** How many of the cards on file are shown at first: the newest ones, and a chosen one. */
const newestCards = 5

function cardChoice(page: SavedCardsPage): BlockList {
  const { savedCards, chosen, bill, bills, card } = page
  const newest = savedCards.slice(0, newestCards)
  const shown =
    page.cards === 'all' ? savedCards : savedCards.filter((each) => newest.includes(each) || each === chosen)
  const all = bill.person.paths.payment({ bills, card, cards: 'all' })
  return [
    {
      kind: 'choice',
      id: 'cards',
      label: 'Card to pay with',
      ...(shown.length > 2 * newestCards
        ? { find: { label: 'Find a card', none: 'No card has these digits or name.' } }
        : {}),
      groups: [
        {
          id: 'all-cards',
          options: [
            ...shown.map((each) => cardOption(page, each)),
            {
              id: 'another-card',
              title: 'Another card',
              icon: 'card',
              chosen: chosen === undefined,
              do: choosing(page, anotherCard),
            },
          ],
        },
      ],
    },
    ...(shown.length < savedCards.length
      ? [
          button('show-cards', {
            text: `Show all ${savedCards.length} cards`,
            style: 'link',
            do: { type: 'navigate', to: all, replace: true },
          }),
        ]
      : []),
  ]
}

function choosing({ bill, bills, cards }: PaymentPage, card: string): CardOption['do'] {
  return { type: 'navigate', to: bill.person.paths.payment({ bills, card, cards }), replace: true }
}

type CardOption = BlockOf<'choice'>['groups'][number]['options'][number]

function cardOption({ chosen, ...page }: SavedCardsPage, card: OwnCard): CardOption {
  return {
    id: `card-${card.opaqueId}`,
    title: cardText(card),
    ...(card.name === '' ? {} : { text: card.name }),
    icon: 'card',
    chosen: card === chosen,
    actions: [deleteAction(page, card)],
    do: choosing(page, card.opaqueId),
  }
}

const frameFailed = 'frame-failed'

/** Verbatim from specification 2 §2.4. */
function frameFailedDialog(): Dialog {
  return messageDialog({
    id: frameFailed,
    title: 'Please refresh this page to make payment!',
    words: ['The form for the card number did not load. Nothing was charged.'],
  })
}

function deleteAction(
  { actions, plannedCardId }: Pick<PaymentPage, 'actions' | 'plannedCardId'>,
  card: OwnCard,
): RowAction {
  const about = `${card.name} ${cardText(card)}`.trim()
  return {
    id: `card-${card.opaqueId}-delete`,
    label: 'Delete',
    about,
    style: 'danger',
    inMenu: true,
    do: {
      ...call(actions.deleteCard, { card: card.opaqueId }),
      confirm: {
        title: 'Delete this card?',
        text: `${about} can no longer be used for payments.${card.id === plannedCardId ? ' The installments with it stop.' : ''}`,
        yes: 'Delete card',
        no: 'Keep card',
        danger: true,
      },
    },
  }
}

function savedCardButtons({ actions, bill, bills }: PaymentPage, { opaqueId }: OwnCard): BlockList {
  return [
    {
      kind: 'stack',
      id: 'pay-or-cancel',
      direction: 'across',
      blocks: [
        button('pay-saved', {
          text: 'Next',
          style: 'primary',
          do: call(actions.chooseSaved, { card: opaqueId, ...billsInput(bills) }),
        }),
        link('cancel-payment', { text: 'Cancel', to: bill.person.paths.billing({ pay: bills }) }),
      ],
    },
  ]
}

/** The number first, and what belongs to it when it is entered. */
function newCardBlocks(page: PaymentPage): BlockList {
  return [...numberBlocks(page), ...(page.number.state === 'entered' ? [cardForm(page)] : [])]
}

function numberBlocks({ number, actions, bills }: PaymentPage): BlockList {
  if (number.state === 'entered')
    return [
      {
        kind: 'facts',
        id: 'card-number',
        columns: true,
        facts: [
          {
            id: 'number',
            name: 'Card number',
            value: cardText(number),
            change: {
              label: 'Change Card Number',
              about: 'and enter another one',
              do: call(actions.changeCard, billsInput(bills)),
            },
          },
        ],
      },
    ]
  return [
    {
      kind: 'frame',
      id: 'card-number',
      label: 'Card number',
      start: call(actions.openCard, {}),
      ...(number.state === 'opened' ? { src: number.pageUrl, origin: number.origin } : {}),
      height: 200,
      timeoutMs: frameTimeoutMs,
      waiting: 'Loading the card form',
      onDone: call(actions.cardEntered, {}),
      onFailed: { type: 'open', dialog: frameFailed },
    },
  ]
}

export const cardFormId = 'card-form'

/** `autocomplete` as the browser's card and address books know them. */
const cardFields: readonly FormField[] = [
  ...fieldRow('Expiry and security code', [
    digitsField(
      { name: 'month', label: 'Month', placeholder: '04', autocomplete: 'cc-exp-month', span: 'third' },
      '^(0?[1-9]?|1[0-2])$',
      paymentsMessages['payments.month'],
    ),
    // A year that is typed whole becomes its last two digits.
    digitsField(
      { name: 'year', label: 'Year', placeholder: '28', autocomplete: 'cc-exp-year', span: 'third' },
      '^((?!00)\\d{0,2}|20\\d)$',
      paymentsMessages['payments.year'],
    ),
    digitsField(
      { name: 'cvc', label: 'CVC', placeholder: '123', autocomplete: 'cc-csc', span: 'third' },
      '^\\d{0,4}$',
      paymentsMessages['payments.cvc'],
    ),
  ]),
  ...fieldRow('Name on the card', [
    { name: 'firstName', label: 'First name on card', autocomplete: 'cc-given-name', span: 'half' },
    { name: 'lastName', label: 'Last name on card', autocomplete: 'cc-family-name', span: 'half' },
  ]),
  { name: 'address', label: 'Address', autocomplete: 'billing address-line1' },
  { name: 'address2', label: 'Address 2', autocomplete: 'billing address-line2' },
  ...fieldRow('City and state', [
    { name: 'city', label: 'City', autocomplete: 'billing address-level2', span: 'half' },
    {
      name: 'state',
      label: 'State',
      widget: 'select',
      optionLabels: usStates,
      autocomplete: 'billing address-level1',
      span: 'half',
    },
  ]),
  // In the order of the checks (specification 2 §5).
  ...fieldRow('Phone and ZIP', [
    phoneField(
      { name: 'phone', label: 'Cell phone', autocomplete: 'billing tel-national', span: 'half' },
      paymentsMessages['payments.phone'],
    ),
    zipField(
      { name: 'zip', label: 'ZIP', autocomplete: 'billing postal-code', span: 'half' },
      paymentsMessages['payments.zip'],
    ),
  ]),
  { name: 'email', label: 'Email', widget: 'email', autocomplete: 'billing email' },
]
/** Guests have no account to keep a card for. */
const savingFields: readonly FormField[] = [
  { name: 'save', label: 'Save Card Details', widget: 'checkbox' },
  { name: 'cardName', label: 'Card name', required: true, help: 'How you find it again, for example "Family card".' },
]

function cardForm({ bill, actions, bills, holder = {}, otherPhone }: PaymentPage): BlockOf<'form'> {
  const all = bill.person.kind === 'guest' ? cardFields : [...cardFields, ...savingFields]
  const phoneHelp = otherPhone && `The office has ${otherPhone}. Please enter a number with ten digits.`
  const fields = phoneHelp ? all.map((field) => (field.name === 'phone' ? { ...field, help: phoneHelp } : field)) : all
  return form({
    id: cardFormId,
    asksToLeave: true,
    label: 'Card details',
    action: actions.next,
    schema: CardForm,
    codes: cardCodes,
    messages: paymentsMessages,
    fields: [...fields],
    groups: [isWhole(holder) ? knownGroup(holder) : secondAddressGroup],
    value: { ...holder },
    keeps: ['cvc'],
    input: billsInput(bills),
    submitLabel: 'Next',
    secondary: [{ id: 'cancel-payment', label: 'Cancel', to: bill.person.paths.billing({ pay: bills }) }],
  })
}

type Known = Required<Pick<CardDetails, 'address' | 'city' | 'state' | 'zip' | 'phone'>> & Partial<CardDetails>

/** Whether address and phone number of the record can be used as they are. */
function isWhole(holder: Partial<CardDetails>): holder is Known {
  const { address = '', city = '', state, zip = '', phone: digits = '' } = holder
  const hasPlace = address !== '' && city !== '' && state !== undefined && new RegExp(zipPattern).test(zip)
  return hasPlace && digits !== ''
}

/** Who pays with a card of their own has nothing to fill in but what is on the card. */
function knownGroup({ phone: digits, email = '', ...known }: Known): FieldGroup {
  return {
    id: 'billing-details',
    title: 'Billing address',
    fields: ['address', 'address2', 'city', 'state', 'phone', 'zip', 'email'],
    folded: {
      summary: [addressText(known), phone(digits).text, email].filter(Boolean).join(' · '),
      change: 'Change',
    },
  }
}

const secondAddressGroup: FieldGroup = {
  id: 'second-address',
  title: 'Apartment',
  fields: ['address2'],
  folded: { change: '+ Apartment' },
}

function billsInput(bills: string | undefined): { bills?: string } {
  return bills === undefined ? {} : { bills }
}

export interface AmountDialog {
  pay: ActionDefinition
  bill: OwnBill
  bills?: string
  /** In words. */
  card: string
  /** What is sent back with the amount: the card form or the id of a saved card. It is kept in the browser's memory only, as is the CVC. */
  how: { entered: CardDetails; number: string } | { card: string }
  /** What can be paid at once, in cents. */
  limits: { least: number; most: number }
}

/** Specification 2 §2.4: shows the total balance, and an amount that can be changed. */
export function amountDialog({ pay, bill, bills, card, how, limits }: AmountDialog): Dialog {
  const { balanceCents, dueCents, amountCents, person } = bill
  const { least, most } = limits
  return {
    id: 'amount-dialog',
    title: 'Amount to pay',
    closeLabel: 'Close',
    blocks: [
      {
        kind: 'facts',
        id: 'amount-dialog-facts',
        facts: [
          {
            id: 'dialog-for',
            name: 'For',
            value: `${chargesText(bill)} of ${person.patient.firstName} ${person.patient.lastName}`,
          },
          { id: 'dialog-balance', name: 'Total Balance', value: moneyText(balanceCents) },
          { id: 'dialog-card', name: 'Card', value: card },
        ],
      },
      form({
        id: 'amount-form',
        label: 'Amount to pay',
        action: pay,
        schema: AmountForm,
        codes: amountCodes,
        messages: paymentsMessages,
        fields: [
          amountField({
            name: 'amount',
            label: 'Amount in dollars',
            help: least === most ? `Exactly ${moneyText(most)}.` : `From ${moneyText(least)} to ${moneyText(most)}.`,
          }),
        ],
        value: { amount: amountIn(amountCents) },
        input: { ...billsInput(bills), balance: dueCents, ...how },
        ...('entered' in how ? { takes: { form: cardFormId, fields: ['cvc'] } } : {}),
        when: {
          condition: { path: '/amount', matches: amountPattern, least: least / 100, most: most / 100 },
          reason:
            least === most
              ? `You can pay exactly ${moneyText(most)}.`
              : `Enter an amount from ${moneyText(least)} to ${moneyText(most)}.`,
        },
        submitLabel: person.kind === 'guardian' ? `Pay for ${person.patient.firstName}` : 'Pay',
        busyText: 'Paying',
      }),
    ],
    actions: [button('amount-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

function chargesText({ chosen }: OwnBill): string {
  return chosen.length === 1 ? '1 charge' : `${chosen.length} charges`
}

interface PaidDialog {
  paid: Paid
  /** Where the receipt notice goes, as it was entered; empty if nothing was. */
  noticeTo: string
  isGuest: boolean
}

/** Specification 2 §2.4; for guests §2.6. */
export function paidDialog({ paid, noticeTo, isGuest }: PaidDialog): Dialog {
  const notice = noticeTo === '' ? [] : [text('paid-notice', `We are sending a notice to ${maskedEmail(noticeTo)}.`)]
  return {
    id: 'paid',
    title: 'Payment Successful!',
    closeLabel: 'Close',
    blocks: paidBlocks(paid, notice),
    actions: [
      button('paid-ok', {
        text: 'Ok',
        style: 'primary',
        do: isGuest ? goTo(paths.guestThanks()) : { type: 'close' },
      }),
      printReceipt(paid.payment.id),
    ],
  }
}

/** The words of the processor. */
export function declinedDialog(message: string): Dialog {
  return messageDialog({ id: 'declined', title: 'Payment failed', words: [message, 'Nothing was charged.'] })
}

export function changedDialog(amountCents: number): Dialog {
  const now = amountCents > 0 ? [`It is ${moneyText(amountCents)} now. Press Next again to pay it.`] : []
  return messageDialog({
    id: 'changed',
    title: 'Nothing was charged',
    words: ['What you owe has changed meanwhile.', ...now],
  })
}

export function unknownDialog(): Dialog {
  return messageDialog({
    id: 'unknown',
    title: 'We do not know yet if you have paid',
    words: [
      'The card processor did not answer. We keep asking, and show here what became of the payment.',
      'Please do not pay again in another way until then.',
    ],
  })
}

export function takenDialog(): Dialog {
  return messageDialog({
    id: 'taken',
    title: 'Nothing was charged',
    words: ['Someone else is paying these charges, or has just paid them.'],
  })
}

/** `office` is its phone number, or empty. */
export function tooManyDialog(office: string): Dialog {
  const call = office === '' ? 'call the office' : `call the office at ${phone(office).text}`
  return messageDialog({
    id: 'too-many',
    title: 'Nothing was charged',
    words: [`Several payments were declined or are not confirmed yet. Please try again in an hour, or ${call}.`],
  })
}

export function notChargedDialog(): Dialog {
  return messageDialog({
    id: 'not-charged',
    title: 'Nothing was charged',
    words: ['The card processor could not be reached. Please try again later.'],
  })
}
