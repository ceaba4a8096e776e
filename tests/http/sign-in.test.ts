import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts } from '../../server/db/schema.ts'
import { createPasswords, recommendedMemoryKib } from '../../server/identity/password.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest()
/** Hashes are as slow as in production. */
const testAtFullCost = portalTest({}, { passwordMemoryKib: recommendedMemoryKib })

const guardianOfTwo = { Username: 'r.okafor@example.com', Password: 'Bright-Window-31', IsGuardian: true }
const guardianOfOne = { Username: 'g.alvarez@example.com', Password: 'Quiet-Forest-77', IsGuardian: true }

async function dashboardOf(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.get('/ui/screens/user/home/dashboard')
  return status === 200 ? JSON.stringify(body.blocks[0]) : String(status)
}

/** Returns the patients that a dialog offers. */
function offeredIn(effects: readonly unknown[]): string[] {
  return [...JSON.stringify(effects).matchAll(/"id":"patient-(\d+)"/g)].map(([, id = '']) => id)
}

describe('a guardian of one patient', () => {
  test('is signed in directly and welcomed with both names [1 §1.4 §2.47 §4.14 §4.16 §6.2 §6.3] [2 §6.4]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    const { body } = await visitor.act('account.signIn', guardianOfOne)
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/user/home/dashboard', replace: true })
    expect(await dashboardOf(visitor)).toContain('Welcome Gabriel Alvarez, guardian of Lucas Alvarez')
  })

  test('who forgot the box gets the hint only after the right password [1 §6.2 §8.5 §8.6] [2 §8.13]', async ({
    portal,
  }) => {
    const right = await portal.visitor().act('account.signIn', { ...guardianOfOne, IsGuardian: false })
    expect(right.body.detail).toBe(
      "We couldn't find the account. If you are a guardian, Please check the 'I am a Guardian' checkbox.",
    )
    const wrong = await portal
      .visitor()
      .act('account.signIn', { ...guardianOfOne, Password: 'Wrong-Forest-77', IsGuardian: false })
    expect(wrong.body.detail).toBe('Invalid credentials. Please enter a valid username and password.')
  })

  test('and a patient who ticked it is told to clear it, also only after the right password', async ({ portal }) => {
    const maria = { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42', IsGuardian: true }
    const right = await portal.visitor().act('account.signIn', maria)
    expect([right.status, right.body.code, right.body.detail]).toEqual([
      422,
      'signIn.isPatient',
      "We couldn't find a guardian account. If you are the patient, please clear the 'I am a Guardian' checkbox.",
    ])
    const wrong = await portal.visitor().act('account.signIn', { ...maria, Password: 'Wrong-Harbor-42' })
    expect(wrong.body.code).toBe('signIn.invalid')
  })

  test('is nobody at another practice', async ({ portal }) => {
    const { status, body } = await portal.visitor('northgate.localhost').act('account.signIn', guardianOfOne)
    expect([status, body.code]).toEqual([422, 'signIn.invalid'])
  })
})

describe('a guardian of two patients', () => {
  test('chooses one after the password, and is nobody before [1 §2.44 §4.13]', async ({ portal }) => {
    const visitor = portal.visitor()
    const { status, body } = await visitor.act('account.signIn', guardianOfTwo)
    expect([status, offeredIn(body.effects)]).toEqual([200, ['1004', '1005']])
    expect(await dashboardOf(visitor)).toBe('401')
    expect((await visitor.act('account.choose', { patient: '1005' })).status).toBe(200)
    expect(await dashboardOf(visitor)).toContain('Welcome Ruth Okafor, guardian of Samuel Okafor')
  })

  test('goes to the other one without proving everything again, in a session with a new id', async ({ portal }) => {
    const visitor = await portal.visitor().signIn('r.okafor@example.com')
    expect(await dashboardOf(visitor)).toContain('Ada Okafor')
    const { body } = await visitor.act('account.switch', {})
    expect(offeredIn(body.effects)).toEqual(['1004', '1005'])
    await visitor.act('account.choose', { patient: '1005' })
    expect(await dashboardOf(visitor)).toContain('Samuel Okafor')
  })

  test('gets the names of the patients and nothing else of their records [1 §3.5]', async ({ portal }) => {
    const { body } = await portal.visitor().act('account.signIn', guardianOfTwo)
    const words = JSON.stringify(body)
    expect(words).toMatch(/Ada Okafor.*Samuel Okafor/)
    for (const { dob, zip, emrid, email } of [people.adaOkafor, people.samuelOkafor])
      for (const detail of [dob, zip, emrid, email]) expect(words).not.toContain(detail || 'nothing')
  })

  test('cannot choose somebody else, nor choose twice with one password [1 §4.13]', async ({ portal }) => {
    const visitor = portal.visitor()
    await visitor.act('account.signIn', guardianOfTwo)
    expect((await visitor.act('account.choose', { patient: '1001' })).status).toBe(403)
    expect((await visitor.act('account.choose', { patient: '1004' })).status).toBe(200)
    const again = await visitor.act('account.choose', { patient: '1005' })
    expect([again.status, again.body.code, again.body.redirect]).toEqual([409, 'signIn.again', '/user/login'])
  })

  test('cannot choose without a password, with the way of another browser, or half an hour later', async ({
    portal,
  }) => {
    expect((await portal.visitor().act('account.choose', { patient: '1004' })).status).toBe(409)
    const late = portal.visitor()
    await late.act('account.signIn', guardianOfTwo)
    expect((await portal.visitor().act('account.choose', { patient: '1004' })).status).toBe(409)
    portal.clock.aheadMs += 31 * 60_000
    expect((await late.act('account.choose', { patient: '1004' })).status).toBe(409)
  })

  test('chooses once, also when the choice is sent twenty times at once', bothEngines, async ({ portal }) => {
    const visitor = portal.visitor()
    await visitor.act('account.signIn', guardianOfTwo)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor.act('account.choose', { patient: '1004' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a patient who must reset the password', () => {
  const old = { Username: 'thomas.reed', Password: 'Old-Garden-13' }

  test('hears of it only after the right password, and is not in [1 §4.12 §8.7] [2 §8.14]', async ({ portal }) => {
    const wrong = await portal.visitor().act('account.signIn', { ...old, Password: 'Old-Garden-14' })
    expect(wrong.body.code).toBe('signIn.invalid')
    const visitor = portal.visitor()
    const { status, body } = await visitor.act('account.signIn', old)
    expect([status, JSON.stringify(body.effects)]).toEqual([
      200,
      expect.stringContaining('Existing patient identified'),
    ])
    expect(await dashboardOf(visitor)).toBe('401')
  })
})

describe('a disabled account', () => {
  test('gets the same message as an unknown one', async ({ portal }) => {
    const { db } = portal.database
    await db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.login, 'new.patient'))
    const disabled = await portal
      .visitor()
      .act('account.signIn', { Username: 'new.patient', Password: 'Morning-Bridge-26' })
    const unknown = await portal
      .visitor()
      .act('account.signIn', { Username: 'no.patient', Password: 'Morning-Bridge-26' })
    const withoutInstance = ({ instance: _instance, ...rest }: typeof disabled.body) => rest
    expect([disabled.status, withoutInstance(disabled.body)]).toEqual([unknown.status, withoutInstance(unknown.body)])
    await db.update(accounts).set({ disabledAt: null }).where(eq(accounts.login, 'new.patient'))
  })
})

describe('the time that a refusal takes', () => {
  testAtFullCost('does not tell an unknown name from a wrong password', async ({ portal }) => {
    const passwordHash = await createPasswords().hash('Sunny-Harbor-42')
    await portal.database.db.update(accounts).set({ passwordHash }).where(eq(accounts.login, 'maria.alvarez'))
    const times: Record<string, number[]> = { 'maria.alvarez': [], 'nobody.there': [] }
    for (let tries = 0; tries < 15; tries++) {
      for (const Username of Object.keys(times)) {
        const began = performance.now()
        await portal.visitor().act('account.signIn', { Username, Password: `Wrong-Harbor-${tries}` })
        times[Username]?.push(performance.now() - began)
      }
    }
    const median = (list: number[] = []) => list.toSorted((one, other) => one - other)[7] ?? 0
    const ratio = median(times['maria.alvarez']) / median(times['nobody.there'])
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.7)
  })
})
