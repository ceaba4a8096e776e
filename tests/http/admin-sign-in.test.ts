import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest()
const dashboard = '/ui/screens/admin/home/dashboard'

describe('the sign-in of administrators', () => {
  it('names the practice, and has an address and words of its own [2 §2.15 §2.142]', async ({ portal }) => {
    const { status, body } = await portal.visitor().get<Screen>('/ui/screens/admin')
    expect(status).toBe(200)
    for (const words of ['Lakeside Dermatology Administrator Login', 'Sign in as Admin'])
      expect(wordsOf(body.blocks)).toContain(words)
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.fields.map(({ label }) => label)).toEqual(['User name', 'Password'])
    expect(form?.submit.label).toBe('Sign In')
  })

  it('needs both, and says the same for an unknown name, a patient and a wrong password [2 §5.45 §7.49 §7.50 §8.36]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    const empty = await visitor.act('account.adminSignIn', {})
    expect([empty.status, empty.body.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/Username', '/Password']])
    for (const [Username, Password] of [
      ['nobody.there', 'Practice-Keys-88'],
      ['maria.alvarez', 'Sunny-Harbor-42'],
      ['front.desk', 'Practice-Keys-89'],
    ]) {
      const { status, body } = await visitor.act('account.adminSignIn', { Username, Password })
      expect([status, body.detail]).toEqual([422, 'Invalid credentials. Please enter a valid username and password.'])
    }
    expect((await visitor.get(dashboard)).status).toBe(401)
  })

  it('leads to the dashboard, which patients cannot open [2 §1.22 §2.35 §6.11]', async ({ portal }) => {
    const visitor = portal.visitor()
    const input = { Username: 'front.desk', Password: 'Practice-Keys-88' }
    const { status, body } = await visitor.act('account.adminSignIn', input)
    expect([status, body.effects.at(-1)]).toMatchObject([200, { type: 'navigate', to: '/admin/home/dashboard' }])
    expect((await visitor.get(dashboard)).status).toBe(200)
    const maria = await portal.signIn('maria.alvarez')
    expect((await maria.get(dashboard)).status).toBe(403)
    const patients = await portal.visitor().act('account.signIn', input)
    expect(patients.body.code).toBe('signIn.invalid')
  })
})
