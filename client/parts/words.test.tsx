// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Words } from './words.tsx'

afterEach(cleanup)

test.each([
  ['Booking is switched off. Please call (212) 555-0140.', ['(212) 555-0140']],
  ['(212) 555-0140 or (212) 555-0142', ['(212) 555-0140', '(212) 555-0142']],
  ['No number here (12), 555-0140.', []],
])('no line ends within a phone number: %s', (words, whole) => {
  for (const given of [words, [{ text: words }]]) {
    const { container } = render(<Words words={given} />)
    expect([container.textContent, [...container.querySelectorAll('span')].map((each) => each.textContent)]).toEqual([
      words,
      whole,
    ])
  }
})
