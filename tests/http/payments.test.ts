/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { endPayments } from '../../server/features/payments/end-payments.ts'
import { settlePayment } from '../../server/features/payments/settle-payment.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/sandbox/rows.ts'
import {
  amountInput,
  blockOf,
  cardDetails,
  dialogOf,
  enterCard,
  inputOf,
  payByCard,
  testCards,
} from '../support/card-payment.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const it = portalTest({
  maria: 'maria.alvarez',
  ruth: 'r.okafor@example.com',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
  ben: 'ben.carter',
})

const page = '/ui/screens/user/home/MakePayment'
const region = '/ui/regions/billing.charges'

const charged = ({ records }: RunningPortal) =>
  rowsOf<{ reference: string; amount: number; status: string }>(
    records.db,
    sql`select reference, amount, status from card_payments where status <> 'ended' order by at`,
  )
const stored = ({ database }: RunningPortal) =>
  rowsOf<{ id: string; state: string; amount: number }>(
    database.db,
    sql`select id, state, amount_cents as amount from payments order by created_at`,
  )
const recorded = ({ records }: RunningPortal) =>
  rowsOf<{ reference: string; amount: number }>(records.db, sql`select reference, amount from portal_payments`)

const balanceIn = async (visitor: Visitor) => {
  const { body } = await visitor.get<RegionContent>(region)
  return blockOf(body.blocks, 'text')?.text ?? ''
}
const billsOf = async (visitor: Visitor) => {
  const { body } = await visitor.get<RegionContent>(`${region}?pay=none`)
  const rows = JSON.stringify(body.blocks).matchAll(/"\/user\/home\/Billing\?pay=(\d+)"/g)
  return [...rows].map(([, id = '']) => id)
}

/** Undoes the payments of a test, so that each begins with the bills of the demo practice. */
async function undo({ portal, database, records }: RunningPortal): Promise<void> {
  await database.db.execute(sql`delete from payments`)
  await database.db.execute(sql`delete from entered_cards`)
  await database.db.execute(sql`delete from jobs.job where name like 'payments.%' and state <> 'active'`)
  await records.db.execute(sql`update charges c set patient_paid = patient_paid - coalesce((select 0), 0) where false`)
  await records.db.execute(sql`delete from card_payments`)
  void portal
}

beforeEach(async () => undefined)

describe('a payment with a new card [2 §2.4 §4.2 §7.2]', () => {
  it('is locked until the number is entered', async ({ portal, maria }) => {
    const { body } = await maria.get<Screen>(page)
    expect(body.title).toBe('Make Payment')
    expect(blockOf(body.blocks, 'frame')?.src).toBeUndefined()
    expect(blockOf(body.blocks, 'form')?.submit.disabled?.reason).toContain('card number')
    const early = await maria.act('payments.next', cardDetails)
    expect(early).toMatchObject({ status: 409, body: { detail: 'Please Enter Valid Details' } })
    await enterCard(portal, maria, testCards.approved)
    const unlocked = (await maria.get<Screen>(page)).body
    expect(wordsOf(unlocked.blocks)).toContain('Visa ending in 1111')
    expect(blockOf(unlocked.blocks, 'frame')).toBeUndefined()
    expect(blockOf(unlocked.blocks, 'form')?.submit.disabled).toBeUndefined()
    await maria.act('payments.changeCard', {})
    expect(blockOf((await maria.get<Screen>(page)).body.blocks, 'frame')).toBeDefined()
  })

  it('charges once, is told to the record server, and has a receipt', async ({ portal, maria }) => {
    const paid = await payByCard(portal, maria)
    expect(dialogOf(paid.body.effects)?.title).toBe('Payment Successful!')
    expect(await charged(portal)).toMatchObject([{ amount: 31_245, status: 'approved' }])
    await runDueJobs(portal, settlePayment)
    expect(await stored(portal)).toMatchObject([{ state: 'settled', amount: 31_245 }])
    expect(await recorded(portal)).toMatchObject([{ amount: 31_245 }])
    expect(await balanceIn(maria)).toBe('No Due Payment')
    const receipt = (await maria.get<Screen>('/ui/screens/payment/printReceipt')).body
    expect(wordsOf(receipt.blocks)).toContain('$312.45')
    await undo(portal)
  })
})
