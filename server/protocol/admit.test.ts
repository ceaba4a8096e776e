import { describe, expect, test } from 'vitest'
import { actor, refusalOf, visitor } from '../../tests/support/act.ts'
import { admit } from './admit.ts'
import { admins, anyone, patients } from './guard.ts'

const partIsOn = () => true
const partIsOff = () => false

describe('a screen or an act', () => {
  test('is open to whom its guard admits', async () => {
    expect(await refusalOf(() => admit(actor(), { guard: patients }))).toBeUndefined()
    expect(await refusalOf(() => admit(visitor(), { guard: anyone }))).toBeUndefined()
  })

  test('sends a visitor to where people of its guard sign in', async () => {
    const refusal = (guard: typeof admins) => refusalOf(() => admit(visitor(), { guard }))
    expect(await refusal(patients)).toEqual(['access.signIn', { status: 401, redirect: '/user/login' }])
    expect(await refusal(admins)).toEqual(['access.signIn', { status: 401, redirect: '/admin' }])
  })

  test('is closed to other roles', async () => {
    expect(await refusalOf(() => admit(actor(), { guard: admins }))).toEqual(['access.denied', { status: 403 }])
  })

  test('is closed while the practice has switched it off, and says by which rule', async () => {
    const context = actor()
    expect(await refusalOf(() => admit(context, { guard: patients, offered: partIsOn }))).toBeUndefined()
    expect(await refusalOf(() => admit(context, { guard: patients, offered: partIsOff }))).toEqual([
      'route.off',
      { status: 403, stays: true, params: { what: 'This page', next: 'Please call the office.' } },
    ])
    expect(context.trace.decisions).toEqual([
      { block: '*', shown: true, rule: 'partIsOn', settings: [] },
      { block: '*', shown: false, rule: 'partIsOff', settings: [] },
    ])
  })

  test('asks for a session before it says that it is switched off', async () => {
    const context = visitor()
    expect(await refusalOf(() => admit(context, { guard: patients, offered: partIsOff }))).toMatchObject([
      'access.signIn',
      {},
    ])
    expect(context.trace.decisions).toEqual([])
  })
})
