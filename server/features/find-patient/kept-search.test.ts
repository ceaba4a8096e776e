import { expect, test } from 'vitest'
import { createCipher } from '../../encryption.ts'
import type { Context } from '../../protocol/context.ts'
import { keepSearch, keptSearch } from './kept-search.ts'

const services = { cipher: createCipher('the secret of a test') }
const at = Date.parse('2026-11-23T15:00:00Z')
const hourMs = 3_600_000

function contextOf({ accountId = 7, licenseeId = 'lakeside', now = at } = {}): Context {
  return {
    licensee: { id: licenseeId },
    principal: { kind: 'admin', accountId },
    now: () => new Date(now),
  } as unknown as Context // the members that are read
}

const searches = [
  { text: 'alvarez 6/21/1984' },
  { PatientDOB: '1984-06-21' },
  { PatientFirstName: '', PatientLastName: 'Alvarez', PatientDOB: '1984-06-21', PatientGender: 2 as const },
]

test.each(searches)('a kept search is the same, and not readable: %j', (search) => {
  const kept = keepSearch(contextOf(), services, search)
  expect(kept).toMatch(/^[\w-]+$/)
  expect(Buffer.from(kept, 'base64url').toString()).not.toMatch(/alvarez|1984/i)
  expect(keptSearch(contextOf(), services, kept)).toEqual(search)
})

test('it is that of one account of one practice, until twelve hours are over', () => {
  const [search] = searches
  const kept = keepSearch(contextOf(), services, search!)
  expect(keptSearch(contextOf({ now: at + 12 * hourMs - 1 }), services, kept)).toEqual(search)
  expect(keptSearch(contextOf({ now: at + 12 * hourMs }), services, kept)).toBeUndefined()
  expect(keptSearch(contextOf({ accountId: 8 }), services, kept)).toBeUndefined()
  expect(keptSearch(contextOf({ licenseeId: 'northgate' }), services, kept)).toBeUndefined()
})

test('nothing else is one', () => {
  const other = createCipher('another secret').encrypt('{}')
  const foreign = services.cipher.encrypt(JSON.stringify({ href: '/', until: at + hourMs, of: 'lakeside:7' }))
  for (const kept of [undefined, '', 'x', other, foreign, services.cipher.encrypt('no JSON')])
    expect(keptSearch(contextOf(), services, kept)).toBeUndefined()
})

test('the longest search fits into an address', () => {
  const longest = { PatientFirstName: '字'.repeat(100), PatientLastName: '字'.repeat(100), PatientDOB: '1984-06-21' }
  expect(keepSearch(contextOf(), services, longest).length).toBeLessThan(1900)
  expect(keepSearch(contextOf(), services, { text: '字'.repeat(200) }).length).toBeLessThan(1900)
})
