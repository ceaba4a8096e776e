import { onTestFinished, expect, test, vi } from 'vitest'
import type { AccountServices } from '../../identity/account-services.ts'
import { actor } from '../../../tests/support/act.ts'
import { openTestLimiter } from '../../../tests/support/limiter.ts'
import type { ProveServices } from './prove-password.ts'

// Other files of the worker may have imported what is replaced here.
vi.resetModules()
vi.doMock('./prove-identity.ts', () => ({
  proveIdentity: (_: AccountServices, { password }: { password: string }) =>
    password === 'right' ? Promise.resolve({ id: 7 }) : Promise.reject(new Failure('signIn.invalid')),
}))
vi.doMock('../../identity/account.store.ts', () => ({
  loginKey: (login: string) => login,
  findAccount: () => Promise.resolve({ id: 7, kind: 'patient', login: 'maria', licenseeId: 'lakeside' }),
}))
const { Failure } = await import('../../protocol/failure.ts')
const { take } = await import('../../protocol/limits.ts')
const { provePassword } = await import('./prove-password.ts')

/** Attempts with the wrong password by a browser that the account knows, or not. */
async function attempts({ knows }: { knows: boolean }) {
  const limiter = await openTestLimiter()
  const add = vi.fn<(...item: unknown[]) => Promise<void>>().mockResolvedValue()
  const services = { countedTries: limiter, jobs: { add } } as unknown as ProveServices // the part that it uses
  const context = Object.assign(actor(undefined, { knows: () => knows }), {
    licensee: { id: 'lakeside', hosts: ['lakeside.example'] },
    takeTry: (key: string, limit: { tries: number }) => take({ limiter }, `lakeside:${key}`, limit),
  })
  const prove = (password: string) =>
    provePassword(services, context, { name: 'account.signIn', login: 'maria', password, kind: 'patient' }).then(
      () => 'signed in',
      (error: unknown) => (error instanceof Failure ? error.code : error),
    )
  return { prove, emails: () => add.mock.calls.length }
}

test('of a flood of wrong passwords a hundred a day are checked, with growing waits, and one email a day goes out', async () => {
  const { prove, emails } = await attempts({ knows: false })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const checkedAt: number[] = []
  const start = Date.now()
  for (let minute = 0; minute < 27 * 60; minute++) {
    for (let tries = 0; tries < 30; tries++)
      if ((await prove('wrong')) === 'signIn.invalid') checkedAt.push((Date.now() - start) / 60_000)
    vi.advanceTimersByTime(60_000)
  }
  const within = (from: number, to: number) => checkedAt.filter((minute) => minute >= from && minute < to).length
  expect([within(0, 10), within(0, 180), within(0, 1440), within(1440, 1620)]).toEqual([20, 50, 100, 50])
  expect(emails()).toBe(2)
})

test('a right password is refused after too many wrong ones, except in a browser that knows the account', async () => {
  const strange = await attempts({ knows: false })
  expect(await strange.prove('right')).toBe('signed in')
  for (let tries = 0; tries < 20; tries++) expect(await strange.prove('wrong')).toBe('signIn.invalid')
  expect(await strange.prove('right')).toBe('signIn.wrongTooOften')
  const known = await attempts({ knows: true })
  for (let tries = 0; tries < 200; tries++) expect(await known.prove('wrong')).toBe('signIn.invalid')
  expect([await known.prove('right'), known.emails()]).toEqual(['signed in', 0])
})

test('attempts at the same time are counted', async () => {
  const { prove } = await attempts({ knows: false })
  const codes = await Promise.all(Array.from({ length: 60 }, () => prove('wrong')))
  expect(codes.filter((code) => code === 'signIn.invalid')).toHaveLength(20)
})
