import { request } from 'undici'
import type { Dialog } from '../../schemas/dialog.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { blocksOf } from './nested-blocks.ts'
import type { RunningPortal, Visitor } from './portal.ts'

/** The sandbox's test numbers (demo-practice.md). */
export const testCards = {
  approved: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  challenged: '4000 0000 0000 3220',
  lost: '4000 0000 0000 0119',
  declinedLater: '4000 0000 0000 0341',
  slow: '4000 0000 0000 0408',
  duplicate: '4000 0000 0000 0499',
} as const

export const cardDetails = {
  month: '12',
  year: '49',
  firstName: 'Maria',
  address: '18 Garden Street',
  city: 'New York',
  state: 'NY',
  zip: '10024',
  phone: '2125550142',
}

const page = '/ui/screens/user/home/MakePayment?card=new'

/** Enters a card number as a person does: at the processor's page. */
export async function enterCard(
  portal: Pick<RunningPortal, 'sandboxPort'>,
  visitor: Visitor,
  card: string | { number: string; at: string },
): Promise<void> {
  const { number, at } = typeof card === 'string' ? { number: card, at: page } : card
  await visitor.act('payments.changeCard', {})
  const opened = await visitor.act('payments.openCard', {})
  const { body } = await visitor.get<Screen>(at)
  const [frame] = blocksOf(body.blocks, 'frame')
  if (frame?.src === undefined) throw new Error(`the card form was not opened: ${opened.status} ${opened.body.code}`)
  const { pathname } = new URL(frame.src)
  await request(`http://127.0.0.1:${portal.sandboxPort}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
  })
  if (number === testCards.challenged)
    await request(`http://127.0.0.1:${portal.sandboxPort}${pathname}/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: '123456' }),
    })
  await visitor.act('payments.cardEntered', {})
}

/** Returns the input of the amount dialog, as its form would send it. */
export async function amountInput(
  visitor: Visitor,
  { bills, ...details }: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { body } = await visitor.act('payments.next', { ...cardDetails, ...details, ...(bills ? { bills } : {}) })
  return { ...inputOf(dialogOf(body.effects)), cvc: '123' }
}

export function inputOf(dialog: Dialog | undefined): Record<string, unknown> {
  const [form] = blocksOf(dialog?.blocks, 'form')
  if (!form) throw new Error('there is no amount dialog')
  return { ...form.submit.do.input, ...form.value }
}

/** The dialog that effects open, if any. */
export function dialogOf(effects: readonly Effect[] | undefined): Dialog | undefined {
  for (const effect of effects ?? [])
    if (effect.type === 'open' && typeof effect.dialog === 'object') return effect.dialog
  return undefined
}

interface Paying {
  number?: string
  bills?: string
  amount?: string
  details?: Record<string, unknown>
}

/** Pays with a new card, and returns the response to Pay. */
export async function payByCard(
  portal: Pick<RunningPortal, 'sandboxPort'>,
  visitor: Visitor,
  { number = testCards.approved, bills, amount, details }: Paying = {},
) {
  await enterCard(portal, visitor, number)
  const input = await amountInput(visitor, { ...details, ...(bills ? { bills } : {}) })
  return visitor.act('payments.pay', { ...input, ...(amount === undefined ? {} : { amount }) })
}
