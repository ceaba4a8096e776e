import { expect, test } from 'vitest'
import { jsonPlace } from './json-place.ts'

test.each(['{}', '[]', ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": [[]]}] ', '0', '"x"'])('%s is JSON', (text) => {
  expect(jsonPlace(text)).toBeUndefined()
})

test.each([
  ['', 'line 1, column 1'],
  ['{"a": 1', 'line 1, column 8'],
  ['{"a": 1,\n "b": }', 'line 2, column 7'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['[1, 2', 'line 1, column 6'],
  ['[1] 2', 'line 1, column 5'],
  ['{"a" 1}', 'line 1, column 6'],
  ['{a: 1}', 'line 1, column 2'],
  ['[01]', 'line 1, column 3'],
  ['["ab\ncd"]', 'line 1, column 5'],
  ['["a\\x"]', 'line 1, column 4'],
  ['["never closed', 'line 1, column 15'],
  ['[1}', 'line 1, column 3'],
  ['<xml/>', 'line 1, column 1'],
])('%j stops being JSON at %s', (text, place) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonPlace(text)).toBe(place)
})

test('a file that nests as deep as it likes is walked without recursion', () => {
  expect(jsonPlace('['.repeat(1_000_000))).toBe('line 1, column 1000001')
})
