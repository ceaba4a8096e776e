import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFirstSettings, syncSettings } from './sync-settings.ts'
import type { Portal } from './portal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Two practices, of which those in `silent` do not respond. */
function settings(silent: Set<string>) {
  const read: string[] = []
  const requests: string[] = []
  const settings = {
    reload: async (id: string) => void read.push(id),
    refreshFromPractice: async (id: string) => {
      requests.push(id)
      if (silent.has(id)) throw new Error('no answer')
      return []
    },
  }
  const licensees = [{ id: 'lakeside' }, { id: 'northgate' }]
  const hints = { publish: () => undefined }
  const portal = { licensees, settings, settingsByName: new Map(), hints } as unknown as Portal // all that is read
  const emrOf = () => ({ adminSetting: async () => undefined })
  const { parts } = syncSettings.using({ portal, licensees: portal.licensees, emrOf, lastReadAt: new Map() })
  const run = () => Promise.allSettled(parts.map((part) => part.run(new AbortController().signal)))
  return { read, requests, parts, run }
}

test('settings are read again every five minutes, for a hint of another process may be lost', async () => {
  const { read, run } = settings(new Set())
  await run()
  vi.advanceTimersByTime(299_999)
  await run()
  expect(read).toEqual(['lakeside', 'northgate'])
  vi.advanceTimersByTime(1)
  await run()
  expect(read).toEqual(['lakeside', 'northgate', 'lakeside', 'northgate'])
})

test('a practice that does not answer is asked again each time, and the others are not', async () => {
  const silent = new Set(['lakeside'])
  const { requests, run } = settings(silent)
  for (let times = 0; times < 3; times++) await run()
  expect(requests).toEqual(['lakeside', 'northgate', 'lakeside', 'lakeside'])
  silent.clear()
  for (let times = 0; times < 2; times++) await run()
  expect(requests.slice(4)).toEqual(['lakeside'])
})

test('a start waits until the settings are read', async () => {
  const { requests, parts } = settings(new Set())
  await readFirstSettings({ parts })
  expect(requests).toEqual(['lakeside', 'northgate'])
})

test('a start does not wait long for a practice that is silent', async () => {
  await expect(
    readFirstSettings({ parts: [{ licensee: 'lakeside', run: () => new Promise(() => undefined) }] }, 10),
  ).resolves.toBeUndefined()
})
