import { describe, expect, test } from 'vitest'
import { createPasswords } from './password.ts'

const cheap = createPasswords({ memoryKib: 8 })
const password = 'Quiet-Lake-88'

describe('the hash of a password', () => {
  test('costs what OWASP recommends when nothing else is configured', async () => {
    expect(await createPasswords().hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('costs the memory that is configured', async () => {
    expect(await cheap.hash(password)).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/)
  })

  test('is matched whatever it cost when it was made', async () => {
    const other = createPasswords({ memoryKib: 16 })
    const passwordHash = await cheap.hash(password)
    expect(await other.matches(passwordHash, password)).toBe(true)
    expect(await other.matches(passwordHash, 'Quiet-Lake-89')).toBe(false)
  })

  test.each([
    ['Zo\u00eb-Garden-1', 'Zoe\u0308-Garden-1'],
    ['Garden-\u00bd-1', 'Garden-1\u20442-1'],
    ['\uff27arden-10', 'Garden-10'],
  ])('is the same for one password that keyboards write in two ways: %s and %s', async (one, other) => {
    expect(await cheap.matches(await cheap.hash(one), other)).toBe(true)
    expect(await cheap.matches(await cheap.hash(other), one)).toBe(true)
  })
})

test.each([password, 'a password that nobody has'])('without a hash "%s" never matches', async (typed) => {
  expect(await cheap.matches(undefined, typed)).toBe(false)
})
