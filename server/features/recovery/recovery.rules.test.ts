import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../../tests/support/input-errors.ts'
import type { Owner } from '../../identity/account-owner.ts'
import { aboutOneselfCodes, Email, fits, Name } from './recovery.rules.ts'
import { Day } from '../../protocol/typed-values.ts'

describe('what people say of themselves', () => {
  test('is a name that is not blank', () => {
    for (const name of ['Maria', ' Maria', 'x'.repeat(200)]) expect(faultsOf(Name, name)).toEqual([])
    expect(faultsOf(Name, ' ')).toEqual([' input.required'])
    expect(faultsOf(Name, '')).toEqual([' input.required'])
    expect(faultsOf(Name, 'x'.repeat(201))).toEqual([' input.tooLong'])
  })

  test('is a day of the calendar', () => {
    expect(faultsOf(Day, '1984-03-02')).toEqual([])
    for (const day of ['2026-02-29', '03/02/1984']) expect(faultsOf(Day, day)).toEqual([' input.format'])
  })

  test('is an e-mail address of the shape x@y.z', () => {
    expect(faultsOf(Email, 'maria@example.org')).toEqual([])
    for (const email of [
      'maria',
      'maria@example',
      '@example.org',
      'maria@.org',
      'maria@example.',
      'ma ria@a.b',
      'a@b@c.d',
      'a@b.c d',
    ])
      expect([email, faultsOf(Email, email)]).toEqual([email, [' input.format']])
    expect(faultsOf(Email, '')).toEqual([' input.required'])
    expect(faultsOf(Email, `${'x'.repeat(250)}@a.b`)).toEqual([])
    expect(faultsOf(Email, `${'x'.repeat(251)}@a.b`)).toEqual([' input.tooLong'])
  })

  test('is refused with the words of its field', () => {
    expect(aboutOneselfCodes).toEqual({
      '/PatientDOB': { required: 'recovery.birthDay', format: 'recovery.noDay' },
      '/PatientEmail': { required: 'recovery.email', pattern: 'recovery.emailForm' },
    })
  })
})

describe('the owner of an account', () => {
  const claim = { PatientDOB: '1984-03-02', PatientEmail: 'maria@example.org' }
  const known = (owner: Partial<Owner>) =>
    fits({ birthDay: '1984-03-02', email: 'maria@example.org', ...owner } as Owner, claim) // the fields that the rule reads

  test.each([{}, { email: ' Maria@Example.ORG ' }, { email: 'ｍaria@example.org' }])(
    'is recognized with %j',
    (owner) => {
      expect(known(owner)).toBe(true)
    },
  )

  test.each([{ email: 'mario@example.org' }, { birthDay: '1984-02-03' }, { birthDay: '' }])(
    'is not recognized with %j',
    (owner) => {
      expect(known(owner)).toBe(false)
    },
  )

  test('who has no e-mail at the practice is recognized by none', () => {
    const nobody = { birthDay: '1984-03-02', email: '' } as Owner // the fields that the rule reads
    expect(fits(nobody, { PatientDOB: '1984-03-02', PatientEmail: '' })).toBe(false)
  })
})
