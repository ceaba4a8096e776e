import Type, { type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { closed } from '../../schemas/base.ts'
import { errorsOf } from '../../tests/support/input-errors.ts'
import { checkInput, readQuery, withoutHidden } from './input-check.ts'

const schema = closed({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  seats: Type.Optional(Type.Integer({ minimum: 2 })),
})

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
    const codes = { '/name': { required: 'sample.name' } }
    expect(errorsOf(() => checkInput(schema, { value: {}, codes }))).toEqual([
      { pointer: '/name', code: 'sample.name' },
    ])
  })
})

describe('a day', () => {
  const born = closed({ day: Type.String({ format: 'date' }), name: Type.String({ minLength: 1 }) })
  const errorsWith = (value: object) =>
    errorsOf(() => checkInput(born, { value, notAfter: { today: '2026-11-23', days: { '/day': 'sample.future' } } }))

  test('may be today', () => {
    expect(errorsWith({ day: '2026-11-23', name: 'Ann' })).toEqual([])
  })

  test('after today is refused together with all else that is wrong', () => {
    expect(errorsWith({ day: '2026-11-24', name: '' })).toEqual([
      { pointer: '/name', code: 'input.required', params: { limit: 1 } },
      { pointer: '/day', code: 'sample.future' },
    ])
  })

  test('that is none is refused for that alone', () => {
    expect(errorsWith({ day: 'tomorrow', name: 'Ann' })).toEqual([{ pointer: '/day', code: 'input.format' }])
  })
})

describe('a wrong value', () => {
  const at = { additionalProperties: false }
  const codeOf = (type: TSchema, value: unknown) =>
    errorsOf(() => checkInput(Type.Object({ it: Type.Optional(type) }, at), { value: { it: value } }))

  test.each<[string, [TSchema, unknown], object]>([
    ['of another type', [Type.String(), 1], { code: 'input.type' }],
    ['too short', [Type.String({ minLength: 2 }), 'a'], { code: 'input.tooShort', params: { limit: 2 } }],
    ['too long', [Type.String({ maxLength: 2 }), 'abc'], { code: 'input.tooLong', params: { limit: 2 } }],
    ['too small', [Type.Integer({ minimum: 2 }), 1], { code: 'input.tooSmall', params: { limit: 2 } }],
    ['too large', [Type.Integer({ maximum: 2 }), 3], { code: 'input.tooLarge', params: { limit: 2 } }],
    ['of the wrong form', [Type.String({ pattern: '^a$' }), 'b'], { code: 'input.format' }],
    ['no day', [Type.String({ format: 'date' }), '2026-02-29'], { code: 'input.format' }],
    ['not among the choices', [Type.Unsafe({ enum: ['a'] }), 'b'], { code: 'input.choice' }],
    ['not the only choice', [Type.Literal('a'), 'b'], { code: 'input.choice' }],
    ['none of several choices', [Type.Union([Type.Literal('a'), Type.Literal('b')]), 'c'], { code: 'input.choice' }],
    [
      'an empty list',
      [Type.Array(Type.String(), { minItems: 1 }), []],
      { code: 'input.required', params: { limit: 1 } },
    ],
    [
      'a list with the same twice',
      [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a']],
      { code: 'input.choice' },
    ],
    ['of an unusual rule', [Type.Integer({ multipleOf: 2 }), 3], { code: 'input.invalid' }],
  ])('that is %s has its code', (_what, given, error) => {
    expect(codeOf(...given)).toEqual([{ pointer: '/it', ...error }])
  })

  test.each(['oneOf', 'anyOf'])('says nothing of the rule around the one that failed: %s', (several) => {
    const payment = Type.Unsafe({
      if: { required: ['card'] },
      then: { required: ['month'] },
      [several]: [{ required: ['card'] }, { required: ['cash'] }],
    })
    const faults = (value: object) => errorsOf(() => checkInput(payment, { value })).map(({ pointer }) => pointer)
    expect(faults({ card: 1 })).toEqual(['/month'])
    expect(faults({})).toEqual(['/card', '/cash'])
  })

  test('has a place that is a JSON Pointer, also for names with slashes and tildes', () => {
    const value = { name: 'Hall', 'a/b~c/d~e': 1 }
    expect(errorsOf(() => checkInput(schema, { value }))).toEqual([
      { pointer: '/a~1b~0c~1d~0e', code: 'input.unknown' },
    ])
  })
})

describe('the number of a card', () => {
  const anything = Type.Unsafe<unknown>({})
  test('is refused in every field but passwords', () => {
    const value = { name: 'Maria 4111 1111 1111 1111', deep: { note: '5555555555554444' }, phone: '2125550142' }
    expect(errorsOf(() => checkInput(anything, { value }))).toEqual([
      { pointer: '/name', code: 'input.cardNumber' },
      { pointer: '/deep/note', code: 'input.cardNumber' },
    ])
    expect(() => checkInput(anything, { value: { PatientPassword: '4111111111111111' } })).not.toThrow()
  })
})

describe('a text that no database keeps', () => {
  const anything = Type.Unsafe<unknown>({})

  test('is refused wherever it stands', () => {
    const value = { fine: 'a', nul: 'a\0', deep: [{ half: '\ud800' }, null, 7, 'whole 😀'] }
    expect(errorsOf(() => checkInput(anything, { value }))).toEqual([
      { pointer: '/nul', code: 'input.format' },
      { pointer: '/deep/0/half', code: 'input.format' },
    ])
    expect(errorsOf(() => checkInput(anything, { value: '\udc00' }))).toEqual([{ pointer: '', code: 'input.format' }])
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
  const query = closed({ page: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) })

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
