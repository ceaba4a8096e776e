import { expect, test } from 'vitest'
import { markOf } from './practice-name.ts'

test.for<[string, string]>([
  ['Lakeside Dermatology', 'LD'],
  ['Northgate', 'N'],
  ['  the <Skin> clinic', 'TS'],
  ['מרפאת העור', 'מה'],
  ['皮膚科', '皮'],
  ['😀 & Sons', 'S'],
  ['😀', ''],
])('%s has the mark %s', ([name, mark]) => {
  expect(markOf(name)).toBe(mark)
})
