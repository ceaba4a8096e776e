import { expect, test } from 'vitest'
import { extensionPoint, openExtensions } from './extension-point.ts'

const used = { usedBy: ['home'] }

test('a point lists what features lent to it, in their order, also to who asked before they were made', () => {
  const { uses, collect } = openExtensions()
  const [words, numbers] = [extensionPoint<string>('words', used), extensionPoint<number>('numbers', used)]
  const early = uses(words)
  collect([words.add('one'), numbers.add(2), words.add('three')])
  expect(early).toEqual(['one', 'three'])
  expect(uses(numbers)).toEqual([2])
})

test('a point that nobody extends is empty', () => {
  expect(openExtensions().uses(extensionPoint('nobody', used))).toEqual([])
})

test('two points of one name have a list each', () => {
  const { uses, collect } = openExtensions()
  const [one, another] = [extensionPoint<string>('words', used), extensionPoint<string>('words', used)]
  collect([one.add('mine')])
  expect([uses(one), uses(another)]).toEqual([['mine'], []])
})
