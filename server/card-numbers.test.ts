import { describe, expect, test } from 'vitest'
import { hasCardNumber, maskCardNumbers } from './card-numbers.ts'

describe('the number of a card', () => {
  test.each([
    ['4111111111111111', '•••• 1111'],
    ['4111 1111 1111 1111', '•••• 1111'],
    ['3782-822463-10005', '•••• 0005'],
    ['Card 5555555555554444 was refused.', 'Card •••• 4444 was refused.'],
    ['(6011 1111 1111 1117)', '(•••• 1117)'],
    ['4111111111111111, 4242424242424242', '•••• 1111, •••• 4242'],
    ['4111 1111 1111 1111 12 27', '•••• 1111 12 27'],
    ['12 27 4111 1111 1111 1111 123', '12 27 •••• 1111 123'],
    ['4111111111111111 4242424242424242', '•••• 1111 •••• 4242'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '•••• 1111'],
  ])('in %s is masked', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked)
    expect(hasCardNumber(text)).toBe(true)
  })

  test.each([
    '4111111111111112',
    '212-555-0142 212-555-0143',
    '2125550142',
    '2026-11-25T09:00:00.000Z',
    '2026-11-25 09:00',
    '40111111-1111-4111-8111-111111111111',
    'x4111111111111111',
    '4111111111111111x',
    '4111111111111111-abc',
    'tok_4111111111111111',
    '0000000000000000',
    '41111111111111111111111111111111',
    '',
  ])('is not in %s', (text) => expect(hasCardNumber(text)).toBe(false))

  test('is looked for in a long text without going over it again and again', () => {
    const texts = ['4', '4 ', '4-1', `${'4'.repeat(18)}x `].map((text) => text.repeat(100_000))
    expect(texts.map(hasCardNumber)).toEqual([false, true, true, false])
  })
})
