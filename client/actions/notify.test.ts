// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { notify } from './notify.ts'

it('a message that passes stays for six seconds, or as long as the server says [1 §4.11 §9.2] [2 §9.18]', () => {
  const { portal } = fakePortal({})
  notify(portal, { tone: 'success', text: 'Saved' })
  notify(portal, { tone: 'success', text: 'Sent', durationMs: 9000 })
  expect(portal.notices.get().map(({ text, durationMs }) => [text, durationMs])).toEqual([
    ['Saved', 6000],
    ['Sent', 9000],
  ])
})
