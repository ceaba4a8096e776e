import { describe, expect, test } from 'vitest'
import { isMet, levelOf } from '../../client/forms/progress.ts'
import { faultsOf } from '../../tests/support/input-errors.ts'
import type { Context } from '../protocol/context.ts'
import { passwordWords } from './password-words.ts'
import { NewPassword, passwordFault, passwordRules, passwordStrength } from './password.rules.ts'

const place = { licensee: { name: 'Lakeside Derm' }, setting: () => 'Lakeside Dermatology' } as unknown as Context // the only members used
const words = passwordWords(place, { firstName: 'María', lastName: 'Alvarez', login: 'maria.alvarez' })

describe('a new password', () => {
  test.each(['Xk7!pqzw', 'Ünï7!pqzw', 'Кот7!рыба', 'Xk7 !pqzw', 'Xk7!pqzw'.repeat(25)])('may be %s', (password) => {
    expect(passwordFault(password, words)).toBeUndefined()
  })

  test.each([
    ['is too short', 'Xk7!pqz'],
    ['has too few characters, though more bytes', 'Xk7!😀😀😀'],
    ['has too few characters, though some are made of two', 'Xk7!pqe\u0301'],
    ['has no lowercase letter', 'XK7!PQZW'],
    ['has no uppercase letter', 'xk7!pqzw'],
    ['has no digit', 'Xkj!pqzw'],
    ['has no special character', 'Xk7jpqzw'],
    ['has a blank as its only special character', 'Xk7j pqzw'],
    ['is empty', ''],
  ])('does not match the criteria when it %s [2 §5.36 §9.8]', (_why, password) => {
    expect(passwordFault(password, words)).toBe('criteria')
  })

  test('is none of the common ones, also with figures and signs around it', () => {
    expect(passwordFault('Password123!', words)).toBe('common')
  })

  test.each([
    'Dermatology-2026!',
    'LakesideDerm1!',
    'Maria.Alvarez1',
    'María#2026',
    'M.Alvarez1983!',
    'Patient-Portal-1',
    'Lakeside#password1',
  ])('is not mostly what everybody knows of the person and the practice: %s', (password) => {
    expect(passwordFault(password, words)).toBe('guessable')
  })

  test.each(['Maria-Sunny-Harbor-42', 'Lakeside7!pqzwxk', 'Xk7!al-vpqzw'])(
    'may hold a name beside more: %s',
    (password) => {
      expect(passwordFault(password, words)).toBeUndefined()
    },
  )

  test('has at most 200 characters, and at least one', () => {
    expect(faultsOf(NewPassword, 'x'.repeat(200))).toEqual([])
    expect(faultsOf(NewPassword, 'x'.repeat(201))).toEqual([' input.tooLong'])
    expect(faultsOf(NewPassword, '')).toEqual([' input.required'])
  })
})

describe('the criteria beside the field', () => {
  const ticked = (password: string) =>
    passwordRules({ words, names: [] })
      .filter((rule) => isMet(rule, password))
      .map(({ label }) => label)
  const all = [
    'at least 8 characters',
    'a lowercase letter',
    'an uppercase letter',
    'a digit',
    'a special character',
    'more than your name, username or practice',
  ]

  test.each([
    ['', []],
    ['a', ['a lowercase letter']],
    ['A', ['an uppercase letter']],
    ['1', ['a digit']],
    ['!', ['a special character']],
    [' ', []],
    ['       ', []],
    ['        ', ['at least 8 characters', 'more than your name, username or practice']],
    ['\n\n\n\n\n\n\n\n', ['at least 8 characters', 'more than your name, username or practice']],
    ['😀😀😀😀', ['a special character']],
  ])('tick for "%s" %j', (password, labels) => {
    expect(ticked(password)).toEqual(labels)
  })

  test('tick all for a valid one, and all but one for what is mostly a name: such a one is never Strong', () => {
    expect(ticked('Xk7!pqzw')).toEqual(all)
    expect(ticked('María#2026')).toEqual(all.slice(0, -1))
    const rules = passwordRules({ words, names: [] })
    expect(levelOf({ strength: passwordStrength, rules }, 'María#2026')).toBe(2)
    expect(levelOf({ strength: passwordStrength, rules }, 'Xk7!pqzw')).toBe(4)
  })
})

test('the strength counts four classes from eight characters on: Weak, Fair, Good, Strong', () => {
  const { label, minLength, classes, levels } = passwordStrength
  const classesOf = (text: string) => classes.map((pattern) => new RegExp(pattern, 'u').test(text))
  expect(label).toBe('Password strength')
  expect(minLength).toBe(8)
  expect(levels).toEqual(['Weak', 'Fair', 'Good', 'Strong'])
  expect(levels[(passwordStrength.unmetAtMost ?? 0) - 1]).toBe('Fair')
  expect(['A', 'a', '1', '!', ' '].map(classesOf)).toEqual([
    [true, false, false, false],
    [false, true, false, false],
    [false, false, true, false],
    [false, false, false, true],
    [false, false, false, true],
  ])
})
