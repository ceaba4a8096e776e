import { expect, test, vi } from 'vitest'
import type { Logo } from '../gateways/emr/logos/logos.ts'
import { practiceLogo, recordLogo } from './practice-logo.ts'

const logo: Logo = { content: Buffer.from('picture'), width: 120, height: 40 }

type Reading = Parameters<typeof practiceLogo>

function readWith(load: () => Promise<Logo | undefined>) {
  const warn = vi.fn()
  const context = { licensee: { id: 'lakeside' } } as unknown as Reading[0] // what it reads
  const services = { emrOf: () => ({ logo: load }), log: { warn } }
  return { warn, again: () => recordLogo(context, services) }
}

test('a logo that is switched off is not read', async () => {
  const read = vi.fn()
  const context = { licensee: { id: 'lakeside' }, setting: () => false } as unknown as Reading[0] // what it reads
  const services = { db: { select: read }, emrOf: read, log: { warn: read } } as unknown as Reading[1] // what it could call
  expect(await practiceLogo(context, services)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
})

test('a failure leaves the logo out and is logged once, with the practice and the reason only', async () => {
  const failure = new Error('GetLogo: the record server gave a wrong answer (an animated logo)')
  const { warn, again } = readWith(() => Promise.reject(failure))
  expect([await again(), await again()]).toEqual([undefined, undefined])
  expect(warn.mock.calls).toEqual([
    [{ licensee: 'lakeside', why: failure.message }, 'the logo of the practice is not shown'],
  ])
})

test('a logo that does not come in time is left out, and is there the next time', async () => {
  vi.useFakeTimers()
  let arrive = (_logo: Logo) => {}
  const coming = new Promise<Logo>((resolve) => (arrive = resolve))
  const { again } = readWith(() => coming)
  const first = again()
  await vi.runAllTimersAsync()
  expect(await first).toBeUndefined()
  arrive(logo)
  expect(await again()).toBe(logo)
  vi.useRealTimers()
})
