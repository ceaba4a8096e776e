// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, screen as screenOf } from '../../tests/support/fake-portal.ts'
import { runAction } from '../actions/run-action.ts'
import { goBack } from '../shell/go-back.ts'

beforeAll(fetchKinds, 60_000)
afterEach(cleanup)

const ask = { title: 'Leave?', text: 'It will be lost.', yes: 'Leave', no: 'Stay' }
const form: BlockOf<'form'> = {
  kind: 'form',
  id: 'words',
  errorTitle: exampleOf('form').errorTitle,
  schema: { type: 'object', properties: { words: { type: 'string' } } },
  validator: '',
  value: {},
  fields: [{ name: 'words', label: 'Words', widget: 'text', messages: {} }],
  submit: { label: 'Send', do: { type: 'submit', action: 'room.send' } },
  leave: { ask },
}

async function drawn(block: BlockOf<'form'> = form) {
  const view = await drawBlock(block, {
    '/ui/actions/room.send': json({ effects: [] }),
    '/ui/screens/hall': json(screenOf({ route: '/hall' })),
  })
  const { portal, requests, user } = view
  const question = () => portal.dialogs.stack.get().find(({ kind }) => kind === 'question')
  return {
    ...view,
    question,
    type: (text: string) => user.type(screen.getByLabelText(/^Words/), text),
    go: (to: string) => act(async () => void runAction(portal, { type: 'navigate', to })),
    answer: (yes: boolean) =>
      act(async () => {
        const open = question()
        if (open?.kind === 'question') open.answer(yes)
        portal.dialogs.close(open?.key)
      }),
    left: () => requests.filter(({ url }) => url === '/ui/screens/hall').length,
    holdsPage: () => !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  }
}

it('a screen is left at once while nothing was typed, or what was typed is taken back', async () => {
  const { go, left, type, user, question, holdsPage } = await drawn()
  await type('a')
  expect(holdsPage()).toBe(true)
  await user.clear(screen.getByLabelText(/^Words/))
  await go('/hall')
  expect([question(), left(), holdsPage()]).toEqual([undefined, 1, false])
})

it('a screen with something typed is left after a yes, and the page held until then', async () => {
  const { go, left, type, answer, question, holdsPage } = await drawn()
  await type('Hello')
  await go('/hall')
  expect(question()).toMatchObject({ question: ask })
  await answer(false)
  expect([left(), holdsPage()]).toEqual([0, true])
  await go('/hall')
  await answer(true)
  await expect.poll(left).toBe(1)
})

it('the same screen with another query is shown without a question', async () => {
  const { go, type, question } = await drawn()
  await type('Hello')
  await go('/?page=2')
  expect(question()).toBeUndefined()
})

it('going back in the browser stays where something was typed, and goes after a yes', async () => {
  const { portal, type, answer, left } = await drawn()
  await type('Hello')
  const went: string[] = []
  const stay = () => {
    went.push('stayed')
    return () => void went.push('went')
  }
  const back = () => act(async () => void goBack(portal, { path: '/hall', top: 0, stay }))
  await back()
  await answer(false)
  await back()
  await answer(true)
  expect([went, left()]).toEqual([['stayed', 'stayed', 'went'], 0])
  await back()
  await expect.poll(left).toBe(1)
})

it('a form that was sent, or has no such question, holds nothing', async () => {
  const { type, user, holdsPage } = await drawn()
  await type('Hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(holdsPage).toBe(false)
  cleanup()
  const { leave, ...plain } = form
  const other = await drawn(plain)
  await other.type('Hello')
  expect([leave?.ask, other.holdsPage()]).toEqual([ask, false])
})
