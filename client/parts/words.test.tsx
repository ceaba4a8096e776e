// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { PortalContext } from '../model/portal-context.ts'
import { Words } from './words.tsx'

afterEach(cleanup)

test.each([
  ['Booking is switched off. Please call (212) 555-0140.', ['(212) 555-0140']],
  ['(212) 555-0140 or (212) 555-0142', ['(212) 555-0140', '(212) 555-0142']],
  ['Wednesday 12/02/2026, 5:40 AM Eastern Time', ['5:40 AM']],
  ['No number here (12), 555-0140.', []],
])('no line ends within a phone number or a time: %s', (words, whole) => {
  for (const given of [words, [{ text: words }]]) {
    const { container } = render(<Words words={given} />)
    expect([container.textContent, [...container.querySelectorAll('span')].map((each) => each.textContent)]).toEqual([
      words,
      whole,
    ])
  }
})

test('a phone number that can be called is one link, whose underline reaches its words', () => {
  const { container } = render(
    <PortalContext value={fakePortal({}).portal}>
      <Words words={[{ text: 'Please call ' }, { text: '(212) 555-0140', href: 'tel:+12125550140' }]} />
    </PortalContext>,
  )
  const [link] = container.querySelectorAll('a')
  expect([link?.textContent, link?.children.length]).toEqual(['(212) 555-0140', 0])
})
