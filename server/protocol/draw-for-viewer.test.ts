import { describe, expect, test } from 'vitest'
import type { ActionDefinition } from './definitions.ts'
import { drawForViewer } from './draw-for-viewer.ts'
import type { Principal } from './principal.ts'

const holder = { accountId: 1, login: 'ann', firstName: 'Ann', lastName: 'Lee' }
const patient = { id: '7', emrId: 'e7', firstName: 'Ada', lastName: 'Okafor' }
const viewer: Principal = { ...holder, kind: 'viewer', roles: ['records'], patient, returnTo: '/rooms' }
const actions = new Map(
  [{ name: 'room.hold' }, { name: 'room.see', forViewers: true }].map((each) => [each.name, each as ActionDefinition]), // the fields that are read
)
const draw = <V>(value: V, principal: Principal = viewer) =>
  drawForViewer(value, { portal: { actions }, context: { principal } })

const hold = { type: 'call', action: 'room.hold' }
const see = { type: 'call', action: 'room.see' }
const off = { disabled: { reason: 'You are only viewing this account.' } }

describe('for somebody who views a record', () => {
  test('a button that changes something is off, also within others, in rows and in dialogs', () => {
    const button = { kind: 'action', id: 'b', text: 'Hold', do: hold }
    const inRow = { id: 'r', label: 'Hold', about: 'room 7', do: hold }
    const screen = {
      blocks: [
        { kind: 'stack', blocks: [button] },
        { kind: 'table', rows: [{ actions: [inRow] }] },
      ],
    }
    expect(draw(screen)).toEqual({
      blocks: [
        { kind: 'stack', blocks: [{ ...button, ...off }] },
        { kind: 'table', rows: [{ actions: [{ ...inRow, ...off }] }] },
      ],
    })
    expect(draw({ dialogs: { d: { actions: [button] } } })).toEqual({
      dialogs: { d: { actions: [{ ...button, ...off }] } },
    })
  })

  test('a form cannot be sent, and its values stay as they are', () => {
    const value = { kind: 'action', do: hold }
    const form = { kind: 'form', value, submit: { label: 'Send', do: { type: 'submit', action: 'room.hold' } } }
    expect(draw(form)).toEqual({ ...form, submit: { ...form.submit, ...off } })
  })

  test.for([see, { type: 'navigate', to: '/rooms' }, { type: 'print' }, { type: 'download', href: '/files/1' }])(
    'what only shows something is on: %j',
    (act) => {
      const button = { kind: 'action', id: 'b', text: 'See', do: act }
      expect(draw([button])).toEqual([button])
    },
  )
})

test('for others nothing changes', () => {
  const button = { kind: 'action', id: 'b', text: 'Hold', do: hold }
  expect(draw(button, { ...holder, kind: 'patient', patient })).toBe(button)
})
