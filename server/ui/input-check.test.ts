import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { InvalidInput } from './failure.ts'
import { checkInput, readQuery, withoutHidden } from './input-check.ts'

const schema = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 5 }), seats: Type.Optional(Type.Integer({ minimum: 2 })) },
  { additionalProperties: false },
)

function errorsOf(check: () => unknown): unknown[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors
    throw error
  }
}

describe('input', () => {
  test('that fits is taken', () => {
    expect(errorsOf(() => checkInput(schema, { value: { name: 'Hall', seats: 2 } }))).toEqual([])
  })

  test('says each wrong value once, with its limit', () => {
    const value = { name: 'A long name', seats: 1, colour: 'red' }
    expect(errorsOf(() => checkInput(schema, { value }))).toEqual([
      { pointer: '/colour', code: 'input.unknown' },
      { pointer: '/name', code: 'input.tooLong', params: { limit: 5 } },
      { pointer: '/seats', code: 'input.tooSmall', params: { limit: 2 } },
    ])
  })

  test('that is empty where a word is needed counts as missing', () => {
    expect(errorsOf(() => checkInput(schema, { value: { name: '' } }))).toEqual([
      { pointer: '/name', code: 'input.required', params: { limit: 1 } },
    ])
  })

  test('speaks with the words of its action', () => {
    const codes = { '/name': { required: 'room.name' } }
    expect(errorsOf(() => checkInput(schema, { value: {}, codes }))).toEqual([{ pointer: '/name', code: 'room.name' }])
  })
})

describe('values of fields that a person did not see', () => {
  const visible = { other: { path: '/type', in: ['other'] } }

  test('are dropped', () => {
    expect(withoutHidden({ type: 'hall', other: 'x' }, visible)).toEqual({ type: 'hall' })
    expect(withoutHidden({ type: 'other', other: 'x' }, visible)).toEqual({ type: 'other', other: 'x' })
  })

  test('are not looked for where the input is no form at all', () => {
    expect([withoutHidden(null, visible), withoutHidden([1], visible), withoutHidden('x', visible)]).toEqual([
      null,
      [1],
      'x',
    ])
  })
})

describe('a query', () => {
  const query = Type.Object(
    { page: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) },
    { additionalProperties: false },
  )

  test('is read without what nobody knows and what is empty', () => {
    expect(readQuery(query, { page: '2', utm: 'mail' })).toEqual({ page: '2' })
    expect(readQuery(query, { page: '' })).toEqual({})
    expect(readQuery(query, undefined)).toEqual({})
  })

  test('is refused when it is of the wrong form, said twice or made of an inherited name', () => {
    expect(errorsOf(() => readQuery(query, { page: 'x' }))).toEqual([{ pointer: '/page', code: 'input.format' }])
    expect(errorsOf(() => readQuery(query, { page: ['1', '2'] }))).toHaveLength(1)
    expect(readQuery(query, { constructor: 'x', __proto__: 'y' })).toEqual({})
  })
})
