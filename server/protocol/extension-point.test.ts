import { expect, test } from 'vitest'
import { extensionPoint, openExtensions } from './extension-point.ts'

test('a point lists what features lent to it, in their order, also to who asked before they were made', () => {
  const { uses, collect } = openExtensions()
  const [words, numbers] = [extensionPoint<string>('words'), extensionPoint<number>('numbers')]
  const early = uses(words)
  collect([words.add('one'), numbers.add(2), words.add('three')])
  expect(early).toEqual(['one', 'three'])
  expect(uses(numbers)).toEqual([2])
})

test('a point that nobody extends is empty', () => {
  expect(openExtensions().uses(extensionPoint('nobody'))).toEqual([])
})
