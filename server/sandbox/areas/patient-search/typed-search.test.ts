import { describe, expect, test } from 'vitest'
import { readSearch } from './typed-search.ts'

const today = '2026-11-23'
const termsOf = (text: string) => readSearch(text, today).terms
const born = (...days: string[]) => ({ kind: 'born', days })
const digits = (number: string, ...days: string[]) => ({ kind: 'digits', digits: number, days })
const word = (name: string, typed = name) => ({ kind: 'word', word: name, typed })

describe('a typed search', () => {
  test.each([
    '06/21/1984',
    '6/21/1984',
    '6-21-1984',
    '6.21.1984',
    '1984-06-21',
    '1984/6/21',
    'Jun 21 1984',
    'June 21, 1984',
    'jun. 21st, 1984',
    '21 June 1984',
    '21-Jun-1984',
    '6/21/84',
    '21/6/1984',
  ])('reads %s as a birth date', (text) => {
    expect(termsOf(text)).toEqual([born('1984-06-21')])
  })

  test('reads two digits of a year as both centuries, and no day after today', () => {
    expect(termsOf('3/8/26')).toEqual([born('1926-03-08', '2026-03-08')])
    expect(termsOf('11/23/26')).toEqual([born('1926-11-23', '2026-11-23')])
    expect(termsOf('11/24/26')).toEqual([born('1926-11-24')])
    expect(termsOf('11/24/2026').map(({ kind }) => kind)).not.toContain('born')
    expect(termsOf('2/30/1984').map(({ kind }) => kind)).not.toContain('born')
  })

  test.each(['(212) 555-0161', '212-555-0161', '212.555.0161', '2125550161', '+1 212 555 0161', '1-212-555-0161'])(
    'reads %s as a phone number',
    (text) => {
      expect(termsOf(text)).toEqual([digits('2125550161')])
    },
  )

  test('reads digits as a number or the end of a phone number, and as a day if they can be one', () => {
    expect(termsOf('0161')).toEqual([digits('0161')])
    expect(termsOf('555-0161')).toEqual([digits('5550161')])
    expect(termsOf('#1001')).toEqual([digits('1001')])
    expect(termsOf('06211984')).toEqual([digits('06211984', '1984-06-21')])
    expect(termsOf('062184')).toEqual([digits('062184', '1984-06-21')])
  })

  test('reads names without accents, apostrophes, hyphens and case, and what stands beside them', () => {
    expect(termsOf('O’Brien-Smith, ÉLODIE 6/21/84 0161 Łukasz')).toEqual([
      born('1984-06-21'),
      word('obriensmith', 'o’brien-smith'),
      word('elodie', 'élodie'),
      digits('0161'),
      word('lukasz', 'łukasz'),
    ])
    expect(termsOf('Maria.Alvarez@Example.com')).toEqual([{ kind: 'email', email: 'maria.alvarez@example.com' }])
    expect(termsOf('LSD-1001')).toEqual([word('lsd1001', 'lsd-1001')])
  })

  test('has nothing to search for in signs alone', () => {
    for (const text of ["' -- %", '%%%', '___', '@', '@@@', ' , ; ', '\u202e\u200b']) expect(termsOf(text)).toEqual([])
  })

  test('knows which words may be middle names', () => {
    expect(readSearch('Maria Elena Alvarez', today).middleNames).toEqual([1])
    expect(readSearch('Alvarez, Maria Elena', today).middleNames).toEqual([2])
    expect(readSearch('6/21/1984 Maria Alvarez', today).middleNames).toEqual([])
    expect(readSearch('Alvarez, Maria', today).middleNames).toEqual([])
  })
})
