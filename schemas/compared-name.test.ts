import { describe, expect, test } from 'vitest'
import { comparedName, isFirstNameOf } from './compared-name.ts'

describe('one name', () => {
  test.each([
    [
      'apostrophes',
      ["O'Hara", 'O\u2019Hara', 'o\u2018hara', 'O\u02bcHara', 'O\u02bbHara', 'O\u00b4Hara', 'O\uff07Hara'],
    ],
    ['hyphens', ['Smith-Jones', 'Smith\u2010Jones', 'Smith\u2011Jones', 'SMITH\u2013JONES', 'Smith\uff0dJones']],
    ['blanks', ['De la Cruz', ' De  la\u00a0Cruz ', 'De\tla\u2009Cruz', 'De\nla Cruz']],
    ['signs that nobody sees', ['Maria', 'Ma\u200bria', '\u2060Maria', 'Mar\u00adia', '\ufeffMaria', 'Maria\u202e']],
    ['composed and decomposed letters', ['Jos\u00e9', 'Jose\u0301', 'JOSE\u0301', 'JOS\u00c9']],
    ['widths', ['Maria', '\uff2d\uff41\uff52\uff49\uff41']],
  ])('may be written with other %s', (_what, names) => {
    expect(new Set(names.map(comparedName)).size).toBe(1)
  })

  test('is not another one that a reader can see', () => {
    const names = ['Jose', 'José', 'Josè', 'Jo se', 'Jo-se', "Jo'se", '王', '玉']
    expect(new Set(names.map(comparedName)).size).toBe(names.length)
  })

  test('of signs that nobody sees is empty', () => {
    expect(['   ', '\u00a0\u00a0', '\u200b\u200b', '\u2060'].map(comparedName)).toEqual(['', '', '', ''])
  })
})

test('a first name is that of a record with middle names, alone or with them', () => {
  const fits = ['Paula', 'paula  marie', 'PAULA MARIE '].map((typed) => isFirstNameOf(typed, 'Paula Marie'))
  expect(fits).toEqual([true, true, true])
  const others = ['Marie', 'Paul', 'Paula Mar', 'Paula Marie Ann', '', ' '].map((typed) =>
    isFirstNameOf(typed, 'Paula Marie'),
  )
  expect(others).toEqual([false, false, false, false, false, false])
})
