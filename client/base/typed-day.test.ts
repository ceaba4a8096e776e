import { expect, it } from 'vitest'
import { shownDay, typedDay } from './typed-day.ts'

it.each([
  ['04/01/1988', '1988-04-01'],
  ['04/1/1988', '1988-04-01'],
  ['4/01/1988', '1988-04-01'],
  ['4/1/1988', '1988-04-01'],
  [' 04/01/1988 ', '1988-04-01'],
  ['\u200e04/01/1988', '1988-04-01'],
  ['04011988', '1988-04-01'],
  ['04-01-1988', '1988-04-01'],
  ['4.1.1988', '1988-04-01'],
  ['04 01 1988', '1988-04-01'],
  ['1988-04-01', '1988-04-01'],
  ['02/29/2024', '2024-02-29'],
])('%j is a day as people type it and as browsers fill it in [1 §5.19]', (text, day) => {
  expect(typedDay(text)).toBe(day)
})

it.each(['04/01/88', '13/45/1988', '02/30/1988', '02/29/2025', '4/1.1988', '411988', '1988', 'yesterday', ''])(
  '%j is no day [1 §5.20]',
  (text) => {
    expect(typedDay(text)).toBeUndefined()
  },
)

it('a day is shown with its month first, a text that is none as it is', () => {
  expect(shownDay('1988-04-01')).toBe('04/01/1988')
  expect(shownDay('13/45/1988')).toBe('13/45/1988')
})
