import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../tests/support/draw-block.tsx'
import { countMet, fits, isMet, isNearEnd, lengthOf, levelOf, withTypedWords } from './progress.ts'

describe('the strength of a value', () => {
  const { strength } = exampleOf('form').fields.find(({ name }) => name === 'key')!

  it.each([
    ['', 0],
    ['a', 1],
    ['aB1!', 1],
    ['aaaaaaaa', 1],
    ['aaaaaaaB', 2],
    ['aaaaaaB1', 3],
    ['aaaaaB1!', 4],
    ['aaaaaB1 ', 4],
    ['ßÄäöü٣..', 4],
  ])('of %j is level %i [1 §5.8]', (text, level) => {
    expect(levelOf({ strength: strength! }, text)).toBe(level)
  })

  it('is the first level at least, and never more than there are words', () => {
    expect(levelOf({ strength: { ...strength!, classes: ['x'] } }, '????????')).toBe(1)
    expect(levelOf({ strength: { ...strength!, levels: ['Low', 'High'] } }, 'aaaaaB1!')).toBe(2)
  })

  it.each([
    ['aaaaaaB1', 2],
    ['aaaaaB1 ', 2],
    ['aaaaaB1!', 4],
    ['aB', 1],
  ])('of %j is level %i, and not more than the second until the rules hold', (text, level) => {
    const rules = [{ label: 'Special', pattern: '[^\\p{L}\\p{N}\\s]' }]
    expect(levelOf({ strength: { ...strength!, unmetAtMost: 2 }, rules }, text)).toBe(level)
  })
})

it('rules are counted as they are met', () => {
  const rules = [
    { label: 'Long', pattern: '^.{3,}$' },
    { label: 'Digit', pattern: '\\p{Nd}' },
  ]
  expect(['', '1', '123'].map((text) => countMet(rules, text))).toEqual([0, 1, 2])
  expect(fits('^.$', '😀')).toBe(true)
})

it('a value that is mostly a word, or what is typed into another field, does not meet the rule', () => {
  const apart = { words: ['harbor'], fields: ['owner'], least: 4 }
  const field = { name: 'key', label: 'Key', rules: [{ label: 'Apart', pattern: '.', apart }] }
  const isMetBy = (text: string, owner?: string) => isMet(withTypedWords(field, { owner }).rules![0]!, text)
  expect(['abc', 'Harbör-12', 'Harbor-1234', 'Jo-Ann-12'].map((text) => isMetBy(text))).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([isMetBy('Ann.Lee-12', 'Ann Lee'), isMetBy('Ann.Lee-12', 'Bo')]).toEqual([false, true])
})

it('an emoji is one character, as for the checks of the schema', () => {
  expect(lengthOf('a😀')).toBe(2)
})

it('the end of a text is near from its last tenth on', () => {
  expect([224, 225, 260].map((length) => isNearEnd(length, 250))).toEqual([false, true, true])
  expect([29, 30].map((length) => isNearEnd(length, 40))).toEqual([false, true])
})
