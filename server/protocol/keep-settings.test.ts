import { expect, test, vi } from 'vitest'
import { keepSettings } from './keep-settings.ts'
import type { Portal } from './portal.ts'

test('the settings are read again from time to time, for a hint of another process may be lost', async () => {
  vi.useFakeTimers()
  const reload = vi.fn(() => Promise.resolve())
  const book = { reload, refreshFromPractice: () => Promise.resolve([]) }
  const portal = {
    licensees: [{ id: 'lakeside' }],
    book,
    hints: { onHeard: () => undefined, publish: () => undefined },
  } as unknown as Portal // what is used of one
  const stop = keepSettings(portal, {
    emrOf: () => ({ adminSetting: () => Promise.resolve(undefined) }),
    log: { error: () => undefined } as never,
  }) // likewise
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(reload.mock.calls.length).toBeGreaterThan(5)
  expect(reload).toHaveBeenCalledWith('lakeside')
  stop()
  vi.useRealTimers()
})
