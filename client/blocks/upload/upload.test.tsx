// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { fakeXhr, refused, type FakeRequest } from '../../../tests/support/fake-xhr.ts'

beforeAll(() => Promise.all([fetchKinds(), import('../../parts/sending-dialog.tsx')]))
let requests: FakeRequest[]
beforeEach(() => void (requests = fakeXhr()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pdf = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const done = { effects: [] }

async function draw(more: Partial<BlockOf<'upload'>> = {}) {
  const block: BlockOf<'upload'> = { ...exampleOf('upload'), category: undefined, ...more }
  const drawn = await drawBlock(block)
  const input = document.querySelector<HTMLInputElement>('input[type="file"]:not([capture])')
  if (!input) throw new Error('no place for a file')
  const choose = (...files: File[]) => act(async () => void fireEvent.change(input, { target: { files } }))
  const press = (name: string | RegExp) => drawn.user.click(screen.getByRole('button', { name }))
  return { ...drawn, block, choose, press }
}
const answer = (at: number, status: number, body: unknown) => act(async () => requests[at]?.answer(status, body))
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
const listed = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)

describe('files that are chosen', () => {
  it('are listed with type, size in megabytes and state, and can be sent then [1 §3.26 §4.51 §4.52] [2 §2.111 §4.36 §4.37 §9.11]', async () => {
    const { choose } = await draw()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull()
    await choose(pdf('a.pdf', 1_572_864), pdf('b.pdf'))
    expect(screen.getByRole('link', { name: 'Cancel' })).toBeTruthy()
    expect(listed()).toEqual(['a.pdf', 'b.pdf'])
    expect(rows()[0]).toEqual(['TypePDF', 'Size (MB)1.500', 'StateNot sent yet', 'Delete a.pdf'])
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
  })

  it.each<[string, File, string]>([
    [
      'of another type',
      new File(['x'], 'a.exe', { type: 'application/x-msdownload' }),
      'This kind of file is not taken.',
    ],
    ['too large', pdf('a.pdf', 6_291_457), 'This file is larger than 6 MB.'],
    ['empty', pdf('a.pdf', 0), 'This file is empty.'],
    ['of a name that is listed', pdf('there.pdf'), 'A file of this name is in the list.'],
  ])(
    'are refused when %s, by name and reason [1 §5.27 §5.28 §5.29 §5.30] [2 §5.32 §5.33 §5.34 §8.44]',
    async (_, file, words) => {
      const { choose } = await draw()
      await choose(pdf('there.pdf'))
      await choose(file)
      expect(screen.getByRole('alert').textContent).toContain(`${file.name}: ${words}`)
      expect(listed()).toEqual(['there.pdf'])
    },
  )

  it('keep their names, and are refused when a name looks like one that is listed', async () => {
    const name = 'R\u00e9sum\u00e9 – 体检 ’26.pdf'
    const twin = 'Re\u0301sume\u0301 – 体检 ’26.pdf'
    const others = ['a"b.pdf', 'scan 👩🏽‍⚕️.pdf']
    const { choose } = await draw()
    await choose(pdf(name))
    await choose(pdf(twin))
    expect(screen.getByRole('alert').textContent).toContain(`${twin}: A file of this name is in the list.`)
    for (const each of others) await choose(pdf(each))
    expect(listed()).toEqual([name, ...others])
  })

  it('are refused when they are too many, and the others are taken', async () => {
    const { choose } = await draw({ maxFiles: 2 })
    await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    expect(screen.getByRole('alert').textContent).toContain('c.pdf: These are too many files.')
    expect(listed()).toEqual(['a.pdf', 'b.pdf'])
  })

  it('are known by their ending where the browser knows no type', async () => {
    const { choose } = await draw()
    await choose(new File(['x'], 'SCAN.PDF'))
    expect(rows()[0]?.[0]).toContain('PDF')
  })

  it('can be dropped', async () => {
    await draw()
    const place = screen.getByText('or drop them here').closest('div')!
    await act(async () => void fireEvent.drop(place, { dataTransfer: { files: [pdf('a.pdf')] } }))
    expect(listed()).toEqual(['a.pdf'])
  })

  it('are deleted after a question [1 §4.56] [2 §4.43]', async () => {
    const { choose, press, portal } = await draw()
    await choose(pdf('a.pdf'), pdf('b.pdf'))
    await press('Delete a.pdf')
    const [question] = portal.dialogs.stack.get()
    if (question?.kind !== 'question') throw new Error('nothing was requested')
    expect(question.question).toEqual({ text: 'Delete this file?', yes: 'Yes', no: 'No', danger: true })
    expect(listed()).toEqual(['a.pdf', 'b.pdf'])
    await act(async () => question.answer(true))
    expect(listed()).toEqual(['b.pdf'])
  })
})

describe('the category', () => {
  const { category } = exampleOf('upload')
  it('has to be chosen before a file, and the button says so [1 §5.22] [2 §5.29]', async () => {
    const { press, choose, user } = await draw({ category })
    const button = screen.getByRole('button', { name: 'Choose files' })
    const open = vi.spyOn(HTMLInputElement.prototype, 'click')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please choose a kind first.',
    )
    await press('Choose files')
    expect(open).not.toHaveBeenCalled()
    await user.selectOptions(screen.getByRole('combobox'), 'plan')
    await press('Choose files')
    expect(open).toHaveBeenCalledTimes(1)
    open.mockRestore()
    await choose(pdf('a.pdf'))
    await press('Send')
    expect(requests[0]?.sent.fields.slice(0, 2)).toEqual([
      ['room', '7'],
      ['category', 'plan'],
    ])
  })

  it('of other wants words, which are sent [1 §5.23] [2 §5.30]', async () => {
    const { press, choose, user } = await draw({ category })
    await user.selectOptions(screen.getByRole('combobox'), 'other')
    expect(screen.getByText('Please say what it is.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: /What is it/ }), ' Key ')
    await choose(pdf('a.pdf'))
    expect(listed()).toEqual(['a.pdf Other: Key'])
    await press('Send')
    expect(requests[0]?.sent.fields.slice(1, 3)).toEqual([
      ['category', 'other'],
      ['other', 'Key'],
    ])
  })

  it('that is fixed stands there as words [1 §5.24]', async () => {
    const { press, choose } = await draw({ category: { ...category!, value: 'plan' } })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.getByText('Plan')).toBeTruthy()
    await choose(pdf('a.pdf'))
    await press('Send')
    expect(requests[0]?.sent.fields[1]).toEqual(['category', 'plan'])
  })
})

describe('files that are sent', () => {
  it('go one by one, each under its own key, with the progress of all bytes [1 §4.53 §9.10] [2 §4.38 §9.24]', async () => {
    const { choose, press } = await draw()
    await choose(pdf('a.pdf', 3000), pdf('b.pdf', 1000))
    await press('Send')
    const bar = screen.getByRole('progressbar', { name: 'Sending...' })
    expect(bar.getAttribute('aria-valuenow')).toBe('0')
    await act(async () => requests[0]?.progress(50, 100))
    expect(bar.getAttribute('aria-valuenow')).toBe('37')
    expect(requests).toHaveLength(1)
    await answer(0, 200, done)
    expect(bar.getAttribute('aria-valuenow')).toBe('75')
    expect(requests[1]?.sent.url).toBe('/ui/uploads/room.addPaper')
    expect(requests[0]?.sent.key).not.toBe(requests[1]?.sent.key)
    const [name, file] = requests[1]!.sent.fields.at(-1) ?? []
    expect([name, (file as File).name]).toEqual(['file', 'b.pdf'])
  })

  it('that have all arrived leave an empty list, words and Done in the place of Cancel [1 §4.54] [2 §2.111 §4.39 §4.41 §8.43]', async () => {
    const { choose, press, portal } = await draw()
    await choose(pdf('a.pdf'))
    expect(screen.getByRole('link', { name: 'Cancel' })).toBeTruthy()
    await press('Send')
    await answer(0, 200, { effects: [{ type: 'notify', tone: 'info', text: 'Thank you' }] })
    expect(listed()).toEqual([])
    expect(portal.notices.get().map(({ text }) => text)).toEqual(['Thank you', 'All files have arrived.'])
    expect(screen.getByText('All files have arrived.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Done' }))
    await choose(pdf('b.pdf'))
    expect(screen.getByRole('link', { name: 'Cancel' })).toBeTruthy()
  })

  it('that fail stay with the words of the server and are tried again under the same key, without those that arrived [1 §4.55 §8.3] [2 §4.42 §8.45]', async () => {
    const { choose, press } = await draw()
    await choose(pdf('a.pdf'), pdf('b.pdf'))
    await press('Send')
    await answer(0, 200, done)
    await answer(1, 422, refused('A virus was found.'))
    expect(rows().map((cells) => cells[2])).toEqual(['StateArrived', 'StateNot sent A virus was found.'])
    expect(screen.queryByRole('button', { name: 'Delete a.pdf' })).toBeNull()
    await press('Try again b.pdf')
    expect(requests.map(({ sent }) => sent.key)).toEqual([
      requests[0]?.sent.key,
      requests[1]?.sent.key,
      requests[1]?.sent.key,
    ])
    await answer(2, 200, done)
    expect(listed()).toEqual([])
  })

  it('are done with when the one that failed is deleted', async () => {
    const { choose, press, portal } = await draw()
    await choose(pdf('a.pdf'), pdf('b.pdf'))
    await press('Send')
    expect(rows().map((cells) => cells[2])).toEqual(['StateBeing sent', 'StateNot sent yet'])
    await answer(0, 200, done)
    await answer(1, 422, refused('A virus was found.'))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
    await press('Delete b.pdf')
    const [question] = portal.dialogs.stack.get()
    await act(async () => question?.kind === 'question' && question.answer(true))
    expect(listed()).toEqual([])
    expect(screen.getByRole('link', { name: 'Done' })).toBeTruthy()
  })

  it.each<[string, (request: FakeRequest) => void, string]>([
    ['the connection is lost', (request) => request.lose(), 'The connection was lost.'],
    ['nobody says why', (request) => request.answer(502, '<h1>no</h1>'), 'This file could not be sent.'],
    [
      'the answer is not understood',
      (request) => request.answer(200, { effects: [{}] }),
      'This file could not be sent.',
    ],
  ])('and fail because %s say so [1 §4.55 §8.3]', async (_, happen, words) => {
    const { choose, press } = await draw()
    await choose(pdf('a.pdf'))
    await press('Send')
    await act(async () => happen(requests[0]!))
    expect(rows()[0]?.[2]).toContain(words)
  })

  it('are stopped by Cancel: the one under way and those after it', async () => {
    const { choose, press } = await draw()
    await choose(pdf('a.pdf'), pdf('b.pdf'))
    await press('Send')
    await press('Stop')
    expect(requests.map(({ aborted }) => aborted)).toEqual([true])
    expect(rows().map((cells) => cells[2])).toEqual(['StateNot sent Stopped.', 'StateNot sent Stopped.'])
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('are stopped when the screen is left', async () => {
    const { choose, press } = await draw()
    await choose(pdf('a.pdf'))
    await press('Send')
    cleanup()
    expect(requests[0]?.aborted).toBe(true)
  })
})
