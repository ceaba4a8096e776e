import type { Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { careHiddenText } from '../../practice/billing/care-privacy.ts'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody, ToDoText } from '../../protocol/definitions.ts'
import { datedText } from '../../protocol/time-words.ts'
import {
  adjustedCents,
  balanceOf,
  creditCents,
  isPaidInParts,
  isUndecided,
  moneyText,
  owedText,
  owedFor,
  paidInPartsText,
  payable,
  type PendingPart,
  payingAmount,
  pendingCents,
  type Visit,
  visitsOf,
  serviceDayText,
} from '../../practice/billing/charges.rules.ts'
import { chargesOf, chosenText } from '../../practice/billing/chosen-charges.ts'
import type { ChargePayments } from '../../practice/extension-points.ts'
import { type PayingPerson } from '../../practice/billing/paying-person.ts'
import { estimatesRegion } from './estimates.ts'
import { billingPaths } from './billing.paths.ts'

/** What is chosen to be paid, as in the address, while nothing is. */
const nothingChosen = 'none'

/** The tabs, by their names in the address. */
const billingTabs = ['bills', 'payments', 'papers', 'estimates'] as const
type BillingTab = (typeof billingTabs)[number]

/** Of the address. */
interface BillingChoice {
  pay?: string
  /** Also those beyond the latest ones. */
  visits?: 'all'
  tab?: string
}

export interface BillingPage {
  /** The practice's own words (PortalBillingText), plain text. */
  practiceText: string
  choice: BillingChoice
  person: PayingPerson
  /** For who does not see what was done. */
  proofs: BlockList
}

/** Specification 2 §2.3; for guests §2.6. */
export function billingScreen({ practiceText, choice, person, proofs }: BillingPage): ScreenBody {
  return {
    title: 'Billing',
    ...(person.kind === 'guest' ? {} : { back: { label: 'Dashboard', to: paths.dashboard() } }), // guests have none
    blocks: [
      title('Billing'),
      ...(practiceText.trim() === '' ? [] : [text('practice-text', practiceText)]),
      ...(person.seesCare ? [] : [text('privacy', careHiddenText)]),
      { kind: 'region', id: 'charges', src: billingPaths.chargesRegion(choice), shape: 'table' },
      ...(person.seesCare ? [] : proofs),
    ],
  }
}

/** How charges are paid here, and which ones are chosen. */
interface Paying extends ChargePayments {
  person: PayingPerson
  /** The phone number of the practice as recorded; may be empty. */
  office: string
  pending: readonly PendingPart[]
  /** The current day at the practice, `yyyy-MM-dd`. */
  today: string
  /** The ids of the columns of sums. */
  columns: ReadonlySet<string>
  /** The charges that can be paid. */
  open: readonly Charge[]
  /** Undefined while the person is not choosing. */
  chosen: readonly string[] | undefined
}

/** What the dashboard says of a balance; `payAt` is where it is paid, undefined if it is not paid here. */
export function balanceToDo(
  charges: readonly Charge[],
  { pending, payAt }: { pending: readonly PendingPart[]; payAt?: string },
): ToDoText | undefined {
  const balance = balanceOf(charges)
  if (balance <= 0) return undefined
  const payNow = payAt === undefined ? 0 : payingAmount(charges, payable(charges, pending), pending)
  if (payNow === 0) return { text: 'You owe', value: { text: moneyText(balance), isDue: true } }
  return { text: 'Pay what you owe', value: { text: moneyText(payNow), isDue: true }, to: payAt }
}

export interface ChargesPage {
  person: PayingPerson
  /** The latest visit first. */
  charges: readonly Charge[]
  payments: ChargePayments
  /** Read before the charges. */
  pending: readonly PendingPart[]
  /** Invoices and statements. */
  papers: BlockList
  hasEstimates: boolean
  choice: BillingChoice
  /** The current day at the practice, `yyyy-MM-dd`. */
  today: string
  /** The phone number of the practice as recorded; may be empty. */
  office: string
}

/** What the patient owes, by visit what it is made of, and what was paid and written about it. */
export function chargesBlocks(page: ChargesPage): BlockList {
  const { person, charges, payments, pending, choice, office, today } = page
  const open = payments.isOffered ? payable(charges, pending) : []
  const columns = new Set(
    sums.flatMap(({ id, of }) => (charges.some((charge) => of(charge) !== 0 || isOpenAt(charge, id)) ? [id] : [])),
  )
  const paying = { ...payments, person, office, today, columns, pending, open, chosen: chosenIn(choice.pay, open) }
  return [
    ...payments.notices,
    {
      kind: 'stack',
      id: 'bill',
      gap: 'large',
      blocks: [
        {
          kind: 'stack',
          id: 'balance-and-pay',
          blocks: [...balanceBlocks(charges, paying), ...payBlocks(charges, paying), ...payments.latest],
        },
        ...payments.agreed,
        tabsOf(page, paying),
      ],
    },
    ...choiceBar(charges, paying),
  ]
}

function tabsOf({ charges, payments, papers, hasEstimates, choice }: ChargesPage, paying: Paying): BlockOf<'tabs'> {
  const estimates: BlockList = hasEstimates
    ? [{ kind: 'region', id: 'estimates-region', src: estimatesRegion, shape: 'table' }]
    : []
  const all: Record<BillingTab, { label: string; blocks: BlockList }> = {
    bills: { label: 'Bills', blocks: visitBlocks(charges, { paying, all: choice.visits === 'all' }) },
    payments: { label: 'Payments', blocks: payments.history },
    papers: { label: 'Invoices and statements', blocks: papers },
    estimates: { label: 'Estimates', blocks: estimates },
  }
  const tabs = billingTabs.flatMap((id) => (all[id].blocks.length > 0 ? [{ id, ...all[id] }] : []))
  const active = tabs.find(({ id }) => id === choice.tab)?.id ?? 'bills'
  return { kind: 'tabs', id: 'bill-tabs', label: 'Billing', active, parameter: 'tab', tabs }
}

/** How many visits are shown at first: the latest ones; all of them while a person chooses what to pay. */
const latestVisits = 10

function visitBlocks(charges: readonly Charge[], { paying, all }: { paying: Paying; all: boolean }): BlockList {
  if (charges.length === 0) {
    const empty = { picture: 'card', text: 'When the office bills you for a visit, it will be shown here.' } as const
    return [{ kind: 'list', id: 'no-charges', label: 'Bills', rows: [], empty }]
  }
  const visits = visitsOf(charges)
  const shown = all || paying.chosen !== undefined ? visits : visits.slice(0, latestVisits)
  return [
    {
      kind: 'stack',
      id: 'visits',
      blocks: [
        ...shown.map((visit) => visitCard(visit, paying)),
        ...(shown.length < visits.length ? [allVisitsButton(visits.length, paying)] : []),
      ],
    },
  ]
}

function allVisitsButton(count: number, { person }: Paying): BlockOf<'action'> {
  const to = person.paths.billing({ visits: 'all' })
  return button('all-visits', {
    text: `Show all ${count} visits`,
    style: 'link',
    do: { type: 'navigate', to, replace: true },
  })
}

/** Nobody chooses where nothing can be paid, for instance because paying was switched off meanwhile. */
function chosenIn(pay: string | undefined, open: readonly Charge[]): string[] | undefined {
  if (pay === undefined || open.length === 0) return undefined
  return pay === nothingChosen ? [] : chargesOf(pay, open).chosen.map(({ id }) => id)
}

/** 'No Due Payment' is verbatim from specification 2 §2.3. */
function balanceBlocks(charges: readonly Charge[], paying: Paying): BlockList {
  const balance = balanceOf(charges)
  if (balance <= 0)
    return [
      text('balance', 'No Due Payment', 'heading'),
      ...(balance < 0 ? [text('credit', `You have a credit of ${moneyText(-balance)}.`)] : []),
    ]
  const value = moneyText(balance)
  return [
    {
      kind: 'figure',
      id: 'balance',
      name: 'You owe',
      value,
      help: balanceHelp(charges, paying),
      fallback: [text('balance-text', `You owe ${value}`, 'heading')],
    },
  ]
}

/** What the balance is made of, and what of it cannot be paid now. */
function balanceHelp(charges: readonly Charge[], { open, pending }: Pick<Paying, 'open' | 'pending'>): string {
  const credit = creditCents(charges)
  const made = balanceParts(charges, credit > 0 ? `, minus your credit of ${moneyText(credit)}` : '')
  const held = pendingCents(pending, charges)
  if (held === 0) return made
  const now = payingAmount(charges, open, pending)
  const payNow = now > 0 ? ` You can pay ${moneyText(now)} now.` : ''
  return `${made}. ${moneyText(held)} of it is being paid.${payNow}`
}

/** The visits of a balance; one that owes and waits is counted once. */
function balanceParts(charges: readonly Charge[], credit: string): string {
  const visits = visitsOf(charges)
  const owing = visits.filter(({ owedCents }) => owedCents > 0)
  const waiting = visits.filter((visit) => visit.charges.some(isUndecided))
  const others = waiting.filter((visit) => !owing.includes(visit)).length
  const partly = waiting.length - others
  return [
    `for ${countText(owing.length, 'visit')}${credit}`,
    ...(partly > 0 ? [`part of ${countText(partly, 'visit')} waits for insurance`] : []),
    ...(others > 0 ? [`${countText(others, 'more visit')} ${others === 1 ? 'waits' : 'wait'} for insurance`] : []),
  ].join('; ')
}

/** The balance of a patient as the staff says it. */
export function balanceText(charges: readonly Charge[]): string {
  const balance = balanceOf(charges)
  if (balance < 0) return `Credit of ${moneyText(-balance)}`
  if (balance === 0) return 'Nothing is owed'
  const credit = creditCents(charges)
  return `${moneyText(balance)} ${balanceParts(charges, credit > 0 ? `, minus a credit of ${moneyText(credit)}` : '')}`
}

function countText(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** Pays everything at once; or leads to choosing, and to other ways to pay. */
function payBlocks(charges: readonly Charge[], paying: Paying): BlockList {
  const { isOffered, person, office, open, chosen, pending, waysToPay } = paying
  if (!isOffered) return balanceOf(charges) > 0 ? [text('how-to-pay', payWithoutCard(office))] : []
  const amount = payingAmount(charges, open, pending)
  if (amount === 0 || chosen !== undefined) return []
  const otherWays: BlockList = [
    ...(open.length > 1
      ? [link('choose', { text: 'Choose what to pay', to: person.paths.billing({ pay: nothingChosen }) })]
      : []),
    ...waysToPay(amount),
  ]
  return [
    button('pay-all', {
      text: `Pay ${moneyText(amount)}`,
      style: 'primary',
      icon: 'card',
      wideUpTo: 480,
      do: goTo(person.paths.payment()),
    }),
    ...(otherWays.length > 0 ? [{ kind: 'stack', id: 'pay', direction: 'across', blocks: otherWays } as const] : []),
    ...(isPaidInParts(charges, open, pending) ? [text('in-parts', paidInPartsText)] : []),
  ]
}

/** Where no cards are taken. */
function payWithoutCard(office: string): Words {
  const { text: number, href } = phone(office)
  if (number === '') return 'You can pay at the office.'
  return [{ text: 'You can pay at the office, or call ' }, { text: number, ...(href ? { href } : {}) }, { text: '.' }]
}

/** The running Paying Amount (specification 2 §4.1), in sight while charges are ticked. */
function choiceBar(charges: readonly Charge[], { person, open, chosen, pending }: Paying): BlockList {
  if (chosen === undefined) return []
  const next = open.find(({ id }) => !chosen.includes(id))
  const isFull = next !== undefined && chosenText([...chosen, next.id], open) === undefined
  const full = isFull ? [{ text: ' · You cannot tick more at once. Pay these first.' }] : []
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
        {
          ...text('choice', [
            { text: `${chosen.length} selected · Paying Amount ` },
            { text: moneyText(amount), strong: true },
            { text: ` · Total Balance ${moneyText(balanceOf(charges))}` },
            ...full,
          ]),
          from: 600,
        },
        // On a phone the bar is one line; the balance stands at the head of the screen.
        {
          ...text(
            'choice-short',
            [
              { text: 'Paying Amount ' },
              { text: moneyText(amount), strong: true },
              { text: `, ${chosen.length} selected` },
              ...full,
            ],
            'small',
          ),
          upTo: 599,
        },
        {
          kind: 'stack',
          id: 'choice-buttons',
          direction: 'across',
          gap: 'small',
          blocks: [
            button('pay-chosen', {
              text: 'Pay Bill',
              style: 'primary',
              do: goTo(person.paths.payment({ bills: chosenText(chosen, open) })),
              ...(amount === 0 ? { disabled: { reason: 'Tick what you want to pay.' } } : {}),
            }),
            button('choose-no-more', { text: 'Cancel', style: 'secondary', do: goTo(person.paths.billing()) }),
          ],
        },
      ],
    },
  ]
}

function visitCard({ day, facility, charges, owedCents }: Visit, paying: Paying): BlockOf<'section'> {
  return {
    kind: 'section',
    id: `visit-${day}`,
    card: true,
    level: 3,
    title: [serviceDayText(day, (known) => datedText(known, paying.today)), facility]
      .filter((part) => part !== '')
      .join(' · '),
    value: owedText(owedCents),
    blocks: [chargesTable({ day, charges, paying })],
  }
}

type ChargesTable = Pick<Visit, 'day' | 'charges'> & { paying: Paying }
type Cells = Record<string, BlockOf<'table'>['rows'][number]['cells'][string]>

/** The columns of sums; one that is zero for every charge is left out. */
const sums = [
  { id: 'charged', label: 'Our Charge', of: ({ chargedCents }: Charge) => chargedCents },
  { id: 'discount', label: 'Discount', of: ({ discountCents }: Charge) => discountCents },
  { id: 'insurance', label: 'Insurance Payments', of: ({ insuranceCents }: Charge) => insuranceCents },
  { id: 'paid', label: 'Patient Payment', of: ({ paidCents }: Charge) => paidCents },
] as const

/** What shows adds up: charged, less discount, insurance and payments, is owed. */
function chargesTable({ day, charges, paying }: ChargesTable): BlockOf<'table'> {
  const shown = sums.filter(({ id }) => paying.columns.has(id))
  const cellsOf = (charge: Charge): Cells =>
    Object.fromEntries(
      shown.flatMap(({ id, of }) => {
        if (isOpenAt(charge, id)) return [[id, { text: 'Pending' }]]
        return of(charge) === 0 ? [] : [[id, { text: moneyText(of(charge)) }]]
      }),
    )
  const sumOf = (of: (charge: Charge) => number) => charges.reduce((sum, charge) => sum + of(charge), 0)
  return {
    kind: 'table',
    id: `visit-${day}-table`,
    caption: `Charges of ${serviceDayText(day)}`,
    hideCaption: true,
    narrow: 'lines',
    group: 'charges',
    details: { more: 'Details', less: 'Hide details' },
    ...(paying.chosen === undefined ? {} : { selection: 'Pay This' }),
    columns: [
      { id: 'procedure', label: 'Procedure', main: true },
      ...shown.map(({ id, label }) => ({ id, label, align: 'end' as const, figures: true })),
      { id: 'owed', label: 'You owe', align: 'end', figures: true, result: true },
    ],
    rows: charges.map((charge, at) => {
      const name = nameOf(charge, { at, paying })
      return {
        id: `charge-${charge.id}`,
        ...selectionOf(charge, { name, paying }),
        cells: {
          procedure: { text: name, ...noteOf(charge, paying) },
          ...cellsOf(charge),
          owed: { text: owedText(owedFor(charge)), ...adjustmentOf(charge) },
        },
        ...(paying.person.seesCare ? { detail: [detailsOf(charge)] } : {}),
      }
    }),
    ...(charges.length > 1
      ? {
          footer: [
            {
              id: `visit-${day}-sum`,
              cells: {
                procedure: { text: 'This visit' },
                ...Object.fromEntries(
                  shown.flatMap(({ id, of }) => (sumOf(of) === 0 ? [] : [[id, { text: moneyText(sumOf(of)) }]])),
                ),
                owed: { text: [{ text: owedText(sumOf(owedFor)), strong: true }] },
              },
            },
          ],
        }
      : {}),
    empty: { picture: 'card', text: 'There are no charges.' },
  }
}

/** Whether the insurance has yet to say what this column of a charge will be. */
function isOpenAt(charge: Charge, column: string): boolean {
  return column === 'insurance' && isUndecided(charge)
}

function noteOf(charge: Charge, { pending }: Paying): { help?: string } {
  if (pending.some(({ billId }) => billId === charge.id)) return { help: 'Is being paid' }
  return isUndecided(charge) ? { help: 'Insurance has not decided yet, so you owe nothing now.' } : {}
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
      about: `${name}, ${serviceDayText(day)}`,
      do: { type: 'navigate', to: person.paths.billing({ pay }), replace: true },
    },
  }
}

/** The columns of specification 2 §2.3 that the table does not have, of one charge. */
function detailsOf(charge: Charge): BlockOf<'facts'> {
  const { id, day, code, description, diagnoses, allowedCents, responsibleCents } = charge
  return {
    kind: 'facts',
    id: `facts-${id}`,
    columns: true,
    facts: [
      { id: 'day', name: 'Service Date', value: serviceDayText(day) },
      {
        id: 'procedure',
        name: 'Procedure Code/Description',
        value: [code, description].filter((part) => part !== '').join(' '),
      },
      { id: 'diagnoses', name: 'Diagnosis Code(s)', value: diagnoses.join(', ') },
      { id: 'allowed', name: 'Allowed Amount', value: moneyText(allowedCents) },
      { id: 'responsible', name: 'Patient Responsible', value: moneyText(responsibleCents) },
      { id: 'remaining', name: 'Remaining Patient Balance', value: owedText(owedFor(charge)) },
    ],
  }
}
