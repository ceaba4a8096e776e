/** @module-tag database */
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { amountInput, cardDetails, dialogOf, enterCard, testCards } from '../support/card-payment.ts'
import { guestOf } from '../support/guests.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const it = portalTest().extend('guest', { scope: 'file' }, ({ portal }) => guestOf(portal))

const page = '/ui/screens/user/guestPayment'

const billOf = async (guest: Visitor, query = '') =>
  (await guest.get<RegionContent>(`/ui/regions/billing.charges${query}`)).body.blocks
const actionsIn = (blocks: unknown) =>
  Object.fromEntries(
    blocksOf(blocks, 'action').map(({ text, do: act }) => [text, act.type === 'navigate' ? act.to : act.type]),
  )

async function pay(portal: RunningPortal, guest: Visitor, { number, amount }: { number: string; amount: string }) {
  await enterCard(portal, guest, { number, at: page })
  return guest.act('payments.pay', { ...(await amountInput(guest)), amount })
}

describe('the way of a guest', () => {
  it('begins with who the patient is [2 §2.74 §9.30]', async ({ portal }) => {
    const { body } = await portal.visitor().get<Screen>('/ui/screens/user/guestLogin')
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.fields.map(({ label }) => label)).toEqual([
      'Patient First Name',
      'Patient Last Name',
      'Date of Birth',
      'ZIP',
      'Gender',
    ])
    const field = (name: string) => form?.fields.find((each) => each.name === name)
    expect(field('PatientGender')?.optionLabels).toEqual(['Male', 'Female', 'Unknown'])
    expect(JSON.stringify(form?.schema)).toContain('"enum":[1,2,3]')
    expect(field('PatientDOB')).toMatchObject({ widget: 'date', latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(form?.submit.label).toBe('Submit')
  })

  it('goes on with the bill, where charges can be ticked [2 §2.75 §2.78 §4.22]', async ({ guest }) => {
    expect(actionsIn(await billOf(guest))).toMatchObject({
      'Pay $184.20': '/user/guestPayment',
      'Choose what to pay': '/user/guestBilling?pay=none',
    })
    const rows = blocksOf(await billOf(guest, '?pay=none'), 'table').flatMap((table) => table.rows)
    const [first] = rows.filter(({ select }) => select !== undefined)
    const to = first?.select?.do.type === 'navigate' ? first.select.do.to : ''
    const bill = first?.id.replace('charge-', '') ?? ''
    expect(to).toBe(`/user/guestBilling?pay=${bill}`)
    const chosen = await billOf(guest, `?pay=${bill}`)
    expect(actionsIn(chosen)).toMatchObject({
      'Pay Bill': `/user/guestPayment?bills=${bill}`,
      Cancel: '/user/guestBilling',
    })
  })

  it('has the card form, the amount and the words of the portal payment page [2 §2.10 §2.79 §2.80 §2.81 §4.22 §5.7]', async ({
    portal,
    guest,
  }) => {
    await enterCard(portal, guest, { number: testCards.approved, at: page })
    const { body } = await guest.get<Screen>(page)
    expect([body.title, body.back]).toEqual(['Make Payment', { label: 'Billing', to: '/user/guestBilling' }])
    const facts = blocksOf(body.blocks, 'facts').flatMap((block) => block.facts)
    expect(facts.map(({ change }) => change?.label)).toContain('Change Card Number')
    const [form] = blocksOf(body.blocks, 'form')
    expect([form?.fields.length, form?.submit.label]).toEqual([12, 'Next'])
    expect(form?.secondary).toEqual([{ id: 'cancel-payment', label: 'Cancel', to: '/user/guestBilling' }])
    const wrong = await guest.act('payments.next', { ...cardDetails, month: '13' })
    expect(wrong.body.errors?.map(({ message }) => message)).toEqual(['Please enter valid 2 digits for month.'])
    const dialog = dialogOf((await guest.act('payments.next', cardDetails)).body.effects)
    expect(wordsOf(dialog?.blocks ?? [])).toContain('$184.20')
    expect(actionsIn(dialog?.actions)).toEqual({ Cancel: 'close' })
    await guest.act('payments.changeCard', {})
    await guest.act('payments.openCard', {})
    expect(blocksOf((await guest.get<Screen>(page)).body.blocks, 'frame')).toHaveLength(1)
  })

  it('returns to the payment when the card is declined [2 §4.19 §8.3]', async ({ portal, guest }) => {
    const { body } = await pay(portal, guest, { number: testCards.declined, amount: '5.00' })
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/user/guestPayment', replace: true })
    expect(wordsOf(dialogOf(body.effects)?.blocks ?? [])).toContain('Your card was declined.')
  })

  it('ends with a receipt in a new window over the bill, and a thank-you [2 §2.13 §2.81 §2.82 §2.83 §2.84 §4.22 §4.23 §4.24]', async ({
    portal,
    guest,
  }) => {
    await enterCard(portal, guest, { number: testCards.approved, at: page })
    const typed = { ...cardDetails, email: 'grace@example.com' }
    const { body } = await guest.act('payments.pay', { ...(await amountInput(guest, typed)), amount: '5.00' })
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/user/guestBilling', replace: true })
    const dialog = dialogOf(body.effects)
    expect(dialog?.title).toBe('Payment Successful!')
    expect(wordsOf(dialog?.blocks ?? [])).toContain('We are sending a notice to g********@example.com.')
    const [, print] = blocksOf(dialog?.actions, 'action')
    expect(print?.do).toMatchObject({ to: expect.stringMatching(/^\/payment\/printReceipt\?/), newWindow: true })
    expect(actionsIn(dialog?.actions)).toMatchObject({ Ok: '/ThankYou' })
    const thanks = (await guest.get<Screen>('/ui/screens/ThankYou')).body
    expect(wordsOf(thanks.blocks)).toContain('Your Payment is Successfull. Thank You')
    for (const words of ['You paid', '$5.00', 'Eleanor Whitfield', 'Visa ending in 1111', 'Still owed', '$179.20'])
      expect(wordsOf(thanks.blocks)).toContain(words)
    expect(actionsIn(thanks.blocks)).toMatchObject({
      'Print Receipt': expect.stringMatching(/^\/payment\/printReceipt\?.*print=now$/),
      'Back to Billing': '/user/guestBilling',
    })
  })

  it('has a receipt with the name on the card, without what was done', async ({ portal, guest }) => {
    await runDueJobs(portal, postPayment)
    const seen = wordsOf((await guest.get<Screen>('/ui/screens/payment/printReceipt')).body.blocks)
    expect(seen).toContain('{"name":"Paid by","value":"Maria"}')
    expect(seen).not.toContain('{"id":"charge"')
  })

  it('thanks nobody who has not paid in this session', async ({ portal }) => {
    const cold = [portal.visitor(), await guestOf(portal), await portal.signIn('maria.alvarez')]
    for (const each of cold) {
      const { status, body } = await each.get<Screen>('/ui/screens/ThankYou')
      expect([status, body.title]).toEqual([200, 'Your payment'])
      expect(wordsOf(body.blocks)).toContain('There is no payment to show here.')
    }
    expect(JSON.stringify((await cold[0]?.get<Screen>('/ui/screens/ThankYou'))?.body)).toContain('/user/guestLogin')
  })

  it('is short when nothing is owed [2 §2.77]', async ({ portal }) => {
    const nora = await guestOf(portal, people.noraQuinn)
    expect(wordsOf(await billOf(nora))).toContain('No Due Payment')
    expect(JSON.stringify(await billOf(nora))).not.toContain('Pay $')
  })
})
