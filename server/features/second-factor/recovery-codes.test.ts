import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

describe('recovery codes', () => {
  test('are ten different ones without letters that look like digits', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    expect(codes.filter((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toEqual(codes)
  })

  test.each(['7k2m-9qxr-0vtc-4h1e', '7K2M 9QXR 0VTC 4H1E', ' 7K2M9QXROVTC4HLE', '7K2M–9QXR–0VTC–4HIE'])(
    'are the same however they are written: %s',
    (typed) => {
      expect(recoveryCodeHash(7, typed)).toBe(recoveryCodeHash(7, '7K2M-9QXR-0VTC-4H1E'))
    },
  )

  test('of two accounts are kept differently, and never in clear', () => {
    const [code = ''] = newRecoveryCodes()
    expect(recoveryCodeHash(7, code)).not.toBe(recoveryCodeHash(8, code))
    expect(recoveryCodeHash(7, code)).not.toContain(code.slice(0, 4))
  })
})
