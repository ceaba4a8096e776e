import { expect, test } from 'vitest'
import { withDigits } from './json-digits.ts'

test.each([
  ['{"value":5.10}', { value: 5.1, digits: '5.10' }],
  ['{"value" :\n -0.50,"unit":"%"}', { value: -0.5, digits: '-0.50', unit: '%' }],
  ['[{"value":100.0}]', [{ value: 100, digits: '100.0' }]],
  ['{"value":5.1}', { value: 5.1 }],
  ['{"value":87.55296167448076}', { value: 87.55296167448076 }],
  ['{"value":1.50e3}', { value: 1500 }],
  ['{"value":"5.10"}', { value: '5.10' }],
  ['{"total":5.10}', { total: 5.1 }],
])('%s is read as %j', (text, expected) => {
  expect(JSON.parse(withDigits(text))).toEqual(expected)
})

test.each([
  ['a text that looks like a number', JSON.stringify({ text: '{"value":5.10}' })],
  ['a text within a text', JSON.stringify({ text: JSON.stringify({ text: '{"value":5.10}' }) })],
  ['a text after a backslash', JSON.stringify({ text: '\\', other: '"value":5.10' })],
])('%s stays unchanged', (_what, text) => {
  expect(withDigits(text)).toBe(text)
})

test.each(['{"value":05.10}', '{"value":5.}', '{"value":5.10', '{"value":5.10.1}', '{"value":5.10 5}'])(
  '%s stays invalid',
  (text) => {
    expect(() => JSON.parse(withDigits(text))).toThrow(SyntaxError)
  },
)
