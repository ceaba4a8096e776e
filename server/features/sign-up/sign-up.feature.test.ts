import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { checkInput } from '../../protocol/input-check.ts'
import { noContactWords } from './sign-up.dialogs.ts'
import { identityOf, lookupKey } from '../../identity/patient-lookup.ts'
import { NewLogin } from '../../identity/login.rules.ts'

const typed = {
  PatientFirstName: ' Amelia ',
  PatientLastName: 'Novak',
  PatientDOB: '1988-04-12',
  PatientGender: 2,
  PatientZIP: ' 10017 ',
} as const

describe('a lookup', () => {
  test('is for what was typed, without the blanks around it', () => {
    expect(identityOf(typed)).toEqual({
      firstName: 'Amelia',
      lastName: 'Novak',
      dob: '1988-04-12',
      gender: 2,
      zip: '10017',
    })
  })

  test('of one name counts together, whatever the birth date, the gender, the ZIP code and the writing', () => {
    const key = lookupKey(identityOf(typed))
    expect(lookupKey(identityOf({ ...typed, PatientFirstName: 'ＡMELIA', PatientGender: 1, PatientZIP: '1' }))).toBe(
      key,
    )
    expect(lookupKey(identityOf({ ...typed, PatientDOB: '1988-04-13' }))).toBe(key)
    expect(lookupKey(identityOf({ ...typed, PatientFirstName: 'Ameli', PatientLastName: 'aNovak' }))).not.toBe(key)
  })
})

test.each(['abcd', 'x'.repeat(100), 'Zoë 予約', '😀😀😀😀'])('%j is a username', (login) => {
  expect(() => checkInput(Type.Object({ login: NewLogin }), { value: { login } })).not.toThrow()
})

test('whose record has no contact reads where to call, when the practice has said it', () => {
  expect(JSON.stringify(noContactWords('2125550100'))).toContain('tel:+12125550100')
  expect(JSON.stringify(noContactWords(''))).not.toContain('tel:')
})
