import { describe, expect, test } from 'vitest'
import { compareContracts } from './compare-contracts.ts'

type Json = Record<string, unknown>

const room = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'protocol'],
  description: 'A room.',
  properties: {
    id: { type: 'string', maxLength: 10, pattern: '^[a-z]+$' },
    protocol: { const: '1.0', type: 'string' },
    size: {
      anyOf: [
        { const: 'small', type: 'string' },
        { const: 'large', type: 'string' },
      ],
    },
    icon: { type: 'string', enum: ['door', 'window'] },
    words: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: 'Span' } }] },
    seats: { type: 'integer', minimum: 1 },
    inside: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    parts: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
  },
}
const kinds = { oneOf: [{ $ref: 'Room' }, { $ref: 'Site' }] }

/** Returns the changes that result if `change` edits a copy of the schema. */
function after(change: (copy: typeof room & { properties: Record<string, Json> }) => void): string[] {
  const copy = structuredClone(room) as typeof room & { properties: Record<string, Json> }
  change(copy)
  return compareContracts({ Room: room }, { Room: copy }).map(({ weight, at, what }) => `${weight}: ${at} ${what}`)
}

test('a contract that stays as it is has no changes', () => {
  expect(compareContracts({ Room: room, Kind: kinds }, { Room: structuredClone(room), Kind: kinds })).toEqual([])
})

describe('breaking is', () => {
  test.each<[string, Parameters<typeof after>[0], string]>([
    ['a member that is removed', (it) => void Reflect.deleteProperty(it.properties, 'seats'), 'Room.seats was removed'],
    [
      'a required member that is added',
      (it) => Object.assign(it, { required: [...it.required, 'floor'], properties: { ...it.properties, floor: {} } }),
      'Room.floor was added and is required',
    ],
    ['a member that becomes required', (it) => it.required.push('seats'), 'Room.seats became required'],
    ['a member that becomes optional', (it) => (it.required = ['protocol']), 'Room.id became optional'],
    ['another type', (it) => (it.properties.seats.type = 'string'), 'Room.seats may no longer be integer'],
    [
      'a value of a union that is removed',
      (it) => it.properties.size.anyOf.pop(),
      'Room.size the value "large" was removed',
    ],
    [
      'a value of a list that is removed',
      (it) => it.properties.icon.enum.shift(),
      'Room.icon the value "door" was removed',
    ],
    ['an alternative that is removed', (it) => it.properties.words.anyOf.shift(), 'Room.words string was removed'],
    ['a limit that is tighter', (it) => (it.properties.id.maxLength = 9), 'Room.id maxLength is tighter'],
    [
      'a limit that is new',
      (it) => Object.assign(it.properties.seats, { maximum: 100 }),
      'Room.seats maximum is tighter',
    ],
    ['a limit from below that is tighter', (it) => (it.properties.seats.minimum = 2), 'Room.seats minimum is tighter'],
    ['another pattern', (it) => (it.properties.id.pattern = '^[a-z0-9]+$'), 'Room.id pattern changed'],
    ['a format that is new', (it) => Object.assign(it.properties.id, { format: 'date' }), 'Room.id format changed'],
    [
      'a list of values where all were possible',
      (it) => Object.assign(it.properties.id, { enum: ['a'] }),
      'Room.id only some values are left',
    ],
    [
      'a change deep inside',
      (it) => (it.properties.inside.items.properties.name.type = 'number'),
      'Room.inside/items.name may no longer be string',
    ],
    [
      'a change in a map',
      (it) => (it.properties.parts.patternProperties['^.*$'].type = 'number'),
      'Room.parts/^.*$ may no longer be string',
    ],
    [
      'an object that is closed',
      (it) => Object.assign(it.properties.inside.items, { additionalProperties: false }),
      'Room.inside/items/additionalProperties is narrower',
    ],
    [
      'a protocol of another major version',
      (it) => (it.properties.protocol.const = '2.0'),
      'Room.protocol the value "1.0" was removed',
    ],
  ])('%s', (_what, change, expected) => {
    expect(after(change)).toContain(`breaking: ${expected}`)
  })

  test('a schema, a kind and a reference that are gone', () => {
    expect(compareContracts({ Room: room }, {})).toEqual([
      { weight: 'breaking', at: 'Room', what: 'the schema was removed' },
    ])
    expect(compareContracts({ Kind: kinds }, { Kind: { oneOf: [{ $ref: 'Room' }] } })).toEqual([
      { weight: 'breaking', at: 'Kind', what: 'Site was removed' },
    ])
    expect(compareContracts({ A: { $ref: 'Room' } }, { A: { $ref: 'Site' } })).toHaveLength(1)
  })
})

describe('additive is', () => {
  test.each<[string, Parameters<typeof after>[0], string]>([
    [
      'an optional member',
      (it) => Object.assign(it.properties, { floor: { type: 'integer' } }),
      'Room.floor was added',
    ],
    [
      'a value of a union',
      (it) => it.properties.size.anyOf.push({ const: 'huge', type: 'string' }),
      'Room.size the value "huge" was added',
    ],
    ['a value of a list', (it) => it.properties.icon.enum.push('stair'), 'Room.icon the value "stair" was added'],
    [
      'an alternative',
      (it) => it.properties.words.anyOf.push({ type: 'number' } as never),
      'Room.words number was added',
    ],
    [
      'a plain member that becomes a union with it',
      (it) => Object.assign(it.properties, { id: { anyOf: [it.properties.id, { type: 'number' }] } }),
      'Room.id number was added',
    ],
    [
      'another type beside the old one',
      (it) => Object.assign(it.properties.seats, { type: ['integer', 'string'] }),
      'Room.seats may also be string',
    ],
    ['a wider limit', (it) => (it.properties.id.maxLength = 11), 'Room.id maxLength is wider'],
    [
      'a limit that is gone',
      (it) => Reflect.deleteProperty(it.properties.seats, 'minimum'),
      'Room.seats minimum is wider',
    ],
    [
      'a protocol of the same major version',
      (it) => (it.properties.protocol.const = '1.1'),
      'Room.protocol version 1.1',
    ],
  ])('%s', (_what, change, expected) => {
    expect(after(change)).toEqual([`additive: ${expected}`])
  })

  test('a schema and a kind', () => {
    const now = { Room: room, Site: room, Kind: { oneOf: [...kinds.oneOf, { $ref: 'Cellar' }] } }
    expect(compareContracts({ Room: room, Kind: kinds }, now).map(({ weight }) => weight)).toEqual([
      'additive',
      'additive',
    ])
  })
})

describe('cosmetic is', () => {
  test.each<[string, Parameters<typeof after>[0], string]>([
    ['a description', (it) => (it.description = 'Where people sit.'), 'Room description changed'],
    ['an example', (it) => Object.assign(it.properties.id, { examples: ['a'] }), 'Room.id examples changed'],
  ])('%s', (_what, change, expected) => {
    expect(after(change)).toEqual([`cosmetic: ${expected}`])
  })
})
