// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { fakePortal, json, screen } from '../../tests/support/fake-portal.ts'
import { InPortal } from '../../tests/support/in-portal.tsx'
import { DocumentView } from './document-view.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const close = { label: 'Close', to: '/rooms?tab=lists' }
const shown = '/ui/screens/rooms?tab=lists'

async function drawDocument() {
  const { portal, requests, history } = fakePortal({ [shown]: json(screen({ title: 'All rooms' })) })
  const blocks = [{ kind: 'text', id: 'title', role: 'title', text: 'Rooms in use' } as const, exampleOf('sheet')]
  await act(async () => {
    render(
      <InPortal portal={portal}>
        <DocumentView close={close} blocks={blocks} />
      </InPortal>,
    )
  })
  const isLeft = async () => (await act(async () => undefined), requests.some(({ url }) => url === shown))
  return { portal, history, isLeft }
}
const escape = (more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key: 'Escape', ...more })

test('a document has its title, the tools of its sheet and Close in one bar', async () => {
  await drawDocument()
  const bar = page.getByRole('heading', { level: 1, name: 'Rooms in use' }).closest('.document-bar')
  for (const name of ['Print', 'Download PDF', 'Close'])
    expect(bar?.contains(page.getByRole('button', { name }))).toBe(true)
})

test('Close and Esc lead to where the server says, if the person came from nowhere', async () => {
  const { isLeft, history } = await drawDocument()
  escape()
  expect(await isLeft()).toBe(true)
  await expect.poll(() => history.path()).toBe(close.to)
})

test('Esc belongs to the dialog, to the menu and to the print dialog that are open', async () => {
  const { portal, isLeft } = await drawDocument()
  portal.dialogs.open('one')
  escape()
  portal.dialogs.close()
  const menu = document.body.appendChild(document.createElement('button'))
  menu.setAttribute('aria-expanded', 'true')
  escape()
  menu.remove()
  window.dispatchEvent(new Event('beforeprint'))
  escape()
  window.dispatchEvent(new Event('afterprint'))
  escape({ repeat: true })
  expect(await isLeft()).toBe(false)
  escape()
  expect(await isLeft()).toBe(true)
})

test('a sheet outside of a document has its tools above it', async () => {
  await drawBlock(exampleOf('sheet'))
  expect(page.getByRole('button', { name: 'Print' })).not.toBeNull()
})
