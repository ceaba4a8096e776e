// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { PortalContext } from '../model/portal-context.ts'
import { EntryLink } from './entry-link.tsx'

afterEach(cleanup)

it.each([
  { where: 'on its page', path: '/rooms?tab=old', mark: 'page' },
  { where: 'on a page below it', path: '/rooms/12', mark: 'true' },
  { where: 'on another page', path: '/halls', mark: null },
  { where: 'on a page that belongs to it', path: '/keys', under: '/rooms', mark: 'true' },
  { where: 'on its page that belongs elsewhere', path: '/rooms', under: '/halls', mark: null },
  { where: 'on a page below it that belongs elsewhere', path: '/rooms/12', under: '/halls', mark: null },
])('$where an entry is marked as current: $mark', ({ path, under, mark }) => {
  const { portal } = fakePortal({})
  const shown = {
    protocol: '1.0' as const,
    route: path,
    title: 'Rooms',
    locale: 'en-US',
    chrome: 'full' as const,
    topics: [],
    blocks: [],
    dialogs: {},
    ...(under === undefined ? {} : { under }),
  }
  portal.view.set({ screen: shown, path, arrival: 1, moved: true })
  render(
    <PortalContext value={portal}>
      <EntryLink entry={{ id: 'rooms', label: 'Rooms', do: { type: 'navigate', to: '/rooms' } }} />
    </PortalContext>,
  )
  expect(screen.getByRole('link', { name: 'Rooms' }).getAttribute('aria-current')).toBe(mark)
})

it('says what waits at an entry, after its name', () => {
  const { portal } = fakePortal({})
  const count = { value: 2, words: '2 free' }
  render(
    <PortalContext value={portal}>
      <EntryLink entry={{ id: 'rooms', label: 'Rooms', count, do: { type: 'navigate', to: '/rooms' } }} />
    </PortalContext>,
  )
  expect(screen.getByRole('link', { name: 'Rooms, 2 free' }).textContent).toBe('Rooms2, 2 free')
})
