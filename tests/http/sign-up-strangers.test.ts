import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf } from '../support/card-payment.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { linkOf } from '../support/payment-links.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { accountRequest, identityOf, password, peopleOf, stepOf, toStep, type Somebody } from '../support/sign-up.ts'
import { bothEngines } from '../support/databases.ts'

/** `somebody` returns a new person at each call. */
const test = portalTest().extend('somebody', { scope: 'file' }, async ({ portal }) => {
  const crowd = await peopleOf(portal, 20)
  return (): Somebody => crowd.shift() ?? expect.fail('nobody is left')
})

type Act = 'account.locateRecord' | 'guests.verify'

/** Tries of strangers, each from another network, who know all but the ZIP code. */
async function tryAsStrangers(
  portal: RunningPortal,
  { act, input, tries }: { act: Act; input: object; tries: number },
): Promise<void> {
  for (let done = 0; done < tries; done++) await portal.visitor().act(act, { ...input, PatientZIP: '00000' })
}

const linkIn = (text: string) => /https?:\/\/[^/]+(\/user\/signup\/link\/[\w-]+)/.exec(text)?.[1]

async function pressOn(visitor: Visitor, path: string) {
  const { body } = await visitor.get<Screen>(`/ui/screens${path}`)
  const does = blocksOf(body.blocks, 'action')[0]?.do
  if (does?.type !== 'call') return expect.fail('the page has no button that acts')
  return visitor.act(does.action, does.input ?? {})
}

describe('a name that strangers have tried forty times', () => {
  test('signs up with a contact on record, and not with another one', async ({ portal, somebody }) => {
    const one = somebody()
    const identity = identityOf(one)
    await tryAsStrangers(portal, { act: 'account.locateRecord', input: identity, tries: 40 })
    const owner = portal.visitor()
    const answer = await owner.act('account.locateRecord', identity)
    const dialog = dialogOf(answer.body.effects)
    expect(dialog?.title).toBe('One more detail')
    const [form] = blocksOf(dialog?.blocks, 'form')
    expect(form?.submit.do).toMatchObject({ action: 'account.locateRecord', input: identity })
    const empty = await owner.act('account.locateRecord', { ...identity, Contact: ' ' })
    expect([empty.status, empty.body.errors[0]?.pointer]).toEqual([422, '/Contact'])
    const wrong = await owner.act('account.locateRecord', { ...identity, Contact: 'somebody@example.org' })
    expect(wrong.body.effects.map(({ type }) => type)).toEqual(['close', 'open'])
    expect(wordsOf(dialogOf(wrong.body.effects))).toContain("Sorry! We couldn't find your record.")
    expect(await stepOf(owner)).toBe('Locate patient records')
    const right = await owner.act('account.locateRecord', { ...identity, Contact: one.cellPhone })
    expect(right.body.effects).toEqual([{ type: 'close' }, toStep])
    expect(await stepOf(owner)).toBe('Verification code')
  })
})

describe('a name and contact whose tries strangers have used up', bothEngines, () => {
  async function usedUp(portal: RunningPortal, one: Somebody, contact: string) {
    const act = 'account.locateRecord'
    await tryAsStrangers(portal, { act, input: identityOf(one), tries: 40 })
    await tryAsStrangers(portal, { act, input: { ...identityOf(one), Contact: contact }, tries: 20 })
    return { ...identityOf(one), Contact: contact }
  }

  test('sign up by a link that only the owner of the contact reads', async ({ portal, somebody }) => {
    const one = somebody()
    const input = await usedUp(portal, one, one.email)
    const owner = portal.visitor()
    const sent = await owner.act('account.locateRecord', input)
    expect([sent.status, sent.headers['retry-after']]).toEqual([200, undefined])
    const unknown = await portal.visitor().act('account.locateRecord', { ...input, PatientZIP: '00000' })
    expect(unknown.body.effects).toEqual(sent.body.effects)
    expect(wordsOf(dialogOf(sent.body.effects))).toContain('we have sent you a link')
    await runDueJobs(portal)
    const path = linkIn((await messageTo(portal, one.email, /signup.link/)).text) ?? expect.fail('there is no link')
    expect(path).not.toContain(String(one.patientN))
    for (let tries = 0; tries < 4; tries++) await portal.visitor().act('account.locateRecord', input)
    await runDueJobs(portal)
    expect((await portal.outbox(one.email)).filter(({ text }) => linkIn(text))).toHaveLength(3)
    const page = await owner.get<Screen>(`/ui/screens${path}`)
    expect([page.status, await stepOf(owner)]).toEqual([200, 'Locate patient records'])
    expect((await pressOn(owner, path)).body.effects).toEqual([toStep])
    expect(await stepOf(owner)).toBe('Secure sign up')
    const login = `owner.${one.patientN}`
    expect((await owner.act('account.createAccount', accountRequest(login))).status).toBe(200)
    await owner.enter({ login, password })
    const again = await pressOn(portal.visitor(), path)
    expect(wordsOf(dialogOf(again.body.effects))).toContain('Account already exists.')
  })

  test('sign up by a text message with the link', async ({ portal, somebody }) => {
    const one = somebody()
    const input = await usedUp(portal, one, one.cellPhone)
    await portal.visitor().act('account.locateRecord', input)
    await runDueJobs(portal)
    expect(await portal.outbox(one.email)).toEqual([])
    const path = linkIn((await messageTo(portal, one.cellPhone, /signup.link/)).text) ?? expect.fail('there is no link')
    const altered = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [altered, '/user/signup/link/x'])
      expect(wordsOf((await portal.visitor().get<Screen>(`/ui/screens${wrong}`)).body.blocks)).toContain('is over')
    expect((await portal.visitor().act('account.openSignUpLink', { link: 'x' })).body.code).toBe('signUp.linkOver')
    const [, link = ''] = path.split('/link/')
    const elsewhere = portal.visitor('northgate.localhost')
    expect((await elsewhere.act('account.openSignUpLink', { link })).status).toBe(404)
    portal.clock.aheadMs += 86_400_000
    expect((await portal.visitor().act('account.openSignUpLink', { link })).status).toBe(404)
  })

  test('pay by a link of the office', async ({ portal }) => {
    const path = await linkOf(portal)
    await tryAsStrangers(portal, { act: 'guests.verify', input: identityOf(people.eleanorWhitfield), tries: 40 })
    const input = { ...identityOf(people.eleanorWhitfield), Contact: people.eleanorWhitfield.email }
    await tryAsStrangers(portal, { act: 'guests.verify', input, tries: 20 })
    expect((await portal.visitor().act('guests.verify', input)).body.code).toBe('lookup.tooMany')
    const owner = portal.visitor()
    expect((await pressOn(owner, path)).body.effects.at(-1)).toMatchObject({ to: '/user/guestBilling' })
    expect((await owner.get('/ui/screens/user/guestBilling')).status).toBe(200)
  })
})
