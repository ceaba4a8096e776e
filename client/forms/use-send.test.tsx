// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, screen as emptyScreen } from '../../tests/support/fake-portal.ts'
import { letPass } from '../../tests/support/waiting.ts'

beforeAll(fetchKinds, 60_000)
afterEach(cleanup)

/** A form with one number field. */
function formWith(stars: number): BlockOf<'form'> {
  const example = exampleOf('form')
  return {
    kind: 'form',
    id: 'words',
    errorTitle: example.errorTitle,
    schema: { type: 'object', properties: { words: { type: 'string' } } },
    validator: '',
    value: {},
    fields: [{ name: 'words', label: 'Words', widget: 'text', messages: {} }],
    submit: { label: 'Send', do: { type: 'submit', action: 'room.send', input: { stars } } },
  }
}
const sent = (requests: { url: string; body: unknown }[]) =>
  requests.filter(({ url }) => url.endsWith('room.send')).map(({ body }) => body)

async function drawn() {
  const view = await drawBlock(formWith(2), { '/ui/actions/room.send': json({ effects: [] }) })
  let answer: () => void = () => undefined
  void view.portal.acts.during(() => new Promise<void>((resolve) => (answer = resolve)))
  await view.user.type(screen.getByLabelText(/^Words/), 'Fine')
  await view.user.click(screen.getByRole('button', { name: 'Send' }))
  return { ...view, answer: () => act(async () => answer()) }
}

it('a form that is sent while an answer is on its way is sent as that answer leaves it', async () => {
  const { requests, answer, renew } = await drawn()
  expect(sent(requests)).toEqual([])
  await renew(formWith(3))
  await answer()
  await expect.poll(() => sent(requests)).toEqual([{ words: 'Fine', stars: 3 }])
})

it('a form that such an answer takes away is not sent', async () => {
  const { requests, answer, renew } = await drawn()
  await renew({ kind: 'text', id: 'note', text: 'Thank you' })
  await answer()
  await act(() => letPass(20, 'nothing is sent'))
  expect([sent(requests), screen.getByText('Thank you').isConnected]).toEqual([[], true])
})

const form = (id: string, { takes, keeps }: Pick<BlockOf<'form'>, 'takes' | 'keeps'>): BlockOf<'form'> => ({
  ...formWith(2),
  id,
  ...(takes ? { takes } : {}),
  ...(keeps ? { keeps } : {}),
  fields: takes ? [] : [{ name: 'words', label: 'Words', widget: 'text', messages: {} }],
  submit: { label: `Send ${id}`, do: { type: 'submit', action: 'room.send', input: { id } } },
})

it('what one form keeps is sent by the form that takes it, and only while it is drawn', async () => {
  const one = form('one', { keeps: ['words'] })
  const two = form('two', { takes: { form: 'one', fields: ['words'] } })
  const both: BlockOf<'stack'> = { kind: 'stack', id: 'both', blocks: [one, two] }
  const { requests, user, renew } = await drawBlock(both, { '/ui/actions/room.send': json({ effects: [] }) })
  const press = async (id: string) => user.click(await screen.findByRole('button', { name: new RegExp(`Send ${id}$`) }))
  const isSent = (count: number) => expect.poll(() => sent(requests)).toHaveLength(count)
  await press('two')
  await isSent(1)
  await user.type(screen.getByLabelText(/^Words/), 'Secret')
  await press('one')
  await isSent(2)
  await press('two')
  await expect.poll(() => sent(requests)).toEqual([{ id: 'two' }, { id: 'one' }, { words: 'Secret', id: 'two' }])
  await renew({ ...both, blocks: [two] })
  await press('two')
  await expect.poll(() => sent(requests).slice(3)).toEqual([{ id: 'two' }])
})

it('what was sent is not in the form when its screen is opened anew with the same value', async () => {
  const { portal, user } = await drawBlock(formWith(2), { '/ui/actions/room.send': json({ effects: [] }) })
  const open = (arrival: number) =>
    act(async () => portal.view.set({ screen: emptyScreen(), path: '/', arrival, moved: false }))
  const words = screen.getByLabelText<HTMLInputElement>(/^Words/)
  await open(1)
  await user.type(words, 'Fine')
  await open(2)
  expect(words.value).toBe('Fine')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => portal.acts.settled().then(() => words.value)).toBe('Fine')
  await open(3)
  expect(words.value).toBe('')
})
