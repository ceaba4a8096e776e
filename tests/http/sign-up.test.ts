import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import {
  accountRequest,
  askForCode,
  enterCode,
  identityOf,
  locate,
  newestCode,
  password,
  peopleOf,
  refusedBy,
  dialogTextOf,
  signUpScreen,
  stepOf,
  toStep,
  type Somebody,
} from '../support/sign-up.ts'
import { blocksOf } from './crawl/crawl.ts'

/** `somebody` returns a new person at each call. */
const test = portalTest().extend('somebody', { scope: 'file' }, async ({ portal }) => {
  const crowd = await peopleOf(portal, 40)
  return (): Somebody => {
    const one = crowd.shift()
    if (!one) throw new Error('nobody is left')
    return one
  }
})

const notice = (text: string) => ({ type: 'notify', tone: 'success', text })
const idsOf = (screen: object, kind: string) => blocksOf(screen, kind).map(({ id }) => id)

describe('signing up', () => {
  test('goes from the record over the code and the account to the end, and the account opens the record [1 §1.2 §2.6 §2.42 §4.1 §4.3 §4.10 §4.11 §8.12 §8.13] [2 §2.2 §8.16]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    const { ameliaNovak: amelia } = people
    expect(await stepOf(visitor)).toBe('Locate patient records')
    await locate(visitor, { ...amelia, firstName: ' amelia ', lastName: 'NOVAK' })
    expect(await stepOf(visitor)).toBe('Verification code')
    const sent = await visitor.act('account.sendSignUpCode', { byEmail: true })
    expect(sent.body.effects).toEqual([toStep, notice('Code sent successfully!')])
    expect(await portal.outbox(amelia.cellPhone)).toEqual([])
    const verified = await enterCode(visitor, await newestCode(portal, amelia.email))
    expect(verified.body.effects).toEqual([toStep, notice('Code verified successfully!')])
    expect(await stepOf(visitor)).toBe('Secure sign up')
    const created = await visitor.act('account.createAccount', accountRequest('amelia.n'))
    expect([created.status, created.body.effects]).toEqual([200, [toStep, notice('Account created successfully!')]])
    expect(await stepOf(visitor)).toBe('Create an Account')
    const end = (await visitor.get(signUpScreen)).body
    expect(blocksOf(end, 'action').find(({ text }) => text === 'View account')?.do).toEqual({
      type: 'navigate',
      to: '/user/login',
    })
    await visitor.enter({ login: 'AMELIA.N', password })
    expect(JSON.stringify((await visitor.get('/ui/screens/user/home/dashboard')).body)).toContain('Amelia Novak')
  })

  test('works by text message, at another practice [1 §4.6]', async ({ portal }) => {
    const [one] = await peopleOf(portal, 1, 'northgate')
    if (!one) throw new Error('nobody is at Northgate')
    const visitor = portal.visitor('northgate.localhost')
    await askForCode(visitor, one, { byPhone: true })
    const [message] = await portal.outbox(one.cellPhone)
    expect([message?.channel, await portal.outbox(one.email)]).toEqual(['sms', []])
    expect(message?.text).toContain('Northgate Family Medicine')
    expect((await enterCode(visitor, await newestCode(portal, one.cellPhone))).status).toBe(200)
    expect((await visitor.act('account.createAccount', accountRequest('north.star'))).status).toBe(200)
    await visitor.enter({ login: 'north.star', password })
    await expect(portal.visitor().enter({ login: 'north.star', password })).rejects.toThrow('could not sign in')
  })

  test('sends one code by both ways when both are chosen, with few words [1 §4.6 §5.14 §9.1]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one, { byEmail: true, byPhone: true })
    const [[mail], [message]] = await Promise.all([portal.outbox(one.email), portal.outbox(one.cellPhone)])
    const code = await newestCode(portal, one.email)
    expect(code).toMatch(/^\d{4}$/)
    const rules = 'It works for two minutes. Never share it with anyone.'
    expect(message?.text).toBe(`Lakeside Dermatology: your verification code is ${code}. ${rules}`)
    expect(mail?.subject).toBe('Your verification code')
    expect(mail?.text).toContain(`Lakeside Dermatology\n\nYour verification code is\n\n${code}\n\n${rules}\n`)
    expect((await enterCode(visitor, code)).status).toBe(200)
  })

  test('shows contacts masked, and no screen holds more of the record [1 §3.6 §5.16]', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    const texts: string[] = []
    const look = async () => void texts.push(JSON.stringify((await visitor.get(signUpScreen)).body))
    await locate(visitor, one)
    await look()
    await visitor.act('account.sendSignUpCode', { byEmail: true, byPhone: true })
    await look()
    await enterCode(visitor, await newestCode(portal, one.email))
    await look()
    expect(texts[0]).toContain(`E-mail to ${one.email[0]}********`)
    expect(texts[0]).toContain(`Text message to (***) ***-${one.cellPhone.slice(-4)}`)
    for (const text of texts)
      for (const detail of [one.email, one.cellPhone, one.dob, one.lastName]) expect(text).not.toContain(detail)
  })

  test('offers no text message to a record without a cell phone [1 §4.6]', async ({ portal }) => {
    const visitor = portal.visitor()
    await locate(visitor, people.piotrZielinski)
    const [form] = blocksOf((await visitor.get(signUpScreen)).body, 'form')
    expect([form?.fields, form?.value]).toMatchObject([[{ name: 'byEmail' }], { byEmail: true }])
    for (const chosen of [{}, { byPhone: true }, { byEmail: false }])
      expect(refusedBy(await visitor.act('account.sendSignUpCode', chosen))).toEqual([
        [422, '/byEmail', 'Please choose where to send the code.'],
      ])
  })

  test('goes back from the code to an empty first step [1 §4.2]', async ({ portal, somebody }) => {
    const visitor = portal.visitor()
    await askForCode(visitor, somebody())
    expect(idsOf((await visitor.get(signUpScreen)).body, 'action')).toContain('back')
    expect((await visitor.act('account.signUpBack', {})).body.effects).toEqual([toStep])
    const { body } = await visitor.get(signUpScreen)
    expect([await stepOf(visitor), blocksOf(body, 'form')[0]?.value, idsOf(body, 'notice')]).toEqual([
      'Locate patient records',
      {},
      [],
    ])
    expect((await enterCode(visitor, '0000')).status).toBe(409)
  })

  test('has no way back and nothing to continue with but at its steps [1 §4.2 §4.3 §4.4 §4.5]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const visitor = portal.visitor()
    const submits = async () =>
      (blocksOf((await visitor.get(signUpScreen)).body, 'form') as unknown as BlockOf<'form'>[]).map(
        ({ submit }) => submit.label, // of that kind
      )
    expect(idsOf((await visitor.get(signUpScreen)).body, 'action')).toEqual([])
    expect(await submits()).toEqual(['Continue'])
    await askForCode(visitor, one)
    expect(await submits()).toEqual(['Verify'])
    await enterCode(visitor, await newestCode(portal, one.email))
    const { body } = await visitor.get(signUpScreen)
    expect(idsOf(body, 'action')).not.toContain('back')
    const [form] = blocksOf(body, 'form')
    expect(form?.submit).toMatchObject({ label: 'Continue', when: { condition: { path: '/Terms', eq: true } } })
    await visitor.act('account.createAccount', accountRequest('steps.over'))
    expect([await stepOf(visitor), await submits()]).toEqual(['Create an Account', []])
  })
})

describe('a record', () => {
  const outcome = async (visitor: Visitor, who: Parameters<typeof identityOf>[0]) =>
    dialogTextOf(await visitor.act('account.locateRecord', identityOf(who)))

  test('that two people share opens no account [1 §8.8]', async ({ portal }) => {
    const visitor = portal.visitor()
    const text = await outcome(visitor, people.johnSmith)
    expect(text).toContain('Error in creating account! Please contact Office')
    expect(text).toContain('tel:+12125550140')
    expect(await stepOf(visitor)).toBe('Locate patient records')
  })

  test('that nobody has is not found, with whom to call and what to check [1 §8.9]', async ({ portal }) => {
    const visitor = portal.visitor()
    const text = await outcome(visitor, { ...people.ameliaNovak, zip: '10018' })
    expect(text).toContain("Sorry! We couldn't find your record. Please contact office")
    expect(text).toMatch(/Please check what you typed.*tel:\+12125550140/)
    expect((await visitor.act('account.sendSignUpCode', { byEmail: true })).status).toBe(409)
  })

  test('with an account leads to sign-in [1 §8.10] [2 §8.15]', async ({ portal }) => {
    expect(await outcome(portal.visitor(), people.mariaAlvarez)).toContain('Account already exists. Please try login.')
  })

  test('with an account of an earlier portal is told so, and chooses a new username and password [1 §4.12]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    await portal.records.db.execute(
      `update patients set earlier_account_n = 77 where practice = 'lakeside' and patient_n = ${one.patientN}`,
    )
    const visitor = portal.visitor()
    await locate(visitor, one)
    const { body } = await visitor.get(signUpScreen)
    expect(JSON.stringify(body)).toContain('Existing patient identified')
    const other = portal.visitor()
    await locate(other, somebody())
    expect(JSON.stringify((await other.get(signUpScreen)).body)).not.toContain('Existing patient identified')
  })

  test('without e-mail address and cell phone leads to the office', async ({ portal, somebody }) => {
    const one = somebody()
    await portal.records.db.execute(
      `update patients set email = '', cell_phone = '' where practice = 'lakeside' and patient_n = ${one.patientN}`,
    )
    const text = await outcome(portal.visitor(), one)
    expect(text).toContain('no email address or cell phone')
    expect(text).toMatch(/call the office.*tel:\+1\d{10}/)
  })

  test('of a patient whose guardian has an account can get its own', async ({ portal }) => {
    await locate(portal.visitor(), people.lucasAlvarez)
  })
})

describe('on the first step', () => {
  const locating = (portal: Pick<RunningPortal, 'visitor'>, more: object) =>
    portal.visitor().act('account.locateRecord', { ...identityOf(people.noraQuinn), ...more })

  test('everything is required [1 §3.4 §5.1 §9.16]', async ({ portal }) => {
    expect(refusedBy(await portal.visitor().act('account.locateRecord', {}))).toEqual([
      [422, '/PatientFirstName', 'Please enter your first name.'],
      [422, '/PatientLastName', 'Please enter your last name.'],
      [422, '/PatientDOB', 'Please enter your date of birth.'],
      [422, '/PatientGender', 'Please choose your gender.'],
      [422, '/PatientZIP', 'Please enter your ZIP code.'],
    ])
    expect(refusedBy(await locating(portal, { PatientFirstName: '  ', PatientDOB: '', PatientGender: 4 }))).toEqual([
      [422, '/PatientFirstName', 'Please enter your first name.'],
      [422, '/PatientDOB', 'Please enter your date of birth.'],
      [422, '/PatientGender', 'Please choose your gender.'],
    ])
  })

  test.for(['1900-02-29', '2023-02-29', '2024-02-30', '2024-13-01', '02/29/2024', 'soon'])(
    'the day %j is an Invalid Date [1 §5.2 §5.3]',
    async (day, { portal }) => {
      expect(refusedBy(await locating(portal, { PatientDOB: day }))).toEqual([[422, '/PatientDOB', 'Invalid Date']])
    },
  )

  test.for(['2024-02-29', '2000-02-29', '1904-12-31'])('the day %j is one', async (day, { portal }) => {
    expect(dialogTextOf(await locating(portal, { PatientDOB: day }))).toContain("couldn't find")
  })

  test('a day is in the future only once it is so at the practice [1 §5.2]', async ({ portal }) => {
    // Two in the morning in UTC, when it is still the previous evening in New York and Denver.
    const night = Date.UTC(2031, 5, 11, 2)
    portal.clock.aheadMs = night - Date.now()
    expect(dialogTextOf(await locating(portal, { PatientDOB: '2031-06-10' }))).toContain("couldn't find")
    expect(refusedBy(await locating(portal, { PatientDOB: '2031-06-11' }))).toEqual([
      [422, '/PatientDOB', 'The date of birth cannot be in the future.'],
    ])
  })
})
