import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../../tests/support/input-errors.ts'
import { genderLabels, identityOf, LocateInput, lookupKey } from '../../identity/patient-lookup.ts'
import { NewLogin } from '../../identity/login.rules.ts'
import { locateCodes } from './sign-up.rules.ts'

const maria: LocateInput = {
  PatientFirstName: 'Maria',
  PatientLastName: 'Alvarez',
  PatientDOB: '1984-03-02',
  PatientGender: 2,
  PatientZIP: '10001',
}
const faultsWith = (changes: object) => faultsOf(LocateInput, { ...maria, ...changes }, locateCodes)

describe('the first step of signing up', () => {
  test('needs names, a day of birth, a gender and a ZIP code', () => {
    expect(faultsWith({})).toEqual([])
    expect(faultsOf(LocateInput, {}, locateCodes)).toEqual([
      '/PatientFirstName signUp.firstName',
      '/PatientLastName signUp.lastName',
      '/PatientDOB signUp.birthDay',
      '/PatientGender signUp.gender',
      '/PatientZIP signUp.zip',
    ])
  })

  test.each([
    ['PatientFirstName', 200, 'signUp.firstName'],
    ['PatientLastName', 200, 'signUp.lastName'],
    ['PatientZIP', 20, 'signUp.zip'],
  ] as const)('refuses a %s that is blank, empty or longer than %i', (field, most, code) => {
    for (const text of ['', ' ', '\t']) expect(faultsWith({ [field]: text })).toEqual([`/${field} ${code}`])
    expect(faultsWith({ [field]: 'x'.repeat(most) })).toEqual([])
    expect(faultsWith({ [field]: 'x'.repeat(most + 1) })).toEqual([`/${field} input.tooLong`])
  })

  test('refuses what is no day and no gender', () => {
    for (const PatientDOB of ['2026-02-29', 'Invalid Date'])
      expect(faultsWith({ PatientDOB })).toEqual(['/PatientDOB signUp.noDay'])
    for (const PatientGender of [0, 4, '2', 1.5])
      expect(faultsWith({ PatientGender })).toEqual(['/PatientGender signUp.gender'])
    for (const PatientGender of [1, 2, 3]) expect(faultsWith({ PatientGender })).toEqual([])
    expect(genderLabels).toEqual(['Male', 'Female', 'Unknown'])
  })

  test('refuses what it does not ask for', () => {
    expect(faultsWith({ EMRID: '7' })).toEqual(['/EMRID input.unknown'])
  })
})

describe('a person who signs up', () => {
  test('is looked for without the blanks around the words', () => {
    const typed = { ...maria, PatientFirstName: ' Maria ', PatientLastName: ' Alvarez ', PatientZIP: ' 10001 ' }
    expect(identityOf(typed)).toEqual({
      firstName: 'Maria',
      lastName: 'Alvarez',
      dob: '1984-03-02',
      gender: 2,
      zip: '10001',
    })
  })

  test('is the same however the name is written, and with any birth date, gender and ZIP code', () => {
    const key = lookupKey(identityOf(maria))
    expect(key).toBe('maria\nalvarez')
    expect(lookupKey(identityOf({ ...maria, PatientDOB: '1984-02-03', PatientGender: 1, PatientZIP: '9' }))).toBe(key)
    expect(lookupKey(identityOf({ ...maria, PatientFirstName: 'ＭARIA' }))).toBe(key)
    for (const other of [{ PatientFirstName: 'Mario' }, { PatientLastName: 'Alvaro' }])
      expect(lookupKey(identityOf({ ...maria, ...other }))).not.toBe(key)
  })
})

describe('a username', () => {
  test.each(['anna', 'ann a', 'ann.lee@example.org', '李李李李', 'x'.repeat(100)])('may be "%s"', (login) => {
    expect(faultsOf(NewLogin, login)).toEqual([])
  })

  test.each([
    ['ann', 'input.tooShort'],
    ['x'.repeat(101), 'input.tooLong'],
    [' anna', 'input.format'],
    ['anna ', 'input.format'],
    ['an\u0007na', 'input.format'],
    ['\u0007anna', 'input.format'],
    ['anna\u0007', 'input.format'],
  ])('may not be "%s"', (login, code) => {
    expect(faultsOf(NewLogin, login)).toEqual([` ${code}`])
  })
})
