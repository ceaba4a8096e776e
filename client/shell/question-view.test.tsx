// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { PortalContext } from '../model/portal-context.ts'
import { DialogLayer } from './dialog-layer.tsx'

afterEach(cleanup)

function ask(danger?: boolean): void {
  const { portal } = fakePortal({})
  void portal.dialogs.ask({ title: 'Remove the room?', text: 'It is gone then.', yes: 'Remove', no: 'Keep', danger })
  render(
    <PortalContext value={portal}>
      <DialogLayer />
    </PortalContext>,
  )
}

it('a question begins at its heading, and its first button is the one that agrees', () => {
  ask()
  expect(document.activeElement?.textContent).toBe('Remove the room?')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove', 'Keep'])
})

it.each([
  [true, true],
  [undefined, false],
])('agreeing is colored as dangerous where the question says so (%s): %s', (danger, isRed) => {
  ask(danger)
  expect(screen.getByRole('button', { name: 'Remove' }).classList.contains('danger')).toBe(isRed)
})

it('a double press on it presses nothing behind it', async () => {
  ask()
  const pressed = vi.fn()
  const behind = document.body.appendChild(document.createElement('button'))
  behind.addEventListener('click', pressed)
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }), { detail: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(behind, { detail: 2 })
  expect(pressed).not.toHaveBeenCalled()
  fireEvent.click(behind, { detail: 1 })
  expect(pressed).toHaveBeenCalledOnce()
  behind.remove()
})
