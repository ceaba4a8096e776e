import { describe, expect, it } from 'vitest'
import { typedText } from './typed-text.ts'

describe('a phone number', () => {
  it.each([
    '2125550140',
    '+1 (212) 555-0140',
    '12125550140',
    '1-212-555-0140',
    '212.555.0140',
    '(212) 555-0140',
    '212\u2011555\u20110140',
    '\u202a212 555 0140\u202c',
  ])('%j is understood', (text) => {
    expect(typedText(text, { field: {}, widget: 'phone' })).toBe('2125550140')
  })

  it.each(['212-555-0144 x12', '+44 20 7946 0958', 'unknown', '-5', '1e3'])(
    '%j stays, for the checks to refuse',
    (text) => {
      expect(typedText(text, { field: {}, widget: 'phone' })).toBe(text)
    },
  )

  it('is never cut to ten digits', () => {
    expect(typedText('212 555 0140 99', { field: {}, widget: 'phone' })).toBe('212555014099')
  })
})

describe('digits', () => {
  const month = { field: { digits: true, autocomplete: 'cc-exp-month' }, maxLength: 2 }
  const year = { field: { digits: true, autocomplete: 'section-card shipping cc-exp-year' }, maxLength: 2 }

  it('are taken alone, as many as the field has', () => {
    expect(typedText(' 0 4 ', month)).toBe('04')
    expect(typedText('041', month)).toBe('04')
  })

  it('are the last two of a year that the browser fills in whole', () => {
    expect(typedText('2028', year)).toBe('28')
    expect(typedText('28', year)).toBe('28')
    expect(typedText('2028', { ...year, field: { digits: true } })).toBe('20')
  })
})

describe('digits of a field that says how its value begins', () => {
  const typing = { pattern: '^\\d{0,2}$', message: 'Two digits.' }
  const year = { field: { digits: true, typing, autocomplete: 'cc-exp-year' }, maxLength: 2 }

  it.each(['1a', '-5', '12/28', '1-2', '202', 'x'])('%j stays, for the field to refuse', (text) => {
    expect(typedText(text, year)).toBe(text)
  })

  it('are taken without the blanks between them, and from a whole year', () => {
    expect(typedText(' 2\u202f8\u200b ', year)).toBe('28')
    expect(typedText('2028', year)).toBe('28')
  })
})

it('what the field drops is left out', () => {
  expect(typedText(' NY 10017-1234', { field: { drop: '[^\\d-]' } })).toBe('10017-1234')
})
