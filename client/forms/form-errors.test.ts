import { describe, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { problemErrors, sayErrors } from './form-errors.ts'
import { mergeFresh, sentValue, startValue } from './form-value.ts'

const form: BlockOf<'form'> = {
  kind: 'form',
  id: 'room',
  errorTitle: 'Please check',
  validator: '/ui/forms/0.js',
  value: { name: '', seats: 3 },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      type: { type: 'string' },
      more: { type: 'string' },
      quiet: { type: 'boolean' },
    },
  },
  fields: [
    { name: 'name', label: 'Name', messages: { required: 'Enter a name' } },
    { name: 'type', label: 'Type' },
    { name: 'quiet', label: 'Quiet' },
    { name: 'more', label: 'More', visible: { path: '/type', eq: 'other' }, messages: { required: 'Say more' } },
  ],
  submit: { label: 'Save', do: { type: 'submit', action: 'room.save', input: { floor: 2 } } },
}

describe('messages of a form', () => {
  it('are the words of the server, one for each field, never those of the checker', () => {
    const errors = sayErrors({ form, value: {}, otherwise: 'Please look here' }, [
      { name: 'required', property: 'name', message: 'must have required property', stack: '' },
      { name: 'enum', property: '.type', message: 'must be equal', stack: '' },
    ])
    expect(errors.map(({ message }) => message)).toEqual(['Enter a name', 'Please look here'])
  })

  it('are not about fields that do not show or that the action itself fills in', () => {
    const errors = [
      { name: 'required', property: 'more', stack: '' },
      { name: 'required', property: 'floor', stack: '' },
    ]
    expect(sayErrors({ form, value: { type: 'one' }, otherwise: '' }, errors)).toEqual([])
    expect(sayErrors({ form, value: { type: 'other' }, otherwise: '' }, errors).map(({ message }) => message)).toEqual([
      'Say more',
    ])
  })

  it('that match no field stand over the form', () => {
    expect(
      sayErrors({ form, value: {}, otherwise: 'Please look here' }, [
        { name: 'additionalProperties', property: '', stack: '' },
      ]),
    ).toMatchObject([{ message: 'Please look here' }])
  })

  it('of the server go to the field they point at, else over the form', () => {
    const error = { code: 'x', message: 'No', severity: 'error' } as const
    const problem = {
      type: 'about:blank',
      title: '',
      status: 422,
      detail: 'Wrong',
      code: 'x',
      errors: [
        { ...error, pointer: '/name' },
        { ...error, pointer: '/more' },
        { ...error, pointer: '' },
      ],
    }
    expect(problemErrors({ form, value: {}, otherwise: '' }, problem)).toEqual([
      { field: 'name', message: 'No' },
      { message: 'No' },
      { message: 'No' },
    ])
    expect(problemErrors({ form, value: {}, otherwise: '' }, { ...problem, errors: [] })).toEqual([
      { message: 'Wrong' },
    ])
  })

  it('stand in the order of the fields', () => {
    const fields = ['first', 'second'].map((name) => ({ name, label: name }))
    const errors = ['/second', '/first'].map((pointer) => ({
      pointer,
      code: 'x',
      message: pointer,
      severity: 'error' as const,
    }))
    const problem = { type: 'about:blank', title: '', status: 422, detail: '', code: 'x', errors }
    expect(problemErrors({ form: { ...form, fields }, value: {}, otherwise: '' }, problem)).toEqual([
      { field: 'first', message: '/first' },
      { field: 'second', message: '/second' },
    ])
  })

  it('name a field that must be filled in while it shows, and no hidden one', () => {
    const fields = [
      { name: 'save', label: 'Save' },
      {
        name: 'name',
        label: 'Name',
        required: true,
        visible: { path: '/save', eq: true },
        messages: { required: 'Enter a name' },
      },
    ]
    const errorsOf = (value: Record<string, unknown>) =>
      sayErrors({ form: { ...form, fields }, value, otherwise: '' }, []).map(({ message }) => message)
    expect(errorsOf({ save: true })).toEqual(['Enter a name'])
    expect(errorsOf({ save: true, name: ' ' })).toEqual(['Enter a name'])
    expect(errorsOf({ save: true, name: 'Family' })).toEqual([])
    expect(errorsOf({ save: false })).toEqual([])
  })

  it('name a day that is too late, where the server has words for it', () => {
    const day = { name: 'day', label: 'Day', latest: '2026-11-23', earliest: '1900-01-01' }
    const errorsOf = (typed: string, messages: Record<string, string>) =>
      sayErrors({ form: { ...form, fields: [{ ...day, messages }] }, value: { day: typed }, otherwise: '' }, [])
    expect(errorsOf('2026-11-24', { latest: 'Too late' }).map(({ message }) => message)).toEqual(['Too late'])
    expect(errorsOf('2026-11-24', {})).toEqual([])
    expect(errorsOf('2026-11-23', { latest: 'Too late' })).toEqual([])
    expect(errorsOf('tomorrow', { latest: 'Too late' })).toEqual([])
  })
})

describe('the value of a form', () => {
  it('starts without empty words, and with a plain no for each box', () => {
    expect(startValue(form)).toEqual({ seats: 3, quiet: false })
  })

  it('that is fresh leaves what a person touched, and changes the rest', () => {
    expect(mergeFresh(new Set(['name']), { name: 'typed', seats: 3 }, { name: 'fresh', seats: 4 })).toEqual({
      name: 'typed',
      seats: 4,
    })
    expect(mergeFresh(new Set(['name']), { name: undefined }, { name: 'fresh' })).toEqual({ name: undefined })
  })

  it('is sent without hidden fields, with what the action adds', () => {
    expect(sentValue(form, { name: 'Hall', type: 'one', more: 'typed before' })).toEqual({
      name: 'Hall',
      type: 'one',
      floor: 2,
    })
  })
})
