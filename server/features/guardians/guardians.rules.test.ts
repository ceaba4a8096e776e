import { describe, expect, test } from 'vitest'
import { errorsOf, faultsOf } from '../../../tests/support/input-errors.ts'
import { readsOf } from '../../../tests/support/reads.ts'
import type { Account } from '../../identity/account.store.ts'
import {
  endOf,
  patientsMayChoosePassword,
  isSamePerson,
  NewGuardian,
  NewInvitation,
  scopeOf,
  typedGuardian,
  whoCodes,
  type Guardian,
} from './guardians.rules.ts'
import { partChoices, scopeWords } from '../../practice/scope-words.ts'

const who = {
  Auth_FirstName: 'Rosa',
  Auth_LastName: 'Alvarez',
  relation: 'Mother' as const,
  Auth_DOB: '1958-04-12',
  Auth_Login: 'rosa@example.org',
}
const password = { Password: 'Sunny-Harbor-42', Password2: 'Sunny-Harbor-42' }
const invitation = { ...who, scope: [1, 2] }
const faultsWith = (changes: object) => faultsOf(NewInvitation, { ...invitation, ...changes }, whoCodes)

describe('the form of a guardian', () => {
  test('is complete with a person and a password, or with a person and parts of the portal [2 §3.39]', () => {
    expect(faultsOf(NewGuardian, { ...who, ...password }, whoCodes)).toEqual([])
    expect(faultsWith({})).toEqual([])
    expect(faultsWith({ until: '2026-12-31' })).toEqual([])
  })

  test('says what is missing, in its own words [2 §5.38]', () => {
    const person = [
      '/Auth_FirstName guardian.name',
      '/Auth_LastName guardian.name',
      '/relation guardian.relation',
      '/Auth_DOB guardian.birthDay',
      '/Auth_Login guardian.login',
    ]
    expect(faultsOf(NewGuardian, {}, whoCodes).toSorted()).toEqual(
      [...person, '/Password input.required', '/Password2 input.required'].toSorted(),
    )
    expect(faultsOf(NewInvitation, {}, whoCodes).toSorted()).toEqual([...person, '/scope input.required'].toSorted())
  })

  test.each([
    ['first name', 'Auth_FirstName', 'guardian.name'],
    ['last name', 'Auth_LastName', 'guardian.name'],
  ])('takes a %s of one line that is not blank', (_what, field, code) => {
    for (const name of ['Ann', ' Ann ', '李', "O'Neil-Ray", 'x'.repeat(100)])
      expect([name, faultsWith({ [field]: name })]).toEqual([name, []])
    for (const name of ['', ' ', '\u00a0', 'Ann\nLee', '\tAnn', 'A\u0007\u0007nn', 'Ann\u2028Lee', 'Ann\u2029'])
      expect([name, faultsWith({ [field]: name })]).toEqual([name, [`/${field} ${code}`]])
    expect(faultsWith({ [field]: 'x'.repeat(101) })).toEqual([`/${field} input.tooLong`])
  })

  test('takes the five relations [2 §3.39 §9.31]', () => {
    for (const relation of ['Brother', 'Sister', 'Father', 'Mother', 'Other'])
      expect(faultsWith({ relation })).toEqual([])
    for (const relation of ['Cousin', '', 'mother'])
      expect(faultsWith({ relation })).toEqual(['/relation guardian.relation'])
  })

  test('takes a day of the calendar as the date of birth', () => {
    for (const Auth_DOB of ['2026-02-29', '04/12/1958', ''])
      expect(faultsWith({ Auth_DOB })).toEqual(['/Auth_DOB guardian.birthDay'])
  })

  test('takes one e-mail address of the shape x@y.z', () => {
    for (const Auth_Login of ['a@b.c', ' rosa.a+b@mail.example.org ', 'ü@ü.ü'])
      expect([Auth_Login, faultsWith({ Auth_Login })]).toEqual([Auth_Login, []])
    const wrong = [
      '',
      'a',
      'a@b',
      '@b.c',
      'a@.c',
      'a@b.',
      'a@b.c, d@e.f',
      'a@b.c;d@e.f',
      'a <a@b.c>',
      'a@b@c.d',
      'a b@c.d',
      '"a"@b.c',
      'a\\@b.c',
      'a@b.c\u0000d',
    ]
    for (const Auth_Login of wrong)
      expect([Auth_Login, faultsWith({ Auth_Login })]).toEqual([Auth_Login, ['/Auth_Login guardian.login']])
    expect(faultsWith({ Auth_Login: `${'a'.repeat(196)}@b.c` })).toEqual([])
    expect(faultsWith({ Auth_Login: `${'a'.repeat(197)}@b.c` })).toEqual(['/Auth_Login input.tooLong'])
  })

  test('takes some of the seven parts, each once', () => {
    expect(faultsWith({ scope: [7, 6, 5, 4, 3, 2, 1] })).toEqual([])
    expect(faultsWith({ scope: [] })).toEqual(['/scope input.required'])
    expect(faultsWith({ scope: [1, 1] })).toEqual(['/scope input.choice'])
    expect(faultsWith({ scope: [8] })).toEqual(['/scope/0 input.choice'])
    expect(faultsWith({ scope: ['1'] })).toEqual(['/scope/0 input.type'])
  })

  test('takes nothing else', () => {
    expect(faultsOf(NewGuardian, { ...who, ...password, scope: [1] })).toEqual(['/scope input.unknown'])
    expect(faultsWith({ Password: 'Sunny-Harbor-42' })).toEqual(['/Password input.unknown'])
    expect(faultsWith({ until: 'tomorrow' })).toEqual(['/until input.format'])
  })
})

describe('who is typed', () => {
  test('is kept without the blanks around the words', () => {
    const typed = { ...who, Auth_FirstName: ' Rosa ', Auth_LastName: ' Alvarez ', Auth_Login: ' rosa@example.org ' }
    expect(typedGuardian(typed)).toEqual({
      firstName: 'Rosa',
      lastName: 'Alvarez',
      relation: 'Mother',
      birthDay: '1958-04-12',
      email: 'rosa@example.org',
    })
  })
})

describe('an account', () => {
  const rosa: Guardian = {
    firstName: 'Rosa María',
    lastName: 'Alvarez',
    relation: 'Mother',
    birthDay: '1958-04-12',
    email: 'rosa@example.org',
  }
  const belongs = (account: Partial<Account>) =>
    isSamePerson({ firstName: 'Rosa María', lastName: 'Alvarez', birthDay: '1958-04-12', ...account } as Account, rosa) // the fields that the rule reads

  test.each<Partial<Account>>([
    {},
    { firstName: ' ROSA  MARÍA ', lastName: 'alvarez' },
    { firstName: 'Rosa\u00a0Mari\u0301a', lastName: 'Ａlvarez' },
  ])('belongs to the same person, however the name is written: %j', (account) => {
    expect(belongs(account)).toBe(true)
  })

  test.each<Partial<Account>>([
    { firstName: 'Rosa' },
    { firstName: 'RosaMaría' },
    { lastName: 'Alvaro' },
    { birthDay: '1958-12-04' },
    { birthDay: null },
  ])('belongs to another person with %j', (account) => {
    expect(belongs(account)).toBe(false)
  })
})

describe('the parts that a guardian may use', () => {
  test('are no limit when they are all chosen, else a list in their order', () => {
    expect(scopeOf([7, 6, 5, 4, 3, 2, 1])).toBeNull()
    expect(scopeOf([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6])
    expect(scopeOf([3, 1, 2])).toEqual([1, 2, 3])
    expect(scopeOf([5, 2])).toEqual([2, 5])
    expect(scopeOf([2, 5])).toEqual([2, 5])
  })

  test('are called as in the settings of the practice', () => {
    expect(partChoices.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(scopeWords(null)).toBe('Everything')
    expect(scopeWords([5, 1])).toBe('Appointments, Billing')
    expect(scopeWords([])).toBe('')
  })
})

describe('what a guardian may do', () => {
  const place = { today: '2026-11-23', timeZone: 'America/New_York' }

  test('ends with the last day at the practice, or never', () => {
    expect(endOf(undefined, place)).toBeNull()
    expect(endOf('2026-11-23', place)).toEqual(new Date('2026-11-24T05:00:00Z'))
    expect(endOf('2027-03-13', place)).toEqual(new Date('2027-03-14T05:00:00Z'))
  })

  test('cannot have ended before', () => {
    expect(errorsOf(() => endOf('2026-11-22', place))).toEqual([{ pointer: '/until', code: 'guardian.endPast' }])
  })
})

test('guardians are invited where the practice says so', () => {
  const mayChoose = (on: boolean) => patientsMayChoosePassword(readsOf({ Guardian_Invitations: on }))
  expect([mayChoose(true), mayChoose(false)]).toEqual([false, true])
})
