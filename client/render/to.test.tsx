// @vitest-environment jsdom
import { cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Action } from '../../schemas/action.ts'
import { fakePortal, json, screen } from '../../tests/support/fake-portal.ts'
import { PortalContext } from '../model/portal-context.ts'
import { ActLink } from './to.tsx'

afterEach(cleanup)

function draw(action: Action, chosen?: string) {
  const fake = fakePortal({
    '/ui/screens/rooms?floor=2': json(screen({ title: 'Second floor' })),
    '/ui/actions/room.hold': () => new Promise<Response>(() => undefined),
  })
  render(
    <PortalContext value={fake.portal}>
      <ActLink action={action} chosen={chosen}>
        Go
      </ActLink>
    </PortalContext>,
  )
  return { ...fake, person: userEvent.setup() }
}

describe('what a person can follow', () => {
  it('is a real link that goes there without a new page', async () => {
    const { person, portal } = draw({ type: 'navigate', to: '/rooms', parameter: 'floor' }, '2')
    const link = page.getByRole('link', { name: 'Go' })
    expect(link.getAttribute('href')).toBe('/rooms?floor=2')
    await person.click(link)
    await expect.poll(() => portal.view.get()?.screen.title).toBe('Second floor')
  })

  it('is left to the browser with Ctrl', async () => {
    const { person, requests } = draw({ type: 'navigate', to: '/rooms' })
    const link = page.getByRole('link')
    link.addEventListener('click', (event) => event.preventDefault())
    await person.keyboard('{Control>}')
    await person.click(link)
    expect(requests).toEqual([])
  })

  it('is a button where it acts, once at a time, with the value of its block', async () => {
    const { person, requests } = draw(
      { type: 'call', action: 'room.hold', input: { floor: 1 }, parameter: 'room' },
      '7',
    )
    await person.dblClick(page.getByRole('button', { name: 'Go' }))
    expect(requests.map(({ body }) => body)).toEqual([{ floor: 1, room: '7' }])
  })

  it('says when it opens a new tab', () => {
    draw({ type: 'leave', href: 'https://maps.example/hall' })
    const link = page.getByRole('link', { name: /^Go\s?\(opens in a new tab\)$/ })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  })
})
