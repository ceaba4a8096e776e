/** @module-tag database */
import { describe, expect } from 'vitest'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'

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
