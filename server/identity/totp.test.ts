import { describe, expect, test } from 'vitest'
import { newSecret, otpauthUri, spelled, stepOf } from './totp.ts'

/** RFC 6238, appendix B: the secret of its examples, and the last six digits of their codes. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('of RFC 6238 at second %i belongs to its step', (second, code, step) => {
    expect(stepOf({ secret, code, at: new Date(second * 1000) })).toBe(step)
  })

  test.each([
    [-60_001, undefined],
    [-30_000, 1],
    [0, 1],
    [30_000, 1],
    [60_000, undefined],
  ])('counts %i ms from its own time only within one step', (distance, step) => {
    expect(stepOf({ secret, code: '287082', at: new Date(59_000 + distance) })).toBe(step)
  })

  test('of another secret, or of another length, belongs to none', () => {
    const at = new Date(59_000)
    expect(stepOf({ secret: newSecret(), code: '287082', at })).toBeUndefined()
    expect(stepOf({ secret, code: '94287082', at })).toBeUndefined()
    expect(stepOf({ secret, code: '', at })).toBeUndefined()
  })
})

describe('a secret', () => {
  test('has 160 bits, is another one each time, and can be typed', () => {
    expect([newSecret(), newSecret()].filter((each) => /^[A-Z2-7]{32}$/.test(each))).toHaveLength(2)
    expect(newSecret()).not.toBe(newSecret())
    expect(spelled(secret)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
  })

  test('is passed to an app with the practice and the login, whatever characters they contain', () => {
    const names = { issuer: 'Lakeside: Skin & Laser, "24/7" – Ñ', login: 'maria+test@example.com' }
    const { searchParams, pathname } = new URL(otpauthUri({ secret, ...names }))
    const practice = 'Lakeside Skin & Laser, "24/7" – Ñ'
    expect(decodeURIComponent(pathname)).toBe(`//totp/${practice}:${names.login}`.slice(6))
    expect([searchParams.get('secret'), searchParams.get('issuer'), searchParams.get('digits')]).toEqual([
      secret,
      practice,
      '6',
    ])
  })
})
