// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { json } from '../../../tests/support/fake-portal.ts'
import { fakeXhr, refused, type FakeRequest } from '../../../tests/support/fake-xhr.ts'

const form: BlockOf<'form'> = {
  ...exampleOf('form'),
  schema: { type: 'object', properties: { name: { type: 'string' }, papers: { type: 'array', maxItems: 2 } } },
  fields: [
    { name: 'name', label: 'Name' },
    {
      name: 'papers',
      label: 'Papers',
      widget: 'files',
      files: {
        upload: 'room.addPaper',
        input: { room: '7' },
        chooser: { label: 'Add papers', drop: 'or drop them here', hint: 'PDF' },
        accept: ['application/pdf'],
        maxBytes: 2000,
        maxFiles: 2,
        remove: 'Remove',
        states: { waiting: 'Waiting', sending: 'On its way', arrived: 'Added', failed: 'Not added:' },
        refusals: { sending: 'Wait for the papers.', failed: 'A paper was not added.' },
        messages: {
          type: 'Not this kind.',
          size: 'Too large.',
          empty: 'Empty.',
          duplicate: 'There already.',
          tooMany: 'Too many.',
          failed: 'It failed.',
        },
      },
    },
  ],
  submit: { label: 'Save', do: { type: 'submit', action: 'room.save' } },
}
const kept = { id: 'k1', name: 'kept.pdf', bytes: 1_048_576 }

beforeAll(fetchKinds)
let requests: FakeRequest[]
beforeEach(() => void (requests = fakeXhr()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function draw(value: BlockOf<'form'>['value'] = {}) {
  const drawn = await drawBlock({ ...form, value }, { '/ui/actions/room.save': () => json({ effects: [] }) })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no file can be chosen')
  const choose = (...names: string[]) =>
    act(async () => void fireEvent.change(input, { target: { files: names.map((name) => pdf(name)) } }))
  const press = (name: string | RegExp) => drawn.user.click(screen.getByRole('button', { name }))
  const save = async () => {
    await press('Save')
    return drawn.requests.filter(({ url }) => url.endsWith('room.save')).map(({ body }) => body)
  }
  return { ...drawn, choose, press, save }
}
const pdf = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const answer = (at: number, status: number, body: unknown = { effects: [] }) =>
  act(async () => requests[at]?.answer(status, body))
const rows = () =>
  within(screen.getByRole('list', { name: 'Papers' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const idIn = (request: FakeRequest | undefined) => new Map(request?.sent.fields).get('id')

it('files are sent as they are chosen, one after the other, and the form names those that arrived', async () => {
  const { choose, save } = await draw()
  await choose('a.pdf', 'b.pdf')
  expect(rows()).toEqual(['a.pdf (1 KB)Remove a.pdfOn its way 0 %', 'b.pdf (1 KB)Remove b.pdfWaiting'])
  expect(requests.map(({ sent }) => sent.fields.slice(0, 2))).toEqual([
    [
      ['room', '7'],
      ['id', requests[0]?.sent.key],
    ],
  ])
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(await save()).toEqual([])
  expect(screen.getByText('Wait for the papers.')).toBeTruthy()
  await act(async () => requests[0]?.progress(50, 100))
  expect(rows()[0]).toContain('On its way 50 %')
  await answer(0, 200)
  await answer(1, 200)
  expect(rows()).toEqual(['a.pdf (1 KB)Remove a.pdf', 'b.pdf (1 KB)Remove b.pdf'])
  expect(await save()).toEqual([
    {
      papers: [
        { id: idIn(requests[0]), name: 'a.pdf', bytes: 1000 },
        { id: idIn(requests[1]), name: 'b.pdf', bytes: 1000 },
      ],
    },
  ])
})

it('a file that did not arrive says why, is not left out without a word, and is tried again under its key', async () => {
  const { choose, press, save } = await draw()
  await choose('a.pdf')
  await answer(0, 422, refused('A virus was found.'))
  expect(rows()).toEqual(['a.pdf (1 KB)Remove a.pdfNot added: A virus was found.Try again a.pdf'])
  expect([await save(), screen.getAllByText('A paper was not added.').length]).toEqual([[], 1])
  await press('Try again a.pdf')
  expect(requests[1]?.sent.key).toBe(requests[0]?.sent.key)
  await answer(1, 200)
  expect(await save()).toHaveLength(1)
})

it('a file is removed: one that arrived, one on its way and one that waits; the focus goes to the button', async () => {
  const { choose, press, save } = await draw({ papers: [kept] })
  expect(rows()).toEqual(['kept.pdf (1.0 MB)Remove kept.pdf'])
  await press('Remove kept.pdf')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add papers' }))
  await choose('a.pdf', 'b.pdf')
  await press('Remove b.pdf')
  await press('Remove a.pdf')
  expect([requests.length, requests[0]?.aborted]).toEqual([1, true])
  expect(await save()).toEqual([{ papers: [] }])
})

it.each([
  ['of another type', [new File(['x'], 'a.exe', { type: 'application/x-msdownload' })], 'a.exe: Not this kind.'],
  ['too large', [pdf('a.pdf', 2001)], 'a.pdf: Too large.'],
  ['empty', [pdf('a.pdf', 0)], 'a.pdf: Empty.'],
  ['there already', [pdf('kept.pdf')], 'kept.pdf: There already.'],
  ['too many', [pdf('a.pdf'), pdf('b.pdf')], 'b.pdf: Too many.'],
])('a file that is %s is refused by its name', async (_, files, words) => {
  await draw({ papers: [kept] })
  const place = screen.getByText('or drop them here').closest('div')!
  await act(async () => void fireEvent.drop(place, { dataTransfer: { files } }))
  expect(screen.getByRole('alert').textContent).toContain(words)
})

it('files are chosen in a group that has the name of the field', async () => {
  await draw()
  expect(within(screen.getByRole('group', { name: 'Papers' })).getByRole('button', { name: 'Add papers' })).toBeTruthy()
})
