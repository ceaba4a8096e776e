import type { BlockList } from '../../../../schemas/block.ts'
import type { BlockOf } from '../../../../schemas/blocks.ts'
import type { Dialog } from '../../../../schemas/dialog.ts'
import { moneyText } from '../../../practice/billing/charges.rules.ts'
import { paths } from '../../../practice/paths.ts'
import { paymentPaths } from '../payments.paths.ts'
import { button, form, goTo, link, messageDialog, text, title } from '../../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../../protocol/definitions.ts'
import { addDays, dateText, longDayText } from '../../../protocol/time-words.ts'
import type { OwnCard } from '../own-cards.ts'
import { cardText } from '../payments.rules.ts'
import { AgreeForm, agreeCodes, counts, installmentsCodes, InstallmentsForm } from './installments.inputs.ts'
import { installmentsMessages } from './installments.messages.ts'
import { isEnoughForInstallments, latestFirstDays, leastOwedCents, partsOf, type Part } from './installments.rules.ts'

export interface InstallmentActions {
  preview: ActionDefinition
  agree: ActionDefinition
  stop: ActionDefinition
}

export interface InstallmentsPage {
  actions: InstallmentActions
  /** What can be paid now, in cents. */
  totalCents: number
  /** Undefined while the card processor fails. */
  cards: readonly OwnCard[] | undefined
  /** The id of the address. */
  chosen: string | undefined
  /** The patient has an agreement already. */
  hasPlan: boolean
  /** `yyyy-MM-dd`, at the practice. */
  today: string
}

const heading = 'Pay in installments'
const changeCard = 'choose-card'

/** The form for an agreement; the dates and amounts are shown before the person agrees. */
export function installmentsScreen(page: InstallmentsPage): ScreenBody {
  const { cards, chosen } = page
  const body = { title: heading, width: 'reading', back: { label: 'Billing', to: paths.billing() } } as const
  const reason = whyNot(page)
  if (reason) return { ...body, blocks: [title(heading), ...reason] }
  const card = cards?.find(({ opaqueId }) => opaqueId === chosen) ?? cards?.[0]
  if (!cards || !card) return { ...body, blocks: [title(heading), ...(cards ? noCard() : processorFails())] }
  return {
    ...body,
    blocks: [
      title(heading),
      text('lead', 'Pay what you owe in equal monthly payments with a saved card. You can stop at any time.', 'lead'),
      totalFacts(page, { card, canChange: cards.length > 1 }),
      planForm(page, card),
    ],
    ...(cards.length > 1 ? { dialogs: { [changeCard]: cardsDialog(cards) } } : {}),
  }
}

function whyNot({ totalCents, hasPlan }: InstallmentsPage): BlockList | undefined {
  if (hasPlan) return [text('has-plan', 'This bill is being paid in installments already.'), toBilling()]
  if (totalCents === 0) return [text('nothing', 'Nothing can be paid now.'), toBilling()]
  if (!isEnoughForInstallments(totalCents))
    return [text('too-little', `You can pay in installments from ${moneyText(leastOwedCents)} on.`), toBilling()]
  return undefined
}

function toBilling(): BlockOf<'action'> {
  return link('to-billing', { text: 'Go to Billing', to: paths.billing(), icon: 'card' })
}

function noCard(): BlockList {
  return [
    {
      kind: 'notice',
      id: 'no-card',
      tone: 'info',
      title: 'Save a card first',
      text: "Installments are paid with a saved card. Pay a first part of what you owe, tick 'Save Card Details', and come back here.",
    },
    button('to-payment', { text: 'Make Payment', style: 'primary', icon: 'card', do: goTo(paths.payment()) }),
  ]
}

function processorFails(): BlockList {
  return [
    {
      kind: 'notice',
      id: 'processor-fails',
      tone: 'error',
      text: 'Your saved cards cannot be shown at the moment. Please try again later.',
      actions: [
        {
          id: 'processor-again',
          label: 'Try again',
          do: { type: 'navigate', to: paymentPaths.installments(), replace: true },
        },
      ],
    },
  ]
}

function totalFacts(
  { totalCents }: InstallmentsPage,
  { card, canChange }: { card: OwnCard; canChange: boolean },
): BlockOf<'facts'> {
  const change = { label: 'Change', about: 'the card', do: { type: 'open', dialog: changeCard } } as const
  return {
    kind: 'facts',
    id: 'total-facts',
    facts: [
      { id: 'total', name: 'You owe', value: [{ text: moneyText(totalCents), strong: true }] },
      { id: 'card', name: 'Card on file', value: cardText(card), ...(canChange ? { change } : {}) },
    ],
  }
}

function cardsDialog(cards: readonly OwnCard[]): Dialog {
  return {
    id: changeCard,
    title: 'Which card?',
    closeLabel: 'Close',
    blocks: [
      {
        kind: 'choice',
        id: 'cards',
        label: 'Saved cards',
        groups: [
          {
            id: 'saved',
            options: cards.map((card) => ({
              id: `card-${card.opaqueId}`,
              title: cardText(card),
              ...(card.name === '' ? {} : { text: card.name }),
              icon: 'card' as const,
              do: { type: 'navigate' as const, to: paymentPaths.installments({ card: card.opaqueId }), replace: true },
            })),
          },
        ],
      },
    ],
    actions: [button('cards-close', { text: 'Close', style: 'secondary', do: { type: 'close' } })],
  }
}

function planForm({ actions, totalCents, today }: InstallmentsPage, card: OwnCard): BlockOf<'form'> {
  const latest = addDays(today, latestFirstDays)
  return form({
    id: 'installments-form',
    label: 'Installments',
    action: actions.preview,
    schema: InstallmentsForm,
    codes: installmentsCodes,
    messages: {
      ...installmentsMessages,
      'payments.firstDay': installmentsMessages['payments.firstDay'].replace('{latest}', dateText(latest)),
    },
    fields: [
      {
        name: 'count',
        label: 'Monthly payments',
        widget: 'select',
        optionLabels: counts.map((count) => countText(totalCents, count)),
      },
      {
        name: 'firstOn',
        label: 'First payment',
        help: `Month/day/year, up to ${dateText(latest)}`,
        widget: 'date',
        earliest: today,
        latest,
      },
    ],
    value: { count: 3, firstOn: today },
    input: { card: card.opaqueId },
    submitLabel: 'Next',
  })
}

/** `3 payments of $104.15`; the last one may be a few cents more. */
function countText(totalCents: number, count: number): string {
  const [first, ...others] = partsOf(totalCents, { first: '2000-01-01', count })
  const amount = moneyText(first?.amountCents ?? 0)
  const isEqual = others.at(-1)?.amountCents === first?.amountCents
  return isEqual ? `${count} payments of ${amount}` : `${count} payments of about ${amount}`
}

export interface Preview {
  agree: ActionDefinition
  parts: readonly Part[]
  totalCents: number
  card: OwnCard
  practice: string
  /** What is sent back with the agreement. */
  input: { count: number; firstOn: string; card: string }
}

/** The agreed dates and amounts, and the agreement itself. */
export function previewDialog({ agree, parts, totalCents, card, practice, input }: Preview): Dialog {
  return {
    id: 'installments-preview',
    title: 'Check your installments',
    closeLabel: 'Close',
    blocks: [
      {
        kind: 'table',
        id: 'preview-table',
        caption: `${moneyText(totalCents)} with ${cardText(card)}`,
        narrow: 'lines',
        columns: [
          { id: 'day', label: 'Date', main: true },
          { id: 'amount', label: 'Amount', align: 'end', figures: true, result: true },
        ],
        rows: parts.map(({ day, amountCents }, at) => ({
          id: `preview-${at + 1}`,
          cells: { day: { text: longDayText(day) }, amount: { text: moneyText(amountCents) } },
        })),
        empty: { picture: 'card', text: 'There are no payments.' },
      },
      text(
        'preview-terms',
        'We email you three days before each later payment. You can stop at any time under Billing. You never pay more than you still owe.',
      ),
      form({
        id: 'agree-form',
        label: 'Agreement',
        action: agree,
        schema: AgreeForm,
        codes: agreeCodes,
        messages: installmentsMessages,
        fields: [
          {
            name: 'agreed',
            label: `I agree that ${practice} charges ${cardText(card)} these amounts on these dates.`,
            widget: 'checkbox',
          },
        ],
        input: { ...input, total: totalCents },
        submitLabel: 'Agree',
        busyText: 'Storing your agreement',
        when: { condition: { path: '/agreed', eq: true }, reason: installmentsMessages['payments.agreement'] },
      }),
    ],
    actions: [button('preview-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

export function agreedDialog({ first, today }: { first: string; today: string }): Dialog {
  return messageDialog({
    id: 'installments-agreed',
    title: 'Your installments are set up',
    words: [
      first === today ? 'The first payment is made today.' : `The first payment is made on ${longDayText(first)}.`,
      'We have emailed you the dates. Everything is under Billing, where you can also stop.',
    ],
  })
}

export function changedDialog(): Dialog {
  return messageDialog({
    id: 'installments-changed',
    title: 'Nothing was agreed',
    words: ['What you owe has changed meanwhile. Please check the new amounts.'],
  })
}

export function hasPlanDialog(): Dialog {
  return messageDialog({
    id: 'installments-exist',
    title: 'Nothing was agreed',
    words: ['This bill is being paid in installments already.'],
  })
}
