import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Charge } from '../../gateways/emr/billing.ts'
import { routes } from '../../practice/routes.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { dateText, longDayText } from '../../protocol/time-words.ts'
import { balanceOf, isUndecided, moneyText, owedFor, visitsOf, type Visit } from './billing.rules.ts'

export const chargesRegion = 'billing.charges'

/** Specification 2 §2.3. `practiceText` is the practice's own (PortalBillingText), plain text. */
export function billingScreen(practiceText: string): ScreenBody {
  return {
    title: 'Billing',
    back: { label: 'Dashboard', to: routes.dashboard },
    blocks: [
      title('Billing'),
      ...(practiceText.trim() === '' ? [] : [text('practice-text', practiceText)]),
      { kind: 'region', id: 'charges', src: chargesRegion, shape: 'table' },
    ],
  }
}

/** What the patient owes, and by visit what it is made of. `charges`: the latest visit first. */
export function chargesBlocks(charges: readonly Charge[]): BlockList {
  return [...balanceBlocks(charges), ...visitsOf(charges).map(visitSection)]
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

function visitSection({ day, facility, charges, owedCents }: Visit): BlockOf<'section'> {
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
        blocks: [chargesTable({ day, charges, owedCents }), ...charges.map(detailsOf)],
      },
    ],
  }
}

function chargesTable({ day, charges, owedCents }: Pick<Visit, 'day' | 'charges' | 'owedCents'>): BlockOf<'table'> {
  return {
    kind: 'table',
    id: `visit-${day}-table`,
    caption: `Charges of ${dateText(day)}`,
    hideCaption: true,
    columns: [
      { id: 'procedure', label: 'Procedure', main: true },
      { id: 'charged', label: 'Our Charge', align: 'end', figures: true },
      { id: 'insurance', label: 'Insurance Payments', align: 'end', figures: true },
      { id: 'paid', label: 'Patient Payment', align: 'end', figures: true },
      { id: 'owed', label: 'You owe', align: 'end', figures: true },
    ],
    rows: [
      ...charges.map((charge) => ({
        id: `charge-${charge.id}`,
        cells: {
          procedure: { text: charge.description || charge.code },
          charged: { text: moneyText(charge.chargedCents) },
          insurance: isUndecided(charge) ? { text: 'Not decided yet' } : { text: moneyText(charge.insuranceCents) },
          paid: { text: moneyText(charge.paidCents) },
          owed: { text: moneyText(owedFor(charge)) },
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
    empty: { text: 'There are no charges.', next: { label: 'Go to the dashboard', do: goTo(routes.dashboard) } },
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
