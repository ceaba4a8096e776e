import { describe, expect, it } from 'vitest'
import { blocksWithin, idsWithin } from './blocks-within.ts'

const screen = {
  blocks: [
    {
      kind: 'tabs',
      id: 'lists',
      tabs: [{ id: 'open', label: 'Open', blocks: [{ kind: 'text', id: 'open-text', text: 'Three' }] }],
    },
    { kind: 'tiles', id: 'cards', tiles: [{ id: 'places', title: 'Places' }] },
    {
      kind: 'form',
      id: 'form',
      schema: { properties: { kind: { type: 'string' }, id: { type: 'string' } } },
      value: { kind: 'person', id: 'secret-17' },
      fields: [{ name: 'a' }],
    },
    { kind: 'x-acme:map', id: 'map', fallback: [{ kind: 'text', id: 'where', text: 'Here' }] },
  ],
  dialogs: { sure: { id: 'sure', title: 'Sure?', blocks: [], actions: [{ kind: 'action', id: 'yes', text: 'Yes' }] } },
}

describe('the blocks of a screen', () => {
  it('are found in tabs, fallbacks and dialogs, with their kinds', () => {
    expect([...blocksWithin(screen)]).toEqual([
      ['lists', 'tabs'],
      ['open-text', 'text'],
      ['cards', 'tiles'],
      ['form', 'form'],
      ['map', 'x-acme:map'],
      ['where', 'text'],
      ['yes', 'action'],
    ])
  })

  it('are not looked for in what a person gave', () => {
    expect(idsWithin(screen).has('secret-17')).toBe(false)
  })

  it('have parts of their own, such as cards', () => {
    expect(idsWithin(screen).has('places')).toBe(true)
  })
})
