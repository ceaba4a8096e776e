// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { fakePortal, json, problem } from '../../tests/support/fake-portal.ts'
import { createAutosave } from './autosave.ts'

const failed = 'Not saved yet'
const form: BlockOf<'form'> = {
  kind: 'form',
  id: 'note',
  errorTitle: 'Please check',
  schema: { type: 'object', properties: { words: { type: 'string' }, more: { type: 'string' } } },
  validator: '',
  value: {},
  fields: [
    { name: 'words', label: 'Words' },
    { name: 'more', label: 'More', visible: { path: '/words', eq: 'more' } },
  ],
  autosave: { do: { type: 'submit', action: 'note.keep', input: { id: 7 } }, stored: { words: 'Old' }, failed },
  submit: { label: 'Send', do: { type: 'submit', action: 'note.send' } },
}

const done = () => json({ effects: [] })

function begin(answer: () => Response | Promise<Response> = done) {
  const { portal, requests } = fakePortal({ '/ui/actions/note.keep': answer })
  const reports: (string | undefined)[] = []
  const autosave = createAutosave(portal, (words) => reports.push(words))
  return {
    portal,
    reports,
    autosave,
    type: (words: string, changes: Partial<Parameters<typeof autosave.note>[0]> = {}) =>
      autosave.note({ form, value: { words }, isTouched: true, isSending: false, ...changes }),
    sent: () => requests.map(({ body }) => body as { value: { words: string }; stored: object }),
    words: () => requests.map(({ body }) => (body as { value: { words: string } }).value.words),
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is typed', () => {
  it('is stored after a pause, with what was known to be stored', async () => {
    const { type, sent } = begin()
    type('N')
    await pass(900)
    type('Ne')
    await pass(900)
    expect(sent()).toEqual([])
    await pass(100)
    type('New')
    await pass(1_000)
    expect(sent()).toEqual([
      { id: 7, value: { words: 'Ne' }, stored: { words: 'Old' } },
      { id: 7, value: { words: 'New' }, stored: { words: 'Ne' } },
    ])
  })

  it('is stored from time to time without a pause', async () => {
    const { type, words } = begin()
    for (let count = 1; count <= 12; count += 1) {
      type('x'.repeat(count))
      await pass(500)
    }
    expect(words()).toEqual(['x'.repeat(10)])
  })

  it('is stored at once when the focus leaves the form or the form goes', async () => {
    const { autosave, type, words } = begin()
    type('On leaving')
    autosave.flush()
    await pass(0)
    type('At the end')
    autosave.end()
    await pass(0)
    expect(words()).toEqual(['On leaving', 'At the end'])
  })

  it('is not stored where nothing was typed, nor a value that is back to what is stored', async () => {
    const { type, words } = begin()
    type('Proposed by the server', { isTouched: false })
    await pass(10_000)
    type('New')
    type('Old')
    await pass(10_000)
    expect(words()).toEqual([])
  })

  it('is not stored while the form is being sent, and after that only if it is typed on', async () => {
    const { autosave, type, words } = begin()
    type('New')
    type('New', { isSending: true })
    autosave.flush()
    await pass(10_000)
    type('New', { isTouched: false })
    await pass(10_000)
    expect(words()).toEqual([])
    type('Newer')
    await pass(1_000)
    expect(words()).toEqual(['Newer'])
  })

  it('goes to nobody else: not after the session has ended', async () => {
    const { portal, autosave, type, words } = begin()
    type('New')
    portal.ended.set(true)
    autosave.end()
    await pass(10_000)
    expect(words()).toEqual([])
  })

  it('goes to nobody else: not after the person has signed out or another one is here', async () => {
    const { portal, autosave, type, words } = begin()
    type('New')
    portal.purge()
    autosave.end()
    await pass(10_000)
    expect(words()).toEqual([])
  })

  it('is not sent again without a response once the person has signed out', async () => {
    const { portal, type, words } = begin(() => Promise.reject(new TypeError('no network')))
    type('New')
    await pass(1_000)
    portal.purge()
    await pass(60_000)
    expect(words()).toEqual(['New'])
  })
})

describe('a request without a response', () => {
  it('is sent again as it was before anything newer is, and reported until then', async () => {
    let isOffline = true
    const { type, sent, reports } = begin(() => (isOffline ? Promise.reject(new TypeError('no network')) : done()))
    type('New')
    await pass(1_000)
    isOffline = false
    type('Newer')
    await pass(10_000)
    expect(sent().map(({ value, stored }) => [value, stored])).toEqual([
      [{ words: 'New' }, { words: 'Old' }],
      [{ words: 'New' }, { words: 'Old' }],
      [{ words: 'Newer' }, { words: 'New' }],
    ])
    expect(reports).toEqual([failed, undefined, undefined])
  })

  it('is sent again by itself', async () => {
    let tries = 0
    const { type, words, reports } = begin(() => ((tries += 1) < 3 ? problem(503) : done()))
    type('New')
    await pass(1_000 + 2 * 10_000)
    expect([words(), reports]).toEqual([
      ['New', 'New', 'New'],
      [failed, failed, undefined],
    ])
  })

  it('one at a time: what is typed meanwhile follows', async () => {
    let respond: (answer: Response) => void = () => undefined
    const { autosave, type, words } = begin(() => new Promise((resolve) => (respond = resolve)))
    type('New')
    await pass(1_000)
    type('Newer')
    await pass(10_000)
    autosave.flush()
    expect(words()).toEqual(['New'])
    respond(done())
    await pass(1_000)
    expect(words()).toEqual(['New', 'Newer'])
  })
})

it('a refusal is reported in the words of the server, and what is typed next is stored again', async () => {
  let isRefused = true
  const errors = [{ pointer: '/value/words', code: 'note.long', message: 'Too long' }]
  const { type, words, reports } = begin(() => (isRefused ? problem(422, { errors }) : done()))
  type('New')
  await pass(60_000)
  expect([words(), reports]).toEqual([['New'], ['Too long']])
  isRefused = false
  type('Newer')
  await pass(1_000)
  expect([words(), reports]).toEqual([
    ['New', 'Newer'],
    ['Too long', undefined],
  ])
})

it('the effects are applied while the form is there, and not after', async () => {
  const note = { kind: 'text', id: 'state', text: 'Saved' }
  const { portal, autosave, type } = begin(() => json({ effects: [{ type: 'notify', tone: 'info', text: note.text }] }))
  type('New')
  await pass(1_000)
  expect(portal.notices.get()).toHaveLength(1)
  type('Newer')
  autosave.end()
  await pass(1_000)
  expect(portal.notices.get()).toHaveLength(1)
})
