import type { BlockOf } from '../../../schemas/blocks.ts'
import { placeLines } from '../../practice/billing/practice-place.ts'
import { careHiddenText } from '../../practice/billing/care-privacy.ts'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { balanceOf, moneyText, owedFor, owedText, serviceDayText } from '../../practice/billing/charges.rules.ts'
import { logoParts, type PracticeLogo } from '../../practice/practice-logo.ts'
import { dateText } from '../../protocol/time-words.ts'
import type { BillContent } from './bill-content.ts'

export type SheetParts = BlockOf<'sheet'>['parts']
type Table = Extract<SheetParts[number], { type: 'table' }>

export interface Bill {
  title: 'Invoice' | 'Statement'
  /** Undefined for a statement that was never printed. */
  number?: string
  /** The day it was made, `yyyy-MM-dd`. */
  day: string
  content: BillContent
  /** The logo of the practice now; undefined without one. */
  logo: PracticeLogo | undefined
  /** The person has proven a name and a birth date only: neither what was done nor where the patient lives is shown. */
  hidesCare: boolean
  /** For a guest: neither the number of the record nor those of providers are shown. */
  hidesNumbers: boolean
}

/** The quoted texts are those of specification 2 §9. */
const dueText = 'Upon Receipt'
const returnText = 'RETURN SERVICE REQUESTED'
const reminderText =
  'Reminder: You are responsible for payment regardless of insurance coverage. If payment has been made, please disregard this notice.'

/** Invoice and statement: the screen shows these parts, and the file is made of them. */
export function billParts({ title, number, day, content, logo, hidesCare, hidesNumbers }: Bill): SheetParts {
  const { practice, patient, npi, message, charges } = content
  return [
    {
      type: 'columns',
      columns: [
        {
          parts: [
            ...logoParts(logo),
            { type: 'heading', level: 1, text: practice.name },
            { type: 'paragraph', text: placeLines(practice) },
            { type: 'paragraph', text: returnText, small: true },
          ],
        },
        {
          parts: [
            { type: 'heading', level: 2, text: title },
            {
              type: 'facts',
              facts: [
                ...(number === undefined ? [] : [{ name: `${title} Number`, value: number }]),
                { name: `${title} Date`, value: dateText(day) },
                { name: 'Payment Due', value: dueText },
                ...(npi && !hidesNumbers ? [npi] : []),
              ],
            },
          ],
        },
      ],
    },
    { type: 'space', line: true },
    {
      type: 'columns',
      columns: [
        {
          parts: [
            {
              type: 'paragraph',
              text: hidesCare ? patient.name : lines(patient.name, patient.address, patient.cityStateZip),
            },
          ],
        },
        {
          parts: [
            {
              type: 'facts',
              facts: [
                ...(hidesNumbers ? [] : [{ name: 'Patient ID', value: patient.id }]),
                {
                  name: title === 'Invoice' ? 'Total Balance' : 'Remaining Patient Balance',
                  value: owedText(balanceOf(charges)),
                  strong: true,
                },
              ],
            },
          ],
        },
      ],
    },
    chargesTable(charges, { hidesCare }),
    ...(hidesCare ? [{ type: 'paragraph' as const, text: careHiddenText, small: true }] : []),
    ...message.map((part) => (Array.isArray(part) ? { type: 'paragraph' as const, text: part } : part)),
    { type: 'space', line: true },
    { type: 'paragraph', text: reminderText, small: true },
  ]
}

function lines(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}

const amounts = [
  ['charged', 'Our Charge', ({ chargedCents }: Charge) => chargedCents, moneyText],
  ['allowed', 'Allowed Amount', ({ allowedCents }: Charge) => allowedCents, moneyText],
  ['discount', 'Discount', ({ discountCents }: Charge) => discountCents, moneyText],
  ['insurance', 'Insurance Payments', ({ insuranceCents }: Charge) => insuranceCents, moneyText],
  ['responsible', 'Patient Responsible', ({ responsibleCents }: Charge) => responsibleCents, moneyText],
  ['paid', 'Patient Payment', ({ paidCents }: Charge) => paidCents, moneyText],
  ['remaining', 'Remaining Patient Balance', owedFor, owedText],
] as const

/** The columns of specification 2 §2.3 but Pay This, which is for screens. */
function chargesTable(charges: readonly Charge[], { hidesCare }: Pick<Bill, 'hidesCare'>): Table {
  const texts: Table['columns'] = hidesCare
    ? []
    : [
        { id: 'procedure', label: 'Procedure Code/Description', share: 12, main: true },
        { id: 'diagnoses', label: 'Diagnosis Code(s)', share: 6 },
      ]
  return {
    type: 'table',
    caption: 'Charges',
    columns: [
      { id: 'day', label: 'Service Date', share: 6, ...(hidesCare ? { main: true } : {}) },
      ...texts,
      ...amounts.map(([id, label]) => ({ id, label, share: 6, align: 'end' as const })),
    ],
    rows: charges.map((charge) => ({
      id: `charge-${charge.id}`,
      cells: {
        day: serviceDayText(charge.day),
        ...(hidesCare ? {} : { procedure: procedureOf(charge), diagnoses: charge.diagnoses.join(', ') }),
        ...Object.fromEntries(amounts.map(([id, , centsOf, textOf]) => [id, textOf(centsOf(charge))])),
      },
    })),
    total: {
      id: 'total',
      cells: {
        [hidesCare ? 'day' : 'procedure']: 'Total',
        ...Object.fromEntries(
          amounts.map(([id, , centsOf, textOf]) => [
            id,
            textOf(charges.reduce((sum, charge) => sum + centsOf(charge), 0)),
          ]),
        ),
      },
    },
  }
}

function procedureOf({ code, description }: Charge): string {
  return [code, description].filter((part) => part !== '').join(' ')
}
