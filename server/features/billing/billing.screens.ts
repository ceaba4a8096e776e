import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { careHiddenText } from '../../practice/billing/care-privacy.ts'
import type { Charge } from '../../gateways/emr/billing.ts'
import { routes } from '../../practice/routes.ts'
import { button, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { dateText, longDayText } from '../../protocol/time-words.ts'
import {
  adjustedCents,
  balanceOf,
  isPaidInParts,
  isUndecided,
  moneyText,
  owedFor,
  paidInPartsText,
  payable,
  type PendingPart,
  payingAmount,
  type Visit,
  visitsOf,
} from '../../practice/billing/charges.rules.ts'
import { chargesOf, chosenText } from '../../practice/billing/chosen-charges.ts'
import type { ChargePayments } from '../../practice/extension-points.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { estimatesRegion } from './estimates.ts'

export const chargesRegion = 'billing.charges'

/** What is chosen to be paid, as in the address, while nothing is. */
const nothingChosen = 'none'

export interface BillingPage {
  /** The practice's own words (PortalBillingText), plain text. */
  practiceText: string
  /** Of the address. */
  pay?: string
  person: PayingPerson
  hasEstimates: boolean
  /** For who does not see what was done. */
  proofs: BlockList
}

/** Specification 2 §2.3; for guests §2.6. */
export function billingScreen({ practiceText, pay, person, hasEstimates, proofs }: BillingPage): ScreenBody {
  const src = pay === undefined ? chargesRegion : `${chargesRegion}?pay=${pay}`
  return {
    title: 'Billing',
    ...(person.kind === 'guest' ? {} : { back: { label: 'Dashboard', to: routes.dashboard } }), // guests have none
    blocks: [
      title('Billing'),
      ...(practiceText.trim() === '' ? [] : [text('practice-text', practiceText)]),
      ...(person.seesCare ? [] : [text('privacy', careHiddenText)]),
      { kind: 'region', id: 'charges', src, shape: 'table' },
      ...(hasEstimates
        ? [{ kind: 'region', id: 'estimates-region', src: estimatesRegion, shape: 'table' } as const]
        : []),
      ...(person.seesCare ? [] : proofs),
    ],
  }
}

/** How charges are paid here, and which ones are chosen. */
interface Paying extends ChargePayments {
  person: PayingPerson
  pending: readonly PendingPart[]
  /** The charges that can be paid. */
  open: readonly Charge[]
  /** Undefined while the person is not choosing. */
  chosen: readonly string[] | undefined
}

export interface ChargesPage {
  person: PayingPerson
  /** The latest visit first. */
  charges: readonly Charge[]
  payments: ChargePayments
  /** Read before the charges. */
  pending: readonly PendingPart[]
  /** What can be done besides paying. */
  actions: BlockList
  /** Of the address. */
  pay?: string
}

/** What the patient owes, and by visit what it is made of. */
export function chargesBlocks({ person, charges, payments, pending, actions, pay }: ChargesPage): BlockList {
  const open = payments.isOffered ? payable(charges, pending) : []
  const paying = { ...payments, person, pending, open, chosen: chosenIn(pay, open) }
  const bill: BlockOf<'stack'> = {
    kind: 'stack',
    id: 'bill',
    gap: 'large',
    blocks: [
      {
        kind: 'stack',
        id: 'balance-and-pay',
        blocks: [...balanceBlocks(charges), ...payBlocks(charges, paying), ...(balanceOf(charges) > 0 ? actions : [])],
      },
      ...payments.agreed,
      ...visitsOf(charges).map((visit) => visitSection(visit, paying)),
      ...payments.history,
    ],
  }
  return [...payments.notices, bill, ...choiceBar(charges, paying)]
}

/** Nobody chooses where nothing can be paid, for instance because paying was switched off meanwhile. */
function chosenIn(pay: string | undefined, open: readonly Charge[]): string[] | undefined {
  if (pay === undefined || open.length === 0) return undefined
  return pay === nothingChosen ? [] : chargesOf(pay, open).chosen.map(({ id }) => id)
}

/** 'No Due Payment' is verbatim from specification 2 §2.3. */
function balanceBlocks(charges: readonly Charge[]): BlockList {
  const balance = balanceOf(charges)
  if (balance > 0) return [text('balance', `You owe ${moneyText(balance)}`, 'heading')]
  const due = text('balance', 'No Due Payment', 'heading')
  if (charges.length === 0)
    return [due, text('no-charges', 'When the office bills you for a visit, it will be shown here.')]
  return balance === 0 ? [due] : [due, text('credit', `You have a credit of ${moneyText(-balance)}.`)]
}

/** Pays everything at once; or leads to choosing, and to other ways to pay. */
function payBlocks(charges: readonly Charge[], { person, open, chosen, pending, waysToPay }: Paying): BlockList {
  const amount = payingAmount(charges, open, pending)
  if (amount === 0 || chosen !== undefined) return []
  return [
    {
      kind: 'stack',
      id: 'pay',
      direction: 'across',
      blocks: [
        button('pay-all', {
          text: `Pay ${moneyText(amount)}`,
          style: 'primary',
          icon: 'card',
          do: goTo(person.routes.payment),
        }),
        ...(open.length > 1
          ? [
              button('choose', {
                text: 'Choose what to pay',
                do: goTo(`${person.routes.billing}?pay=${nothingChosen}`),
              }),
            ]
          : []),
        ...waysToPay(amount),
      ],
    },
    ...(isPaidInParts(charges, open, pending) ? [text('in-parts', paidInPartsText)] : []),
  ]
}

/** The running Paying Amount (specification 2 §4.1), in sight while charges are ticked. */
function choiceBar(charges: readonly Charge[], { person, open, chosen, pending }: Paying): BlockList {
  if (chosen === undefined) return []
  const next = open.find(({ id }) => !chosen.includes(id))
  const isFull = next !== undefined && chosenText([...chosen, next.id], open) === undefined
  const amount = payingAmount(
    charges,
    open.filter(({ id }) => chosen.includes(id)),
    pending,
  )
  return [
    {
      kind: 'stack',
      id: 'choice-bar',
      label: 'What you pay',
      direction: 'across',
      pinned: true,
      blocks: [
        text('choice', [
          { text: `${chosen.length} selected · Paying Amount ` },
          { text: moneyText(amount), strong: true },
          { text: ` · Total Balance ${moneyText(balanceOf(charges))}` },
          ...(isFull ? [{ text: ' · You cannot tick more at once. Pay these first.' }] : []),
        ]),
        {
          kind: 'stack',
          id: 'choice-buttons',
          direction: 'across',
          gap: 'small',
          blocks: [
            button('pay-chosen', {
              text: 'Pay Bill',
              style: 'primary',
              do: goTo(`${person.routes.payment}?bills=${chosenText(chosen, open) ?? ''}`),
              ...(amount === 0 ? { disabled: { reason: 'Tick what you want to pay.' } } : {}),
            }),
            button('choose-no-more', { text: 'Cancel', style: 'secondary', do: goTo(person.routes.billing) }),
          ],
        },
      ],
    },
  ]
}

function visitSection({ day, facility, charges, owedCents }: Visit, paying: Paying): BlockOf<'section'> {
  return {
    kind: 'section',
    id: `visit-${day}`,
    title: longDayText(day),
    help: facility,
    blocks: [
      {
        kind: 'grid',
        id: `visit-${day}-charges`,
        columns: 1,
        fold: {
          after: 1,
          more: `Details of ${dateText(day)}`,
          less: `Hide details of ${dateText(day)}`,
        },
        blocks: [
          chargesTable({ day, charges, owedCents, paying }),
          ...(paying.person.seesCare ? charges.map(detailsOf) : []),
        ],
      },
    ],
  }
}

type ChargesTable = Pick<Visit, 'day' | 'charges' | 'owedCents'> & { paying: Paying }

/** What shows adds up: charged, less discount, insurance and payments, is owed. */
function chargesTable({ day, charges, owedCents, paying }: ChargesTable): BlockOf<'table'> {
  const hasDiscount = charges.some(({ discountCents }) => discountCents !== 0)
  return {
    kind: 'table',
    id: `visit-${day}-table`,
    caption: `Charges of ${dateText(day)}`,
    hideCaption: true,
    ...(paying.chosen === undefined ? {} : { selection: 'Pay This' }),
    columns: [
      { id: 'procedure', label: 'Procedure', main: true },
      { id: 'charged', label: 'Our Charge', align: 'end', figures: true },
      ...(hasDiscount ? [{ id: 'discount', label: 'Discount', align: 'end' as const, figures: true }] : []),
      { id: 'insurance', label: 'Insurance Payments', align: 'end', figures: true },
      { id: 'paid', label: 'Patient Payment', align: 'end', figures: true },
      { id: 'owed', label: 'You owe', align: 'end', figures: true },
    ],
    rows: [
      ...charges.map((charge, at) => ({
        id: `charge-${charge.id}`,
        ...selectionOf(charge, { name: nameOf(charge, { at, paying }), paying }),
        cells: {
          procedure: {
            text: nameOf(charge, { at, paying }),
            ...(paying.pending.some(({ billId }) => billId === charge.id) ? { help: 'Is being paid' } : {}),
          },
          charged: { text: moneyText(charge.chargedCents) },
          ...(hasDiscount ? { discount: { text: moneyText(charge.discountCents) } } : {}),
          insurance: isUndecided(charge) ? { text: 'Not decided yet' } : { text: moneyText(charge.insuranceCents) },
          paid: { text: moneyText(charge.paidCents) },
          owed: { text: moneyText(owedFor(charge)), ...adjustmentOf(charge) },
        },
      })),
      ...(charges.length > 1
        ? [
            {
              id: `visit-${day}-sum`,
              cells: {
                procedure: { text: 'This visit' },
                owed: { text: [{ text: moneyText(owedCents), strong: true }] },
              },
            },
          ]
        : []),
    ],
    empty: { text: 'There are no charges.' },
  }
}

function adjustmentOf(charge: Charge): { help?: string } {
  const cents = adjustedCents(charge)
  return cents === 0 ? {} : { help: `After other adjustments of ${moneyText(cents)}` }
}

type Row = BlockOf<'table'>['rows'][number]

/** A guest has not proven more than a name and a birth date: what was done is not shown (security.md). */
function nameOf({ description, code }: Charge, { at, paying }: { at: number; paying: Paying }): string {
  return paying.person.seesCare ? description || code : `Charge ${at + 1}`
}

/** The tick of a charge: the address with it, or without it. */
function selectionOf(
  { id, day }: Charge,
  { name, paying: { person, open, chosen } }: { name: string; paying: Paying },
): Pick<Row, 'select'> {
  if (chosen === undefined || !open.some((charge) => charge.id === id)) return {}
  const selected = chosen.includes(id)
  const next = selected ? chosen.filter((each) => each !== id) : [...chosen, id]
  const isTooLong = next.length > 0 && chosenText(next, open) === undefined
  const pay = chosenText(isTooLong ? chosen : next, open) ?? nothingChosen
  return {
    select: {
      selected,
      about: `${name}, ${dateText(day)}`,
      do: { type: 'navigate', to: `${person.routes.billing}?pay=${pay}`, replace: true },
    },
  }
}

/** All columns of specification 2 §2.3, of one charge. */
function detailsOf(charge: Charge): BlockOf<'section'> {
  const amounts = [
    ['charged', 'Our Charge', charge.chargedCents],
    ['allowed', 'Allowed Amount', charge.allowedCents],
    ['discount', 'Discount', charge.discountCents],
    ['insurance', 'Insurance Payments', charge.insuranceCents],
    ['responsible', 'Patient Responsible', charge.responsibleCents],
    ['paid', 'Patient Payment', charge.paidCents],
    ['remaining', 'Remaining Patient Balance', owedFor(charge)],
  ] as const
  return {
    kind: 'section',
    id: `details-${charge.id}`,
    title: charge.description || charge.code,
    level: 3,
    card: true,
    blocks: [
      {
        kind: 'facts',
        id: `facts-${charge.id}`,
        facts: [
          { id: 'day', name: 'Service Date', value: dateText(charge.day) },
          {
            id: 'procedure',
            name: 'Procedure Code/Description',
            value: [charge.code, charge.description].filter((part) => part !== '').join(' '),
          },
          { id: 'diagnoses', name: 'Diagnosis Code(s)', value: charge.diagnoses.join(', ') },
          ...amounts.map(([id, name, cents]) => ({ id, name, value: moneyText(cents) })),
        ],
      },
    ],
  }
}
