/** @module-tag database */
import { describe, expect } from 'vitest'
import { portalTest } from '../support/portal-test.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { until } from '../support/waiting.ts'
import { claimOf, earnGrant, makeAccountFor, reset } from '../support/recovery.ts'

const test = portalTest()

const login = 'maria.alvarez'
const right = { Username: login, Password: 'Sunny-Harbor-42' }
const wrong = { Username: login, Password: 'Wrong-Harbor-42' }

/** Sends attempts with wrong passwords, each from its own address; returns their statuses. */
async function flood(
  portal: Pick<RunningPortal, 'visitor'>,
  { browsers, triesEach }: { browsers: number; triesEach: number },
): Promise<number[]> {
  const attackers = Array.from({ length: browsers }, () => portal.visitor())
  const answers: number[] = []
  for (let tries = 0; tries < triesEach; tries++) {
    const round = await Promise.all(attackers.map((attacker) => attacker.act('account.signIn', wrong)))
    answers.push(...round.map(({ status }) => status))
  }
  return answers
}

describe('a thousand wrong passwords for one name within a minute', () => {
  test('from one address: hardly any is looked at, and the owner gets in from elsewhere', async ({ portal }) => {
    const answers = await flood(portal, { browsers: 1, triesEach: 500 })
    expect(answers.filter((status) => status === 422)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(490)
    expect((await portal.visitor().act('account.signIn', right)).status).toBe(200)
  })

  test('from everywhere: hardly any is looked at, and the owner gets in where they have been before', async ({
    portal,
  }) => {
    const owner = await portal.visitor().signIn(login)
    await owner.act('account.signOut', {})
    const answers = await flood(portal, { browsers: 50, triesEach: 10 })
    expect(answers.filter((status) => status === 422).length).toBeLessThanOrEqual(30)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(470)
    expect((await portal.visitor().act('account.signIn', right)).status).toBe(429)
    expect((await owner.act('account.signIn', right)).status).toBe(200)
  })

  test('a browser that has signed in as somebody else is no better than a strange one', async ({ portal }) => {
    const neighbour = await portal.visitor().signIn('new.patient')
    await neighbour.act('account.signOut', {})
    expect((await neighbour.act('account.signIn', wrong)).status).toBe(429)
  })

  test('a made-up mark of a browser counts for nothing', async ({ portal }) => {
    const forged = portal.visitor()
    const headers = { cookie: 'portal_device=YWJjZGVmZ2hpamtsbW5vcHFyc3R1.Zm9yZ2Vk' }
    expect((await forged.act('account.signIn', right, { headers })).status).toBe(429)
  })
})

describe('wrong passwords for one account from many addresses, over a longer time', () => {
  const owner = { login: 'g.alvarez@example.com', to: 'g.alvarez@example.com' } as const
  const asGuardian = { Username: owner.login, IsGuardian: true }
  const tryFrom = (visitor: Visitor) =>
    visitor.act<Problem>('account.signIn', { ...asGuardian, Password: 'Wrong-Forest-77' })

  test('are refused with words that name the ways that stay open, whether there is an account or not', async ({
    portal,
  }) => {
    const known = await portal.visitor().signIn(owner.login)
    await known.act('account.signOut', {})
    const answersFor = async (input: object) => {
      const answers = []
      for (let tries = 0; tries < 24; tries++)
        answers.push(await portal.visitor().act<Problem>('account.signIn', input))
      return answers.map(({ body: { code, detail } }) => [code, detail?.replace(/\d+ minutes?/, 'some time')])
    }
    const invalid = ['signIn.invalid', 'Invalid credentials. Please enter a valid username and password.']
    const tooOften = [
      'signIn.wrongTooOften',
      'Too many wrong passwords were entered for this username. Please sign in with a browser that you have used here before, choose a new password with “Forgot Password?”, or try again in some time.',
    ]
    const expected = [...Array.from({ length: 20 }, () => invalid), ...Array.from({ length: 4 }, () => tooOften)]
    expect(await answersFor({ ...asGuardian, Password: 'Wrong-Forest-77' })).toEqual(expected)
    expect(await answersFor({ Username: 'no.such.person', Password: 'Wrong-Forest-77' })).toEqual(expected)
    expect((await known.act('account.signIn', { ...asGuardian, Password: 'Quiet-Forest-77' })).status).toBe(200)
  })

  test('are reported to the owner by one email, which says what to do', async ({ portal }) => {
    const [email, ...others] = await expect
      .poll(() => portal.outbox(owner.to))
      .toHaveLength(1)
      .then(() => portal.outbox(owner.to))
    expect(others).toEqual([])
    expect(email?.subject).toBe('Wrong passwords for your account at Lakeside Dermatology')
    expect(email?.text).toContain('more than ten wrong passwords were entered for the account g.alvarez@example.com')
    expect(email?.text).toMatch(/http:\/\/lakeside\.localhost(:\d+)?\/user\/forgotpassword\b/)
  })

  test('leave the recovery of the password open in a new browser', async ({ portal }) => {
    const visitor = portal.visitor()
    expect((await tryFrom(visitor)).body.code).toBe('signIn.wrongTooOften')
    const claim = claimOf(owner.login, { dob: '1982-03-08', email: owner.to })
    await earnGrant(portal, visitor, { ...claim, IsGuardian: true })
    expect((await reset(visitor, 'Sudden-Meadow-31')).status).toBe(200)
    expect((await visitor.act('account.signIn', { ...asGuardian, Password: 'Sudden-Meadow-31' })).status).toBe(200)
  })

  test('are not counted where the password is right', async ({ portal }) => {
    for (let times = 0; times < 25; times++) await portal.visitor().signIn('new.patient')
    const others = { Username: owner.login, Password: 'Sudden-Meadow-31' }
    expect((await portal.visitor().act<Problem>('account.signIn', others)).body.code).toBe('signIn.wrongTooOften')
  })
})

describe('a flood on one account from fifty addresses, while its owner signs in', () => {
  const name = 'amelia.n'
  const [password, newPassword] = ['First-Garden-10', 'Second-Garden-20']
  const attempt = { Username: name, Password: 'Wrong-Garden-10' }

  /** Fifty browsers try wrong passwords, each at its own address and one try after the other. */
  function startFlood(portal: RunningPortal) {
    const statuses: number[] = []
    let goesOn = true
    const attackers = Array.from({ length: 50 }, () => portal.visitor())
    const ended = Promise.all(
      attackers.map(async (attacker) => {
        while (goesOn) statuses.push((await attacker.act('account.signIn', attempt)).status)
      }),
    )
    const stop = async () => {
      goesOn = false
      await ended
      return statuses
    }
    return { statuses, stop }
  }

  test('a known browser and the recovery in a new browser let the owner in, and the old password no longer does', async ({
    portal,
  }) => {
    await makeAccountFor(portal, people.ameliaNovak, { login: name, password })
    const known = await portal.visitor().enter({ login: name, password })
    await known.act('account.signOut', {})
    const flood = startFlood(portal)
    try {
      await until('the flood is refused', () => flood.statuses.filter((status) => status === 429).length > 100)
      const before = flood.statuses.length
      expect((await known.act('account.signIn', { Username: name, Password: password })).status).toBe(200)
      expect((await known.get('/ui/screens/user/home/appointments')).status).toBe(200)

      const recovering = portal.visitor()
      await earnGrant(portal, recovering, claimOf(name, people.ameliaNovak))
      expect((await reset(recovering, newPassword)).status).toBe(200)
      const asOwner = { Username: name, Password: newPassword }
      expect((await recovering.act('account.signIn', asOwner)).status).toBe(200)
      expect((await recovering.get('/ui/screens/user/home/appointments')).status).toBe(200)
      expect(flood.statuses.length).toBeGreaterThan(before)
    } finally {
      await flood.stop()
    }
    expect(new Set(flood.statuses)).toEqual(new Set([422, 429]))
    expect(flood.statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(20)
    expect((await known.act('account.signIn', { Username: name, Password: password })).status).toBe(422)
  })
})
