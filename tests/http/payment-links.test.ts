import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { linkOf, sendLink } from '../support/payment-links.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez' })
const bill = '/ui/screens/user/guestBilling'

async function press(visitor: Visitor, path: string) {
  return (await callOn(visitor, path))(visitor)
}

/** What the button of the page does, by whom it is pressed. */
async function callOn(visitor: Visitor, path: string) {
  const { body } = await visitor.get<Screen>(`/ui/screens${path}`)
  const [button] = blocksOf(body.blocks, 'action')
  if (button?.do.type !== 'call') throw new Error('the page has no button')
  const { action, input = {} } = button.do
  return (presser: Visitor) => presser.act(action, input)
}

describe('a link to a bill', () => {
  it('opens it once, with what was done, as often as its page is looked at before', async ({ portal }) => {
    const path = await linkOf(portal)
    const someone = portal.visitor()
    for (const _ of [1, 2]) expect((await someone.get<Screen>(`/ui/screens${path}`)).body.title).toBe('Your bill')
    const { body } = await press(someone, path)
    expect(body.effects.at(-1)).toMatchObject({ type: 'navigate', to: '/user/guestBilling' })
    expect(JSON.stringify((await someone.get(bill)).body)).not.toContain('For privacy')
    const words = wordsOf((await someone.get<RegionContent>('/ui/regions/billing.charges')).body.blocks)
    expect(words).toContain('You owe $184.20')
    expect(words).not.toContain('Charge 1')
    expect(words).toContain('Diagnosis Code(s)')
    const [made] = (await someone.act('invoices.create', { then: 'view' })).body.effects
    const invoice = `/ui/screens${made?.type === 'navigate' ? made.to : ''}`
    expect(JSON.stringify((await someone.get(invoice)).body)).toContain('Diagnosis Code(s)')
    const again = await press(portal.visitor(), path)
    expect(again).toMatchObject({ status: 404, body: { code: 'guests.linkOver' } })
  })

  it('opens it for one of two who press at once', bothEngines, async ({ portal }) => {
    const path = await linkOf(portal)
    const answers = await Promise.all([1, 2].map(() => press(portal.visitor(), path)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  })

  it('opens it again for the page whose response was lost, for ten minutes, and for no other one', async ({
    portal,
  }) => {
    const path = await linkOf(portal)
    const [first, repeated, other] = [portal.visitor(), portal.visitor(), portal.visitor()]
    const call = await callOn(first, path)
    expect((await call(first)).status).toBe(200)
    expect((await call(repeated)).status).toBe(200)
    expect((await press(other, path)).status).toBe(404)
    portal.clock.aheadMs += 10 * 60_000 + 1000
    expect((await call(portal.visitor())).status).toBe(404)
  })

  it('is over after two weeks', async ({ portal }) => {
    const path = await linkOf(portal)
    portal.clock.aheadMs += 14 * 24 * 3_600_000 + 1000
    expect(await press(portal.visitor(), path)).toMatchObject({ status: 404, body: { code: 'guests.linkOver' } })
  })

  it('belongs to its practice', async ({ portal }) => {
    const path = await linkOf(portal)
    await withSetting(portal, { name: 'Portal_Payment_Links', value: true, licenseeId: 'northgate' }, async () => {
      expect((await press(portal.visitor('northgate.localhost'), path)).status).toBe(404)
    })
    expect((await press(portal.visitor(), path)).status).toBe(200)
  })

  it('does not replace the session of an account, and stays usable', async ({ portal, maria }) => {
    const path = await linkOf(portal)
    expect(await press(maria, path)).toMatchObject({ status: 409, body: { code: 'guests.signedIn' } })
    expect((await press(portal.visitor(), path)).status).toBe(200)
  })

  it('opens nothing while the practice has it switched off, or the record server fails', async ({ portal }) => {
    const path = await linkOf(portal)
    await withSetting(portal, { name: 'Portal_Payment_Links', value: false }, async () => {
      expect((await portal.visitor().get(`/ui/screens${path}`)).status).toBe(403)
      expect((await portal.visitor().act('guests.openLink', { code: path.split('/').at(-1) })).status).toBe(403)
    })
    await portal.fault({ kind: 'down', path: 'TakePaymentCode', times: 1 })
    expect((await press(portal.visitor(), path)).status).toBe(504)
    expect((await press(portal.visitor(), path)).status).toBe(200)
  })
})

describe('the office', () => {
  it('sends it by e-mail too, to patients only whom it can reach', async ({ portal }) => {
    expect(await sendLink(portal, { channel: 'mail' })).toBe(303)
    expect((await messageTo(portal, people.eleanorWhitfield.email, /\/user\/bill\//)).text).not.toContain('$')
    expect(await sendLink(portal, { patient: '999999' })).toBe(404)
    expect(
      await sendLink(portal, { practice: 'northgate', patient: String(people.benCarter.patientN), token: 'x' }),
    ).toBe(403)
  })
})
