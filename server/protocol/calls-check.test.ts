import { describe, expect, test } from 'vitest'
import { button, call, messageDialog } from './block-builders.ts'
import { actionsCalled, checkCalls } from './calls-check.ts'

const hold = { name: 'room.hold' }
const leave = { name: 'room.leave' }
const what = 'the screen /rooms'

describe('what an answer calls is found', () => {
  test.each<[string, unknown]>([
    ['in a block', { blocks: [button('hold', { text: 'Hold', do: call(hold, { room: '7' }) })] }],
    [
      'in a form',
      { blocks: [{ kind: 'form', id: 'f', submit: { label: 'Send', do: { type: 'submit', action: hold.name } } }] },
    ],
    [
      'in a row of a table',
      { blocks: [{ kind: 'table', rows: [{ actions: [{ id: 'a', label: 'A', do: call(hold) }] }] }] },
    ],
    ['in a dialog of a screen', { blocks: [], dialogs: { ask: { blocks: [], actions: [{ do: call(hold) }] } } }],
    ['when a dialog closes', [{ type: 'open', dialog: { id: 'ask', blocks: [], actions: [], onClose: call(hold) } }]],
    [
      'in a block that replaces another',
      [{ type: 'replace', id: 'b', block: button('b', { text: 'B', do: call(hold) }) }],
    ],
    ['when the browser has a passkey', [{ type: 'credential', mode: 'get', options: {}, action: hold.name }]],
    ['by an upload', { blocks: [{ kind: 'upload', id: 'files', upload: hold.name }] }],
    ['by a camera', { blocks: [{ kind: 'camera', id: 'photo', upload: hold.name }] }],
    ['beside the title of a screen', { blocks: [], back: { label: 'Back', do: call(hold) } }],
  ])('%s', (_where, answer) => {
    expect(actionsCalled(answer)).toEqual(['room.hold'])
    expect(() => checkCalls(answer as object, { what, actions: [leave] })).toThrow(
      'the screen /rooms calls room.hold, which it does not list',
    )
    expect(() => checkCalls(answer as object, { what })).toThrow('room.hold')
    expect(() => checkCalls(answer as object, { what, actions: [leave, hold] })).not.toThrow()
  })

  test('each time', () => {
    expect(actionsCalled([call(hold), { do: call(leave) }, call(hold)])).toEqual([
      'room.hold',
      'room.leave',
      'room.hold',
    ])
  })
})

test('what people typed, and what calls nothing, is no call', () => {
  const typed = { kind: 'form', id: 'f', value: { note: call(hold) }, submit: { do: { type: 'navigate', to: '/' } } }
  const dialog = messageDialog({ id: 'm', title: 'Title', words: ['Words'] })
  const answer = [typed, { type: 'open', dialog }, call(hold).input, null, { ...typed, value: call(hold) }]
  expect(actionsCalled(answer)).toEqual([])
})
